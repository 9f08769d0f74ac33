public import CivilTime
public import FeatureKit

/// The recruiting packet: the document that presents one athlete to coaches (domain.md 4.13).
///
/// It contains the texts that the packet shows, and turns them into an HTML page or a PDF file. The
/// page has the athlete's initials in place of a photo, because loading a picture would tell the
/// picture's server who opens the packet.
public struct PacketDocument: Equatable, Sendable {
  public static let mediaType = "text/html"

  public var name: String
  public var position: String?
  /// The school and the class, such as `Lincoln High • Class of 2028`.
  public var schoolLine: String?
  /// The line with the date on which the packet was made, such as `Generated February 10, 2026`.
  public var generatedLine: String
  public var madeAt: Instant
  /// The boxes at the top with height, weight and grades. Unknown values have no box.
  public var cards: [Stat]
  /// The content below the boxes with numbers: headings, each with its texts, labeled values,
  /// tables and links.
  public var blocks: [PaperBlock]
  public var footer: String

  public init(
    name: String, position: String? = nil, schoolLine: String? = nil, generatedLine: String,
    madeAt: Instant, cards: [Stat] = [], blocks: [PaperBlock], footer: String
  ) {
    self.name = name
    self.position = position
    self.schoolLine = schoolLine
    self.generatedLine = generatedLine
    self.madeAt = madeAt
    self.cards = cards
    self.blocks = blocks
    self.footer = footer
  }

  public var title: String { "\(name) · Recruiting Packet" }

  /// The packet as a standalone page, which loads no file, font, picture or script.
  public var html: String { PacketPage(self).text }

  public var pdf: PDFDocument {
    let lines = [position, schoolLine, generatedLine].compactMap(\.self)
    return PDFDocument(
      title: title, author: name, madeAt: madeAt, footer: footer,
      blocks: [.title(name, lines: lines)] + (cards.isEmpty ? [] : [.cards(cards)]) + blocks)
  }

  /// The first letters of the first two words of the name, such as `SL` for Sam Lee. The text is
  /// empty if there is no name.
  var initials: String {
    name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap { $0.first.map(String.init) }
      .joined().uppercased()
  }
}
