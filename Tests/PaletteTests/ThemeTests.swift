import FeatureKit
import Palette
import Testing

@Suite("Colours and contrast")
struct ThemeTests {
  @Test(
    "Contrast is what WCAG's formula gives",
    arguments: [
      (0x000000, 0xffffff, 21.0), (0xffffff, 0xffffff, 1.0), (0x777777, 0xffffff, 4.48),
      (0x3b82f6, 0xffffff, 3.68), (0x3b82f6, 0x000000, 5.71), (0x6b7280, 0xffffff, 4.83),
    ] as [(UInt32, UInt32, Double)])
  func contrast(colour: UInt32, ground: UInt32, expected: Double) {
    #expect(abs(RGB(colour).contrast(with: RGB(ground)) - expected) < 0.01)
  }

  @Test("A colour that can be read is kept as the specification gives it")
  func readableColourIsKept() {
    let black = Theme(grounds: [RGB(0x000000)])
    #expect(black.text(.info) == RGB(0x3b82f6))
    #expect(black.mark(.danger) == RGB(0xef4444))
  }

  @Test("A colour too pale for white paper gets darker and keeps its hue")
  func paleColourGetsDarker() throws {
    let white = Theme(grounds: [RGB(0xffffff)])
    let amber = try #require(white.text(.caution))
    #expect(amber.contrast(with: RGB(0xffffff)) >= 4.5)
    #expect(amber.contrast(with: RGB(0xffffff)) < 4.8)
    #expect(amber.red > amber.green && amber.green > amber.blue)
  }

  @Test("A shade reaches its contrast on every ground, not only the first")
  func everyGround() throws {
    let theme = Theme(grounds: [RGB(0x000000), RGB(0x30343c)])
    for tone in Tone.allCases where tone != .neutral {
      for ground in theme.grounds {
        #expect(try #require(theme.text(tone)).contrast(with: ground) >= 4.5)
        #expect(try #require(theme.mark(tone)).contrast(with: ground) >= 3)
      }
    }
  }

  @Test("When no shade of it can be read, the best one is taken")
  func bestOfBad() {
    let shade = RGB(0x3b82f6).shade(reaching: 21, on: [RGB(0x808080)])
    #expect(shade.luminance < 0.001)
  }

  @Test("Ordinary text has no colour of its own")
  func neutralHasNone() {
    #expect(Theme(grounds: [RGB(0xffffff)]).text(.neutral) == nil)
  }

  @Test("A colour writes itself as web pages do")
  func hexForm() {
    #expect(RGB(0x0a0b0c).hex == "#0a0b0c")
  }
}
