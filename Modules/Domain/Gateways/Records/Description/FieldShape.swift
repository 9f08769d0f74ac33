public import Basics

/// What a page has to know of a field: its name, its label, and where it is shown.
public struct FieldShape: Equatable, Sendable {
  /// The option that gives it: `student-size`.
  public let name: String
  public let label: String
  public let place: Position
  /// Tones of values by their raw text, where they have one.
  public var tones: [String: Tone] = [:]

  public enum Position: Equatable, Sendable {
    /// A pill beside the title.
    case badge
    /// A pill in lists only, for what the record's page says otherwise.
    case sign(Tone)
    /// The last column of a line.
    case trailing
    /// Under the title of a line.
    case detail
    /// The same, its label in front where the value alone says too little: `Tier A`.
    case labelledDetail
    /// On the record's own page only.
    case facts
    /// On the record's own page, as running text.
    case text
    /// Typed, but shown as something else.
    case nowhere
  }

  public init(name: String, label: String, place: Position, tones: [String: Tone] = [:]) {
    self.name = name
    self.label = label
    self.place = place
    self.tones = tones
  }
}
