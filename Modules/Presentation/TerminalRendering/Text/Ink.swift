import FeatureKit
import Palette

/// Turns the styles of text into the escape sequences by which a terminal shows colors and bold
/// text.
struct Ink {
  let depth: ColourDepth
  let ground: Ground
  private var known: [Look: String] = [:]

  init(_ style: TerminalStyle) {
    depth = style.depth
    ground = style.ground
  }

  /// Returns the line for output, without trailing spaces. Each color ends on the line on which it
  /// begins, so that a single printed line never colors the text after it.
  mutating func text(_ line: StyledLine) -> String {
    if line.runs.count == 1, let only = line.runs.first, !only.isBlank, start(of: only.look).isEmpty
    {
      return only.text
    }
    var text = ""
    text.reserveCapacity(line.width + 16)
    var spaces = 0
    for run in line.runs {
      if run.isBlank {
        spaces += run.width
        continue
      }
      text.append(spaces: spaces)
      spaces = 0
      let start = start(of: run.look)
      if start.isEmpty {
        text += run.text
      } else {
        text += start
        text += run.text
        text += "\u{1B}[0m"
      }
    }
    return text
  }

  private mutating func start(of look: Look) -> String {
    guard depth != .none else { return "" }
    if let known = known[look] { return known }
    var codes = look.isBold ? ["1"] : []
    if look.isStruck { codes.append("9") }
    if let colour = colourCode(look) { codes.append(colour) }
    let start = codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
    known[look] = start
    return start
  }

  private func colourCode(_ look: Look) -> String? {
    let theme = TerminalTheme.on(ground)
    switch depth {
    case .none: return nil
    case .sixteen: return TerminalTheme.code16(look.tone, on: ground).map { "\($0)" }
    case .palette256:
      return TerminalTheme.index256(look, on: ground).map { "38;5;\($0)" }
    case .trueColour:
      let colour = look.isMark ? theme.mark(look.tone) : theme.text(look.tone)
      return colour.map { "38;2;\($0.red);\($0.green);\($0.blue)" }
    }
  }
}

/// The colors on a terminal for tones (meanings of text, such as `danger`).
enum TerminalTheme {
  /// Returns the theme (the color of each tone) for dark or for light terminals. Terminals differ
  /// in their dark or light background, so each color must be readable on all of the usual
  /// backgrounds.
  static func on(_ ground: Ground) -> Theme {
    switch ground {
    case .dark: Theme(grounds: [RGB(0x000000), RGB(0x1e1e1e)])
    case .light: Theme(grounds: [RGB(0xffffff), RGB(0xfafafa)])
    }
  }

  /// Returns the number of the color for a terminal with 256 colors: the nearest color that has
  /// enough contrast with the background. The colors 0 to 15 are not used, because each user can
  /// define them.
  static func index256(_ look: Look, on ground: Ground) -> Int? {
    let theme = on(ground)
    let wanted = look.isMark ? theme.mark(look.tone) : theme.text(look.tone)
    let least = look.isMark ? Theme.markContrast : Theme.textContrast
    guard let wanted else { return nil }
    return (16...255).filter { colour256($0).worstContrast(on: theme.grounds) >= least }
      .min { colour256($0).distance(to: wanted) < colour256($1).distance(to: wanted) }
  }

  static func colour256(_ index: Int) -> RGB {
    if index >= 232 {
      let grey = UInt8(8 + (index - 232) * 10)
      return RGB(red: grey, green: grey, blue: grey)
    }
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let place = index - 16
    return RGB(
      red: steps[place / 36], green: steps[place / 6 % 6], blue: steps[place % 6])
  }

  /// Returns the number of the tone's color for a terminal with sixteen colors. The user of the
  /// terminal defines how these colors look. For a dark background, the number is that of a bright
  /// color.
  static func code16(_ tone: Tone, on ground: Ground) -> Int? {
    let bright = ground == .dark ? 60 : 0
    return switch tone {
    case .neutral: nil
    case .muted: ground == .dark ? 37 : 90
    case .info, .first: 34 + bright
    case .positive, .third: 32 + bright
    case .caution, .warning, .fourth: 33 + bright
    case .danger, .fifth: 31 + bright
    case .second, .sixth: 35 + bright
    }
  }
}

extension RGB {
  /// Returns an approximate visual difference of two colors. Differences in green count most.
  fileprivate func distance(to other: RGB) -> Int {
    let (red, green, blue) = (
      Int(self.red) - Int(other.red), Int(self.green) - Int(other.green),
      Int(self.blue) - Int(other.blue)
    )
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }
}
