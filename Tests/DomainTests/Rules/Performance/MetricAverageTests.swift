import Domain
import Testing

@Suite("Averages of measurements")
struct MetricAverageTests {
  @Test(
    "An average has two decimals, three below 1 and in a batting average, and all below a thousandth",
    arguments: [
      ("velocity", 85.125, 85.13), ("velocity", 1.0005, 1), ("velocity", 1, 1),
      ("other", 0.4565, 0.457), ("other", -0.4565, -0.457), ("other", 0.9994, 0.999),
      ("other", 0.001, 0.001), ("other", 0.00099951, 0.000_999_51), ("other", 0, 0),
      ("batting_avg", 0.3125, 0.313), ("batting_avg", 1.0005, 1.001), ("batting_avg", 1.25, 1.25),
    ])
  func rounded(type: String, average: Double, expected: Double) {
    let bounds = ReportFigures.MetricBounds(
      type: type, average: average, maximum: 100, minimum: -100)
    #expect(bounds.roundedAverage == expected)
  }
}
