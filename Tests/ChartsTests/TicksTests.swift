import Charts
import CivilTime
import Testing

@Suite("Axes")
struct TicksTests {
  @Test(
    "Ticks are numbers people count in, and enclose the values",
    arguments: [
      (81.0, 85.5, ["80", "82", "84", "86"]),
      (0.0, 3.0, ["0", "1", "2", "3"]),
      (4.41, 4.92, ["4.4", "4.6", "4.8", "5.0"]),
      (-3.0, 4.0, ["-5", "0", "5"]),
      (0.0, 118.0, ["0", "50", "100", "150"]),
      (12_000.0, 31_000.0, ["10,000", "20,000", "30,000", "40,000"]),
      (85.0, 85.0, ["82", "84", "86", "88"]),
      (0.0, 0.0, ["-1", "0", "1"]),
    ])
  func ticks(low: Double, high: Double, labels: [String]) {
    let ticks = Ticks(enclosing: low...high)
    #expect(ticks.labels == labels)
    #expect(ticks.domain.lowerBound <= low && ticks.domain.upperBound >= high)
  }

  @Test("Where values are batting averages, so are the ticks")
  func thousandths() {
    #expect(
      Ticks(enclosing: 0.312...0.328).labels(inThousandths: true) == [".310", ".320", ".330"])
    #expect(
      Ticks(enclosing: 0.312...0.328).labels(inThousandths: false) == ["0.31", "0.32", "0.33"])
    #expect(Ticks(enclosing: 0.5...1).labels(inThousandths: true).last == "1.000")
    #expect(Ticks(enclosing: 0...0.002).labels(inThousandths: true).last == ".002")
  }

  @Test(
    "Where values are times, the ticks have minutes",
    arguments: [
      (110.3, 112.3, ["1:50", "1:51", "1:52", "1:53"]),
      (112.3, 112.9, ["1:52.0", "1:52.5", "1:53.0"]),
      (58.0, 61.0, ["0:58", "0:59", "1:00", "1:01"]),
      (980.0, 1004.0, ["16:20", "16:30", "16:40", "16:50"]),
      (1000.0, 1040.0, ["16:30", "16:45", "17:00", "17:15", "17:30"]),
      (62.0, 128.0, ["1:00", "1:30", "2:00", "2:30"]),
      (290.0, 400.0, ["4:00", "5:00", "6:00", "7:00"]),
      (310.0, 640.0, ["4:00", "6:00", "8:00", "10:00", "12:00"]),
      (1200.0, 1900.0, ["20:00", "25:00", "30:00", "35:00"]),
      (3600.0, 9000.0, ["60:00", "90:00", "120:00", "150:00"]),
    ])
  func onClock(low: Double, high: Double, labels: [String]) {
    let ticks = Ticks(enclosing: low...high, onClock: true)
    #expect(ticks.labels(inThousandths: false, onClock: true) == labels)
  }

  @Test(
    "The widest and the narrowest ranges there are still have a few ticks",
    arguments: [
      -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
      1e300...1e301, 1e-300...2e-300, 1e15...(1e15 + 0.25),
    ])
  func extremeRanges(range: ClosedRange<Double>) {
    let ticks = Ticks(enclosing: range)
    #expect((2...12).contains(ticks.values.count))
    #expect(ticks.values.allSatisfy { $0.isFinite })
  }

  @Test(
    "Days along an axis are labelled in the unit that fits",
    arguments: [
      ("2026-01-12", "2026-02-10", ["Jan 12", "Jan 19", "Jan 26", "Feb 2", "Feb 9"]),
      ("2025-08-03", "2026-02-01", ["Aug", "Oct", "Dec", "Feb"]),
      ("2024-08-03", "2026-02-01", ["Aug 2024", "Feb 2025", "Aug", "Feb 2026"]),
      ("2019-05-05", "2026-02-01", ["2019", "2021", "2023", "2025"]),
      ("2026-02-10", "2026-02-10", ["Feb 10"]),
      ("2026-02-10", "2026-02-12", ["Feb 10", "Feb 11", "Feb 12"]),
      ("0001-01-01", "9999-12-31", ["1", "5001"]),
    ])
  func dayTicks(from: String, to: String, labels: [String]) throws {
    let first = try #require(CalendarDay(from))
    let last = try #require(CalendarDay(to))
    let ticks = DayTicks(from: first, to: last).ticks
    #expect(ticks.map(\.label) == labels)
    #expect(ticks.first?.day == first)
    #expect(ticks.allSatisfy { $0.day <= last })
  }

  @Test(
    "Figures are written for people",
    arguments: [
      (85.5, "85.5"), (85.0, "85"), (85.256, "85.26"), (12_500, "12,500"), (-0.001, "0"),
      (-3.25, "-3.25"), (9_999, "9999"), (1_234_567.5, "1,234,567.5"), (.infinity, "inf"),
    ] as [(Double, String)])
  func figures(value: Double, text: String) {
    #expect(Figure.text(value) == text)
  }

  @Test("A scale holds values inside its extent")
  func scale() {
    let scale = LinearScale(10...20, from: 100, to: 0)
    let places = [10, 15, 20, 25, 5].map { scale($0) }
    #expect(places == [100, 50, 0, 0, 100])
    #expect(LinearScale(7...7, from: 0, to: 8)(7) == 4)
  }
}
