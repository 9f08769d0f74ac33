public import CivilTime
public import FeatureKit

/// The recruiting packet: the document that presents one athlete to coaches (domain.md 4.13).
///
/// The feature has already chosen the content. This type turns the content into a page and a file.
/// The photo is a placeholder with the athlete's initials, because loading a picture would tell the
/// picture's host who opens the packet.
public struct PacketDocument: Equatable, Sendable {
  public static let mediaType = "text/html"

  public var name: String
  public var position: String?
  /// The school and the class, such as `Lincoln High • Class of 2028`.
  public var schoolLine: String?
  /// The line with the date, such as `Generated February 10, 2026`.
  public var generatedLine: String
  public var madeAt: Instant
  /// The cards with height, weight and grades. Unknown values are left out.
  public var cards: [Stat]
  /// The content below the cards: headings, each with its texts, facts, tables and links.
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

  /// The packet as a PDF document.
  public var pdf: PDFDocument {
    let lines = [position, schoolLine, generatedLine].compactMap(\.self)
    return PDFDocument(
      title: title, author: name, madeAt: madeAt, footer: footer,
      blocks: [.title(name, lines: lines)] + (cards.isEmpty ? [] : [.cards(cards)]) + blocks)
  }

  /// The first letters of the name, such as `SL` for Sam Lee.
  var initials: String {
    name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap { $0.first.map(String.init) }
      .joined().uppercased()
  }
}
