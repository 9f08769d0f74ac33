/// Formats numbers as decimal text, such as `85.5` or `12,500`. A half is rounded away from zero:
/// 2.5 becomes 3, and -2.5 becomes -3.
package enum DecimalText {
  /// The size from which numbers are written with an exponent, such as `1e21`, because a row of 21
  /// digits is hard to read. Numbers below 1e-21 are written with an exponent too.
  static let longest = 1e21

  /// Returns the value with this number of decimals, such as `85.50` for 85.5 with two decimals.
  /// Values of at least 10^21 are written with an exponent.
  static func fixed(_ value: Double, places: Int) -> String {
    guard abs(value) < longest else { return power(value) }
    // The digits are taken from the shortest decimal text of the value, so that 1.005 is rounded to
    // 1.01, as on paper. The binary value is slightly below 1.005 and would be rounded to 1.00.
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
    var text = number.map { UInt8(ascii: "0") + $0 }
    if places > 0 { text.insert(UInt8(ascii: "."), at: text.count - places) }
    if value < 0, number.contains(where: { $0 != 0 }) { text.insert(UInt8(ascii: "-"), at: 0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the shortest text that is `value` again when it is parsed, without `.0`: `85`, `85.5`
  /// or `0.00001`.
  package static func shortest(_ value: Double) -> String {
    var text: [UInt8] = []
    append(shortest: value, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the shortest text of a value to the bytes of a longer text.
  static func append(shortest value: Double, to text: inout [UInt8]) {
    if appendThousandths(value, to: &text) { return }
    guard abs(value) < longest, abs(value) >= 1 / longest else {
      return text.append(contentsOf: power(value).utf8)
    }
    let plain = "\(value)"
    guard !plain.utf8.contains(UInt8(ascii: "e")) else {
      return text.append(contentsOf: fixed(value, places: places(of: value)).utf8)
    }
    text.append(contentsOf: plain.utf8.dropLast(plain.hasSuffix(".0") ? 2 : 0))
  }

  /// Appends a value with at most three decimals. Returns false for other values, and appends
  /// nothing then.
  ///
  /// Most values are of that kind, and whole numbers are written faster than a `Double`. A text of
  /// at most fifteen digits that is the value again when it is parsed is the shortest one, because
  /// two such texts are never the same `Double`.
  private static func appendThousandths(_ value: Double, to text: inout [UInt8]) -> Bool {
    let thousandths = (value * 1000).rounded()
    guard abs(thousandths) < 1e15, thousandths / 1000 == value else { return false }
    let (whole, rest) = Int(abs(thousandths)).quotientAndRemainder(dividingBy: 1000)
    if value < 0 { text.append(UInt8(ascii: "-")) }
    var place = 1
    while whole / place >= 10 { place *= 10 }
    while place > 0 {
      text.append(digit(whole / place))
      place /= 10
    }
    guard rest > 0 else { return true }
    text.append(UInt8(ascii: "."))
    text.append(digit(rest / 100))
    if rest % 100 > 0 { text.append(digit(rest / 10)) }
    if rest % 10 > 0 { text.append(digit(rest)) }
    return true
  }

  /// Returns the last digit of a number as a character.
  private static func digit(_ number: Int) -> UInt8 {
    UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
  }

  /// Returns the number of decimals in the shortest text of a value, such as 1 for 85.5.
  static func places(of value: Double) -> Int {
    let fraction = digits(of: abs(value)).fraction
    return fraction.count - fraction.reversed().prefix { $0 == 0 }.count
  }

  /// Returns the value with this number of significant digits, such as `0.000457` for 0.0004567
  /// with three digits. Values below 10^-21 are written with an exponent.
  static func significant(_ value: Double, digits count: Int) -> String {
    guard abs(value) >= 1 / longest else { return power(value) }
    let fraction = digits(of: abs(value)).fraction
    let zeros = fraction.prefix { $0 == 0 }.count
    let text = fixed(value, places: zeros + count)
    // Rounding 0.00009996 to three digits results in 0.0001000, which has four. The last digit is
    // then removed.
    let hasGrown = text.drop { "-0.".contains($0) }.count > count
    return hasGrown ? String(text.dropLast()) : text
  }

  /// Returns the value with an exponent, such as `1e308` or `1e-320`, which is clearer than a long
  /// row of digits.
  private static func power(_ value: Double) -> String {
    let parts = "\(value)".split(separator: "e", maxSplits: 1)
    guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(value)" }
    let mantissa = parts[0].hasSuffix(".0") ? String(parts[0].dropLast(2)) : String(parts[0])
    return "\(mantissa)e\(exponent)"
  }

  /// Returns a number that is already text with commas between the thousands: `85,000.25` for
  /// `85000.25`.
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

  /// Returns an amount of dollars, such as `$12,500`. The cents are shown only if there are any:
  /// `$150.50`.
  package static func dollars(_ value: Double) -> String {
    let text = value == value.rounded() ? shortest(value) : fixed(value, places: 2)
    return "$" + grouped(text)
  }

  /// Returns the decimal digits before and after the point of the shortest text that is `value`
  /// again when it is parsed.
  private static func digits(of value: Double) -> (whole: [UInt8], fraction: [UInt8]) {
    let parts = "\(value)".utf8.split(separator: UInt8(ascii: "e"))
    let mantissa = parts[0].split(separator: UInt8(ascii: "."))
    var digits = mantissa.joined().map { $0 - UInt8(ascii: "0") }
    let exponent = parts.count == 2 ? Int(Substring(parts[1])) ?? 0 : 0
    var point = mantissa[0].count + exponent
    if point <= 0 {
      digits = [UInt8](repeating: 0, count: 1 - point) + digits
      point = 1
    }
    if digits.count < point { digits += repeatElement(0, count: point - digits.count) }
    return (Array(digits[..<point]), Array(digits[point...]))
  }
}

extension Int {
  /// The number as text with commas between the thousands, such as `100,000`.
  public var grouped: String { DecimalText.grouped(String(self)) }
}
