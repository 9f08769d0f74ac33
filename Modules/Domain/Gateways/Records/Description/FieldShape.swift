public import Basics

/// The properties of a form field that a page needs: its name, its label, and the position where
/// its value is shown.
public struct FieldShape: Equatable, Sendable {
  /// The name of the command-line option that sets the field, such as `student-size`.
  public let name: String
  public let label: String
  /// The question with which a form asks for the value.
  public let question: String
  public var place: Position
  /// The tones (colors) of a vocabulary's words, keyed by their raw texts.
  public var tones: [String: Tone] = [:]
  /// The name of a field whose text can contain the value, such as `location` for a city. The
  /// record's own page does not repeat a value that is there.
  public let partOf: String?
  /// Whether markup is removed from the texts that people enter.
  public internal(set) var isWithoutMarkup = false

  public enum Position: Equatable, Sendable {
    /// The value is shown as a badge beside the title.
    case badge
    /// The value is shown as a badge in lists only, because the record's own page shows it in
    /// another way.
    case sign(Tone)
    /// The value is shown in the last column of a list line.
    case trailing
    /// The value is shown below the title of a list line.
    case detail
    /// The value is shown below the title of a list line after its label, because the value alone
    /// would be unclear, as in `Tier A`.
    case labelledDetail
    /// The value is shown only on the record's own page, beside its label.
    case facts
    /// The value is shown only on the record's own page, as running text.
    case text
    /// The value is not shown, because another field or another part of the page shows it. It can
    /// still be entered.
    case nowhere
  }

  public init(
    name: String, label: String, question: String? = nil, place: Position,
    tones: [String: Tone] = [:], partOf: String? = nil
  ) {
    self.name = name
    self.label = label
    self.question = question ?? label
    self.place = place
    self.tones = tones
    self.partOf = partOf
  }
}
