import FeatureKit
import Palette

/// The colors in a browser for tones (meanings of text, such as `danger`), with the backgrounds of
/// a page and its boxes, in light and in dark mode.
enum WebTheme {
  struct Scheme {
    let ground: RGB
    let surface: RGB
    /// The background of hovered and highlighted parts. Text in every color of the theme is
    /// readable on it too.
    let soft: RGB
    let text: RGB
    /// The color of lines that may be faint, such as the edges of boxes. Inputs and buttons use
    /// `border`, which has more contrast.
    let edge: RGB

    var theme: Theme { Theme(grounds: grounds) }
    var grounds: [RGB] { [ground, surface, soft] }
    /// The border of inputs and buttons.
    var border: RGB { RGB(0x6b7280).shade(reaching: Theme.markContrast, on: grounds) }
  }

  static let light = Scheme(
    ground: RGB(0xf9fafb), surface: RGB(0xffffff), soft: RGB(0xf1f3f7), text: RGB(0x111827),
    edge: RGB(0xe5e7eb))
  static let dark = Scheme(
    ground: RGB(0x111827), surface: RGB(0x1b2432), soft: RGB(0x263245), text: RGB(0xf3f4f6),
    edge: RGB(0x374151))

  /// Returns the background of a filled card in this tone (a meaning, such as `danger`). White
  /// words on it are readable in light and in dark mode.
  static func fill(of tone: Tone) -> String? {
    Theme(grounds: [RGB(0xffffff)]).text(tone)?.hex
  }

  /// The scheme's colors as CSS custom properties, such as `--text:#111827`.
  static func properties(_ scheme: Scheme) -> String {
    var lines = [
      "--ground:\(scheme.ground.hex)", "--surface:\(scheme.surface.hex)",
      "--soft:\(scheme.soft.hex)",
      "--text:\(scheme.text.hex)", "--edge:\(scheme.edge.hex)", "--border:\(scheme.border.hex)",
    ]
    for tone in Tone.allCases where tone != .neutral {
      lines.append("--\(tone.rawValue)-text:\((scheme.theme.text(tone) ?? scheme.text).hex)")
      lines.append("--\(tone.rawValue)-mark:\((scheme.theme.mark(tone) ?? scheme.text).hex)")
    }
    return lines.joined(separator: ";")
  }
}
