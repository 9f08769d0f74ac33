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
    let row = Row("Velocity", spoken: "Velocity").showing(bars: (0..<count).map(Double.init))
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
    "The axis of a chart names a unit for which there is space, and a longer one stands above it",
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
    #expect(html.contains(">\(unit)</p>") != isNamed)
  }

  @Test(
    "Cards stand in two columns in their order, and the first and a long one have the whole width",
    arguments: [(6, [0, 1, 1, 1]), (7, [0, 1, 0, 1])])
  func cards(rows: Int, depths: [Int]) {
    func section(_ title: String, rows: Int) -> Section {
      Section(title) { RowList((0..<rows).map { Row("\($0)", spoken: "\($0)") }) }
    }
    let page = Page(title: "Many") {
      section("First", rows: 1)
      section("Second", rows: 1)
      section("Third", rows: rows)
      section("Fourth", rows: 1)
    }
    let html = ServedPages.page(.page(page)).html
    let found = HTMLReader(html)["section"].map(\.depth)
    #expect(found.map { $0 - (found.first ?? 0) } == depths)
    let places = ["First", "Second", "Third", "Fourth"].compactMap {
      html.firstRange(of: ">\($0)</h2>")?.lowerBound
    }
    #expect(places.count == 4 && places == places.sorted())
  }

  @Test("A chart that is the first card, and numbers beside a list, need no whole width")
  func besides() {
    let chart = Chart(
      "Bars", sentence: "One.", form: .bars([Chart.Bar("a", 1)]),
      table: Table(columns: ["a"], rows: []))
    let numbers = StatGrid((1...4).map { Stat("Number \($0)", "\($0)") })
    let page = Page(title: "Many") {
      chart
      Section("Numbers") { numbers }
      Section("Both") {
        numbers
        RowList([Row("a", spoken: "a")])
      }
      chart
    }
    let reader = HTMLReader(ServedPages.page(.page(page)).html)
    #expect(reader["div"].filter { $0.attributes["class"] == "cards" }.count == 2)
    #expect(Set(reader["figure"].map(\.depth)).count == 1)
    let depths = reader["section"].map(\.depth)
    #expect(depths.count == 2 && depths[0] + 1 == depths[1], "four numbers have the whole width")
  }

  @Test("The first link of a section that makes a file is a green button with readable words")
  func file() throws {
    let page = Page(title: "Reports") {
      Section("Summary", links: [CommandLink("Export CSV", "reports csv")]) { Paragraph("x") }
    }
    let links = HTMLReader(ServedPages.page(.page(page)).html)["a"]
    let export = try #require(links.first { $0.attributes["class"] == "file" })
    #expect(export.attributes["href"] == "/reports.csv")
    #expect(
      Assets.styleSheet.contains(
        ".file{background:var(--positive-text);color:var(--surface);"))
    for scheme in [WebTheme.light, WebTheme.dark] {
      let green = try #require(scheme.theme.text(.positive))
      #expect(green.contrast(with: scheme.surface) >= Theme.textContrast)
    }
  }

  @Test(
    "A phone keeps little space for a short last column",
    arguments: [("Feb 6", true), ("Overdue", true), ("Dec 11, 2025", false)])
  func lastColumn(text: String, isNarrow: Bool) {
    let row = Row("Camp", spoken: "Camp").showing(trailing: Badge(text))
    let html = ServedPages.page(.page(Page(title: "Events") { RowList([row]) })).html
    #expect(html.contains("\"trailing narrow tone") == isNarrow)
  }

  @Test("The filters of a month are above it")
  func filtersOfMonth() throws {
    let first = CalendarDay(dayNumber: 20_513)
    let page = Page(title: "Calendar") { MonthGrid(monthOf: first, today: first, entries: []) }
    var served = ServedPages.page(.page(page))
    served.listing = ServedPages.listing
    let html = served.html
    let filters = try #require(html.firstRange(of: "class=\"listing\"")?.lowerBound)
    let month = try #require(html.firstRange(of: "class=\"month\"")?.lowerBound)
    #expect(filters < month)
  }
}
