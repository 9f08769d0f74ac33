/// How something stands, without saying which colour that is. Every tone also shows in words or marks.
public enum Tone: String, Equatable, Sendable, CaseIterable {
  case neutral, muted, info, positive, caution, warning, danger
  /// Fixed identities for series and cards that only need to differ.
  case first, second, third, fourth, fifth, sixth
}
