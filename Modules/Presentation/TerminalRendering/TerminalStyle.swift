public import FeatureKit

/// The abilities of a terminal, and the preferences of its user.
public struct TerminalStyle: Equatable, Sendable {
  /// The width of the terminal in columns. It is limited to 40 to 200.
  public var width: Int {
    didSet { width = Self.held(width) }
  }
  public var depth: ColourDepth
  public var marks: VisibleText.Signs
  public var ground: Ground
  /// Whether links have numbers, such as `[3]`.
  ///
  /// The user can type a number only at the prompt, so other output has none.
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

/// Whether the terminal's background is dark or light.
///
/// The colors of text depend on it.
public enum Ground: String, Equatable, Sendable, CaseIterable {
  case dark, light
}
