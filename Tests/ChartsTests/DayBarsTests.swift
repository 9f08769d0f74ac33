import Charts
import CivilTime
import Testing

@Suite("Bars for counts by day")
struct DayBarsTests {
  private static let first = CalendarDay(dayNumber: 20_000)

  private func bars(_ counts: [Double], over span: ClosedRange<CalendarDay>? = nil) -> DayBars? {
    DayBars(
      counts.enumerated().map { DatedValue(Self.first.adding(days: $0.offset), $0.element) },
      over: span)
  }

  @Test("A bar stands on zero, in the place of its day, and none is left out")
  func places() throws {
    let drawn = try #require(bars([4, 0, 2, 1]))
    #expect(drawn.ticks.domain == 0...4)
    let places = drawn.bars(width: 100, height: 40)
    #expect(places.map(\.top) == [0, 20, 30])
    #expect(zip(places.map(\.left), [2.5, 52.5, 77.5]).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(zip(places.map(\.right), [22.5, 72.5, 97.5]).allSatisfy { abs($0 - $1) < 0.001 })
    let year = try #require(bars(Array(repeating: 1, count: 366)))
    #expect(year.bars(width: 600, height: 200).count == 366)
  }

  private static let fewThings: [(Double, [Double])] = [
    (0, [0, 1]), (1, [0, 1]), (2, [0, 1, 2]), (3, [0, 1, 2, 3]),
  ]

  @Test("Few things are counted in whole numbers", arguments: fewThings)
  func ticks(most: Double, ticks: [Double]) throws {
    #expect(try #require(bars([most, 0])).ticks.values == ticks)
  }

  @Test("An axis may reach further than the counts")
  func span() throws {
    let drawn = try #require(
      bars([1], over: Self.first.adding(days: -1)...Self.first.adding(days: 2)))
    #expect(drawn.bars(width: 40, height: 10).map(\.left) == [11])
  }

  @Test("Without a count there is nothing to draw")
  func nothing() {
    #expect(bars([]) == nil && bars([.nan, -1]) == nil)
  }

  @Test("The outlines of the bars are closed at the floor")
  func outlines() {
    let path = SVGPath.text([DayBars.Bar(left: 1, right: 3, top: 5)].outlines(floor: 10))
    #expect(path == "M1,10L1,5L3,5L3,10Z")
  }
}
