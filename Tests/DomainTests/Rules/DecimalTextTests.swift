import Testing

@testable import Domain

@Suite("Numbers in decimals")
struct DecimalTextTests {
  @Test(
    "A number has its decimals, half rounded up, and from 10^21 on is a power of ten",
    arguments: [
      (85.5, 2, "85.50"), (1.005, 2, "1.01"), (9.995, 2, "10.00"), (0.5, 0, "1"),
      (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (1e20, 1, "100000000000000000000.0"),
      (1e21, 2, "1e21"), (-1e21, 0, "-1e21"),
      (1e21.nextDown, 0, "999999999999999900000"), (1.5e21, 2, "1.5e21"),
    ])
  func fixed(value: Double, places: Int, text: String) {
    #expect(DecimalText.fixed(value, places: places) == text)
  }

  @Test(
    "Three digits of a small number are written out down to 10^-21",
    arguments: [
      (0.0004567, "0.000457"), (0.00009996, "0.000100"), (1e-21, "0.00000000000000000000100"),
      (-1e-21, "-0.00000000000000000000100"), (9.5e-22, "9.5e-22"), (1e-22, "1e-22"),
    ])
  func significant(value: Double, text: String) {
    #expect(DecimalText.significant(value, digits: 3) == text)
  }

  @Test(
    "The shortest text has the decimals that it needs, between the same two powers of ten",
    arguments: [
      (0, "0"), (-0.0, "0"), (85, "85"), (85.5, "85.5"), (-0.25, "-0.25"),
      (-85, "-85"), (0.00001, "0.00001"), (1234567.25, "1234567.25"),
      (1e20, "100000000000000000000"), (1e21, "1e21"), (1e-21, "0.000000000000000000001"),
      (9e-22, "9e-22"), (85.05, "85.05"), (0.005, "0.005"), (-0.01, "-0.01"), (7.12, "7.12"),
      (7.125, "7.125"), (7.1255, "7.1255"), (-0.0005, "-0.0005"),
      (0.1 + 0.2, "0.30000000000000004"), (999_999_999_999.999, "999999999999.999"),
      (1_000_000_000_000.5, "1000000000000.5"), (9_007_199_254_740_992, "9007199254740992"),
    ])
  func shortest(value: Double, text: String) {
    #expect(DecimalText.shortest(value) == text)
  }

  @Test("Thousandths are written as Swift writes them", arguments: [0, 4_095, 85_000, 999_000_000])
  func thousandths(from start: Int) {
    for number in start...(start + 2_000) {
      let value = Double(number) / 1000
      let text = "\(value)"
      #expect(DecimalText.shortest(value) == (text.hasSuffix(".0") ? "\(Int(value))" : text))
    }
  }
}
