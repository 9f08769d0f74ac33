public import FeatureKit

/// The colors of tones on several backgrounds. A tone is the meaning of a text or a mark, such as
/// `danger`.
///
/// A tone has the color in `colour(of:)`, or the nearest shade of it that is readable on every
/// background.
public struct Theme: Equatable, Sendable {
  /// The backgrounds on which the colors are used. A shade must be readable on each of them.
  public let grounds: [RGB]

  public init(grounds: [RGB]) {
    self.grounds = grounds
  }

  /// The smallest contrast between text and its background that the accessibility standard WCAG
  /// allows at its level AA.
  ///
  /// `markContrast` is the smallest contrast of bars, dots and borders.
  public static let textContrast = 4.5
  public static let markContrast = 3.0

  /// The color of words in this tone (a meaning, such as `danger`). It is nil for the ordinary
  /// color of text.
  public func text(_ tone: Tone) -> RGB? {
    Self.colour(of: tone)?.shade(reaching: Self.textContrast, on: grounds)
  }

  /// The color of bars, dots and borders in this tone (a meaning, such as `danger`). It is nil for
  /// the ordinary color of text.
  public func mark(_ tone: Tone) -> RGB? {
    Self.colour(of: tone)?.shade(reaching: Self.markContrast, on: grounds)
  }

  /// Returns the color of a tone (a meaning, such as `danger`) before it is made lighter or darker
  /// for a background. The result is nil for the ordinary color of text. The tones `first` to
  /// `sixth` have no meaning: they are colors for the lines of a chart and for cards, which only
  /// have to differ from each other.
  public static func colour(of tone: Tone) -> RGB? {
    switch tone {
    case .neutral: nil
    case .muted: RGB(0x6b7280)
    case .info, .first: RGB(0x3b82f6)
    case .second: RGB(0x8b5cf6)
    case .positive, .third: RGB(0x10b981)
    case .caution: RGB(0xf59e0b)
    case .warning, .fourth: RGB(0xf97316)
    case .danger, .fifth: RGB(0xef4444)
    case .sixth: RGB(0x6366f1)
    }
  }
}
