import CivilTime
import FeatureKit
import Palette
import Testing

@testable import WebRendering

// Cards side by side, charts, and the links of a section.
extension ServedTests {
  @Test(
    "Small bars are equally wide in all rows of a list",
    arguments: [(3, 140), (10, 140), (12, 168)])
  func miniBars(count: Int, width: Int) throws {
    let row = Row(title: "Velocity", bars: (0..<count).map(Double.init), spoken: "Velocity")
    let html = ServedPages.page(.page(Page(title: "Trends") { RowList([row]) })).html
    let bars = try #require(HTMLReader(html)["svg"].first { $0.attributes["class"] == "mini" })
    #expect(bars.attributes["viewBox"] == "0 0 \(width) 96")
  }

  @Test("Charts have their specified heights")
  func heights() {
    #expect(Assets.styleSheet.contains(".plot{--tall:20rem;"), "320 pixels")
    #expect(
      Assets.styleSheet.contains(".mini{display:block;width:100%;max-width:20rem;height:6rem;"))
  }

  @Test(
    "The axis of a chart names a unit for which there is space",
    arguments: [("mph", true), ("strikeouts", false)])
  func unit(unit: String, isNamed: Bool) {
    let points = [3.0, 8].enumerated().map { index, value in
      Chart.Point(CalendarDay(dayNumber: 20_465 + index), value)
    }
    let chart = Chart(
      "Values", sentence: "They rose.",
      form: .line([Chart.Series("Values", points: points)], unit: unit),
      table: Table(columns: ["Day"], rows: []))
    let html = ServedPages.page(.page(Page(title: "Trends") { chart })).html
    #expect(html.contains(" \(unit)</text>") == isNamed)
  }
}
