public import CivilTime

/// The content of a PDF file as a value: the title, the texts, tables and charts, and the footer.
/// `DocumentPrinting` turns it into the file.
public struct PDFDocument: Equatable, Sendable {
  public static let mediaType = "application/pdf"

  /// The title that a PDF viewer shows in its window.
  public var title: String
  public var author: String?
  /// The creation time that the file states. It is a parameter because this module reads no clock,
  /// and the same document must give the same bytes.
  public var madeAt: Instant
  /// The text at the bottom of every page, beside the page number.
  public var footer: String
  public var blocks: [PaperBlock]

  public init(
    title: String, author: String? = nil, madeAt: Instant, footer: String, blocks: [PaperBlock]
  ) {
    self.title = title
    self.author = author
    self.madeAt = madeAt
    self.footer = footer
    self.blocks = blocks
  }
}
