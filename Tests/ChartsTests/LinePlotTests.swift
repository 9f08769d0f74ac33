import Charts
import CivilTime
import Testing

@Suite("Lines over days")
struct LinePlotTests {
  let start = CalendarDay(dayNumber: 20_000)

  func points(_ values: [(Int, Double)]) -> [DatedValue] {
    values.map { DatedValue(start.adding(days: $0.0), $0.1) }
  }

  @Test("Distances between points are distances between days")
  func trueSpacing() throws {
    let plot = try #require(LinePlot([points([(0, 1), (10, 2), (100, 3)])]))
    #expect(plot.points(of: 0, width: 100, height: 10).map(\.x) == [0, 10, 100])
  }

  @Test("Plots over the same days share an axis, whatever days they have points on")
  func sharedAxis() throws {
    let span = start.adding(days: -50)...start.adding(days: 50)
    let plot = try #require(LinePlot([points([(0, 1), (50, 2)])], over: span))
    #expect(plot.days == span)
    #expect(plot.points(of: 0, width: 100, height: 10).map(\.x) == [50, 100])
    let wider = try #require(LinePlot([points([(0, 1), (60, 2)])], over: span))
    #expect(wider.days == span.lowerBound...start.adding(days: 60), "no point falls off")
  }

  @Test("Points are drawn in order of their days, however they come")
  func sorted() throws {
    let plot = try #require(LinePlot([points([(9, 3), (0, 1), (4, 2)])]))
    #expect(plot.series[0].map(\.value) == [1, 2, 3])
  }

  @Test("What no axis can hold is left out")
  func unplottable() throws {
    let plot = try #require(LinePlot([points([(0, 1), (1, .nan), (2, .infinity), (3, 2)])]))
    #expect(plot.series[0].map(\.value) == [1, 2])
    #expect(LinePlot([points([(0, .nan)])]) == nil)
    #expect(LinePlot([]) == nil)
  }

  @Test(
    "Fifty points stay fifty; more are thinned to fifty and keep their extremes", arguments: 0..<20)
  func thinning(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state % 100_000) / 100
    }
    let few = points((0..<50).map { ($0, random()) })
    #expect(Thinning.keepingExtremes(few, limit: 50) == few)
    let many = points((0..<(51 + seed * 97)).map { ($0, random()) })
    let thinned = Thinning.keepingExtremes(many, limit: 50)
    #expect(thinned.count <= 50)
    #expect(thinned.first == many.first && thinned.last == many.last)
    #expect(thinned.map(\.value).max() == many.map(\.value).max())
    #expect(thinned.map(\.value).min() == many.map(\.value).min())
    let days = thinned.map(\.day)
    #expect(days == days.sorted())
  }

  @Test("A curve never leaves the range of its points")
  func curveDoesNotOvershoot() {
    let points = [(0.0, 5.0), (10, 5), (20, 0), (30, 9), (40, 9)].map { PlotPoint(x: $0, y: $1) }
    let numbers = SVGPath.curve(points).split { "MC, ".contains($0) }.compactMap { Double($0) }
    let heights = numbers.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(heights.count == 13)
    #expect(heights.allSatisfy { (0...9).contains($0) })
  }

  @Test("Paths are written without spare digits")
  func pathText() {
    let points = [PlotPoint(x: 0, y: 1.5), PlotPoint(x: 10.256, y: -0.05)]
    #expect(SVGPath.polyline(points) == "M0,1.5L10.26,-0.05")
    #expect(SVGPath.area(under: points, floor: 20) == "M0,1.5L10.26,-0.05L10.26,20L0,20Z")
    #expect(SVGPath.curve([]) == "")
  }
}
