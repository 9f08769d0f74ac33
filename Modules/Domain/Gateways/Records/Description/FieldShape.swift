public import Basics

/// The properties of a field that a page needs: its name, its label, and the position where its
/// value is shown.
public struct FieldShape: Equatable, Sendable {
  /// The name of the command-line option that sets the field, such as `student-size`.
  public let name: String
  public let label: String
  /// The question with which a form asks for the value.
  public let question: String
  public let place: Position
  /// The tones (colors) of a vocabulary's words, keyed by their raw texts.
  public var tones: [String: Tone] = [:]

  public enum Position: Equatable, Sendable {
    /// As a badge beside the title.
    case badge
    /// As a badge in lists only. The record's own page shows the value in another way.
    case sign(Tone)
    /// In the last column of a list line.
    case trailing
    /// Below the title of a list line.
    case detail
    /// Below the title of a list line, with the label, because the value alone would be unclear, as
    /// in `Tier A`.
    case labelledDetail
    /// Only on the record's own page.
    case facts
    /// Only on the record's own page, as running text.
    case text
    /// Nowhere: the value can be entered, and another field shows it.
    case nowhere
  }

  public init(
    name: String, label: String, question: String? = nil, place: Position,
    tones: [String: Tone] = [:]
  ) {
    self.name = name
    self.label = label
    self.question = question ?? label
    self.place = place
    self.tones = tones
  }
}
