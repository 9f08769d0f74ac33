public import FeatureKit

/// What a terminal can show, such as colors, and what its user prefers.
public struct TerminalStyle: Equatable, Sendable {
  /// The width of the terminal in columns. It is limited to 40 to 200.
  public var width: Int {
    didSet { width = Self.held(width) }
  }
  public var depth: ColourDepth
  public var marks: VisibleText.Signs
  public var ground: Ground
  /// Whether links have numbers, such as `[3]`. It is true only for output that the shell's prompt
  /// follows, because a person can type a number only there.
  public var numbersLinks: Bool

  public init(
    width: Int = 80, depth: ColourDepth = .none, marks: VisibleText.Signs = .unicode,
    ground: Ground = .dark, numbersLinks: Bool = false
  ) {
    self.width = Self.held(width)
    self.depth = depth
    self.marks = marks
    self.ground = ground
    self.numbersLinks = numbersLinks
  }

  public static let widths = 40...200

  private static func held(_ width: Int) -> Int {
    min(widths.upperBound, max(widths.lowerBound, width))
  }
}

/// The number of colors of a terminal. With `none`, no escape sequence is written.
public enum ColourDepth: Equatable, Sendable, CaseIterable {
  case none, sixteen, palette256, trueColour
}

/// Whether the terminal's background is dark or light. It decides whether text has bright or dark
/// colors.
public enum Ground: String, Equatable, Sendable, CaseIterable {
  case dark, light
}
