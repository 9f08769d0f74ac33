import FeatureKit
import FeatureTesting
import Testing

@testable import TerminalRendering

@Suite("Hostile text on a terminal")
struct HostileTextTests {
  static let styles = [40, 80, 200].flatMap { width in
    [VisibleText.Signs.unicode, .ascii].map {
      TerminalStyle(width: width, marks: $0, numbersLinks: true)
    }
  }

  @Test(
    "No field of any block reaches the terminal raw or wider than it",
    arguments: HostileText.samples)
  func everyField(text: String) {
    let page = SamplePages.filled { _ in text }
    for style in Self.styles {
      #expect(faults(of: TerminalRenderer.render(page, style), width: style.width) == [])
    }
    #expect(faults(of: PlainRenderer.render(page, numbersLinks: true)) == [])
  }

  @Test("No outcome reaches the terminal raw or wider than it", arguments: HostileText.samples)
  func everyOutcome(text: String) {
    let problem = Problem(.failed, text, details: [text, text], fix: text)
    let done = Done(text, details: [text])
    for style in Self.styles {
      let lines =
        TerminalRenderer.render(problem, style) + TerminalRenderer.render(done, style)
        + TerminalRenderer.render(Notice(text), style)
        + TerminalRenderer.render(question: text, details: [text], style)
        + [TerminalRenderer.render(Progress(text, done: 1, of: 3), style)]
        + [TerminalRenderer.render(Progress(text, done: 1), style)]
        + TerminalRenderer.wrap(text, style)
      #expect(faults(of: lines, width: style.width) == [])
    }
    let plain =
      PlainRenderer.render(problem) + PlainRenderer.render(done)
      + PlainRenderer.render(Notice(text))
      + PlainRenderer.render(question: text, details: [text])
      + [PlainRenderer.render(Progress(text, done: 1, of: 2))]
    #expect(faults(of: plain) == [])
  }

  @Test("In colour, the only escape sequences are the renderer's own")
  func onlyOwnSequences() {
    let page = SamplePages.filled { _ in "\u{1B}]0;x\u{7}\u{1B}[2J" }
    let lines = TerminalRenderer.render(page, TerminalStyle(depth: .trueColour))
    let own = /\u{1B}\[(0|1|(1;)?38;2;\d+;\d+;\d+)m/
    var foundAny = false
    for line in lines {
      let rest = line.replacing(own, with: "")
      foundAny = foundAny || rest != line
      #expect(unsafe(rest) == [])
      #expect(!line.contains("\u{1B}[") || line.hasSuffix("\u{1B}[0m") || !rest.isEmpty)
    }
    #expect(foundAny)
  }

  @Test("A megabyte in a title, a detail, a badge or a paragraph neither hangs nor breaks the page")
  func megabyte() {
    let huge = HostileText.huge
    #expect(huge.utf8.count > 1_000_000)
    let page = Page(title: "p") {
      RowList([
        Row(huge, spoken: huge).opening(CommandLink("x", "x")).showing([Badge(huge)], detail: huge)
      ])
      Table(columns: [Column("a"), Column("b", isNumeric: true)], rows: [[huge, "1"]])
    }
    let style = TerminalStyle(width: 80)
    let lines = TerminalRenderer.render(page, style)
    #expect(lines.count < 40)
    #expect(lines.allSatisfy { CellWidth.of($0) <= 80 })
  }

  /// Returns the first three lines that are too wide or contain control characters.
  private func faults(of lines: [String], width: Int = .max) -> [String] {
    Array(lines.filter { CellWidth.of($0) > width || !unsafe($0).isEmpty }.prefix(3))
  }

  /// Returns the characters of a line that a terminal would interpret or hide.
  private func unsafe(_ line: String) -> [String] {
    let scalars = Array(line.unicodeScalars)
    return scalars.indices.compactMap { index in
      let scalar = scalars[index]
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      let turns =
        [0x061C, 0x200E, 0x200F, 0x2028, 0x2029].contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      let isInPicture =
        scalar.value == 0x200D || scalar.value == 0xFE0F
        || (0xE0020...0xE007F).contains(scalar.value)
      let isHidden = scalar.properties.isDefaultIgnorableCodePoint && !isInPicture
      return isControl || turns || isHidden ? "U+" + String(scalar.value, radix: 16) : nil
    }
  }
}
