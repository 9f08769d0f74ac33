/// The meaning of a part of a page, independent of its color. Every tone is also shown by words or
/// marks.
public enum Tone: String, Equatable, Sendable, CaseIterable {
  case neutral, muted, info, positive, caution, warning, danger
  /// Tones for series and cards that only need to differ from each other. Each always has the same
  /// color.
  case first, second, third, fourth, fifth, sixth
}
