import FeatureKit
import FeatureTesting
import TerminalRendering
import Testing

@Suite("Pages as they have been agreed on")
struct GoldenTests {
  static let styles: [(name: String, style: TerminalStyle)] = [
    ("40", TerminalStyle(width: 40)), ("80", TerminalStyle(width: 80)),
    ("200", TerminalStyle(width: 200)),
    ("80-truecolour", TerminalStyle(width: 80, depth: .trueColour)),
    ("80-prompt", TerminalStyle(width: 80, numbersLinks: true)),
    ("40-prompt", TerminalStyle(width: 40, numbersLinks: true)),
    ("80-ascii", TerminalStyle(width: 80, marks: .ascii)),
  ]

  @Test("A page on a terminal", arguments: SamplePages.all.map(\.name), styles.map(\.name))
  func terminal(page name: String, style styleName: String) throws {
    let page = try #require(SamplePages.all.first { $0.name == name }?.page)
    let style = try #require(Self.styles.first { $0.name == styleName }?.style)
    let text = TerminalRenderer.render(page, style).joined(separator: "\n") + "\n"
    let mismatch = GoldenFile("\(name)-\(styleName).txt").mismatch(with: text)
    #expect(mismatch == nil)
  }

  @Test("A page said in words", arguments: SamplePages.all.map(\.name))
  func plain(page name: String) throws {
    let page = try #require(SamplePages.all.first { $0.name == name }?.page)
    let text = PlainRenderer.render(page).joined(separator: "\n") + "\n"
    let mismatch = GoldenFile("\(name)-plain.txt").mismatch(with: text)
    #expect(mismatch == nil)
  }
}
