/// The meaning of a part of a page, such as a warning, from which each renderer derives a color.
/// Every tone is also shown by words or marks.
public enum Tone: String, Equatable, Sendable, CaseIterable {
  case neutral, muted, info, positive, caution, warning, danger
  /// Colors without a meaning. The lines of a chart and the cards of a page use them, because they
  /// only have to differ from each other.
  case first, second, third, fourth, fifth, sixth
}
