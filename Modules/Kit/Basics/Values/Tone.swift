/// The meaning of something, independent of its color. Every tone also shows in words or marks.
public enum Tone: String, Equatable, Sendable, CaseIterable {
  case neutral, muted, info, positive, caution, warning, danger
  /// Fixed identities for series and cards that only need to differ.
  case first, second, third, fourth, fifth, sixth
}
