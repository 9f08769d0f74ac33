public import Basics

/// What a page needs of a field: its name, its label, and where it is shown.
public struct FieldShape: Equatable, Sendable {
  /// The name of the field's option: `student-size`.
  public let name: String
  public let label: String
  /// How a form asks for the value.
  public let question: String
  public let place: Position
  /// The tones of values, by their raw texts.
  public var tones: [String: Tone] = [:]

  public enum Position: Equatable, Sendable {
    /// The value is a badge beside the title.
    case badge
    /// A badge in lists only, for a value that the record's page shows in another way.
    case sign(Tone)
    /// The last column of a line.
    case trailing
    /// The value is below the title of a line.
    case detail
    /// The value is below the title of a line, with its label, because the value alone is unclear: `Tier A`.
    case labelledDetail
    /// The value is shown only on the record's own page.
    case facts
    /// The value is shown only on the record's own page, as running text.
    case text
    /// The value can be typed, but is shown as another field.
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
