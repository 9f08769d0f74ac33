import JSON

/// Numbers written with a fixed count of decimals, half rounded away from zero as people expect.
package enum DecimalText {
  /// `85.50` for 85.5 with two places. Not for values of 10^15 and beyond, which come out as they are.
  static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    // Going by the shortest decimal, not the binary value: 1.005 is 1.01, as on paper.
    let (whole, fraction) = digits(of: abs(value))
    var kept = Array(fraction.prefix(places))
    kept += repeatElement(0, count: places - kept.count)
    var number = whole + kept
    if fraction.count > places, fraction[places] >= 5 {
      var index = number.count - 1
      while index >= 0, number[index] == 9 {
        number[index] = 0
        index -= 1
      }
      if index >= 0 { number[index] += 1 } else { number.insert(1, at: 0) }
    }
    let sign = value < 0 && number.contains { $0 != 0 } ? "-" : ""
    let text = number.map(String.init)
    let point = text.count - places
    let decimals = places > 0 ? "." + text[point...].joined() : ""
    return sign + text[..<point].joined() + decimals
  }

  /// `85` or `85.5`: the shortest text that reads back as `value`, without `.0`.
  package static func shortest(_ value: Double) -> String {
    JSONNumber(value)?.text ?? "\(value)"
  }

  /// `0.000457` for three digits of 0.0004567; far smaller values in powers of ten.
  static func significant(_ value: Double, digits: Int) -> String {
    var places = digits - 1
    var scale = abs(value)
    while scale > 0, scale < 1, places < 20 {
      scale *= 10
      places += 1
    }
    guard scale >= 1 else { return "\(value)" }
    return fixed(value, places: places)
  }

  /// `85,000.25` for `85000.25`.
  package static func grouped(_ text: String) -> String {
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text.dropFirst(sign.count).split(separator: ".", maxSplits: 1)
    guard let whole = parts.first, whole.allSatisfy(\.isNumber) else { return text }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return sign + grouped + (parts.count == 2 ? "." + parts[1] : "")
  }

  /// `$12,500`, and with cents where there are some: `$150.50`.
  package static func dollars(_ value: Double) -> String {
    let text = value == value.rounded() ? shortest(value) : fixed(value, places: 2)
    return "$" + grouped(text)
  }

  /// The decimal digits before and after the point of the shortest text that reads back as `value`.
  private static func digits(of value: Double) -> (whole: [Int], fraction: [Int]) {
    let parts = "\(value)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    var digits = mantissa.joined().compactMap(\.wholeNumberValue)
    var point = mantissa[0].count + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
    if point <= 0 {
      digits = Array(repeating: 0, count: 1 - point) + digits
      point = 1
    }
    if digits.count < point { digits += repeatElement(0, count: point - digits.count) }
    return (Array(digits[..<point]), Array(digits[point...]))
  }
}

extension Int {
  /// `100,000`: as people read counts.
  public var grouped: String { DecimalText.grouped(String(self)) }
}
