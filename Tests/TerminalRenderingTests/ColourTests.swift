import FeatureKit
import Palette
import Testing

@testable import TerminalRendering

@Suite("Colours on a terminal")
struct ColourTests {
  static let looks = Tone.allCases.filter { $0 != .neutral }

  @Test("Words reach 4.5 to 1 and marks 3 to 1 on either ground", arguments: looks, Ground.allCases)
  func trueColour(tone: Tone, ground: Ground) throws {
    let theme = TerminalTheme.on(ground)
    #expect(try #require(theme.text(tone)).worstContrast(on: theme.grounds) >= 4.5)
    #expect(try #require(theme.mark(tone)).worstContrast(on: theme.grounds) >= 3)
  }

  @Test("So they do among 256 fixed colours", arguments: looks, Ground.allCases)
  func palette256(tone: Tone, ground: Ground) throws {
    let grounds = TerminalTheme.on(ground).grounds
    let words = try #require(TerminalTheme.index256(.words(tone), on: ground))
    let mark = try #require(TerminalTheme.index256(.mark(tone), on: ground))
    #expect(TerminalTheme.colour256(words).worstContrast(on: grounds) >= 4.5)
    #expect(TerminalTheme.colour256(mark).worstContrast(on: grounds) >= 3)
  }

  @Test(
    "The fixed colours are those of xterm",
    arguments: [
      (16, 0x000000), (21, 0x0000ff), (231, 0xffffff), (232, 0x080808), (255, 0xeeeeee),
      (110, 0x87afd7),
    ]
      as [(Int, UInt32)])
  func xterm(index: Int, colour: UInt32) {
    #expect(TerminalTheme.colour256(index) == RGB(colour))
  }

  @Test(
    "Each depth writes its own sequences",
    arguments: [
      (ColourDepth.none, "✗ No"), (.sixteen, "\u{1B}[91m✗ \u{1B}[0mNo"),
      (.trueColour, "\u{1B}[38;2;239;68;68m✗ \u{1B}[0mNo"),
      (.palette256, "\u{1B}[38;5;203m✗ \u{1B}[0mNo"),
    ])
  func sequences(depth: ColourDepth, text: String) {
    #expect(TerminalRenderer.render(Problem(.failed, "No"), TerminalStyle(depth: depth)) == [text])
  }
}
