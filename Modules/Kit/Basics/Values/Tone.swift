/// The meaning of a part of a page, such as a warning. Each renderer (for a terminal or HTML)
/// derives a color from it. Words or marks on the page say the same meaning, for people who do not
/// see colors.
public enum Tone: String, Equatable, Sendable, CaseIterable {
  case neutral, muted, info, positive, caution, warning, danger
  /// Colors without a meaning. The lines of a chart and the cards of a page use them, because they
  /// only have to differ from each other.
  case first, second, third, fourth, fifth, sixth
}
