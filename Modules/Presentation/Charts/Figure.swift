/// Formats numbers for people in the same way on every computer, such as `12,500` or `85.5`,
/// regardless of the system's language.
public enum Figure {
  /// Returns the number with exactly this number of decimals, such as `85.50` with two.
  public static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let digits = Int(scaled)
    let sign = value < 0 && digits > 0 ? "-" : ""
    let whole = grouped(digits / Int(scale))
    guard decimals > 0 else { return sign + whole }
    let rest = String(digits % Int(scale))
    return sign + whole + "." + String(repeating: "0", count: decimals - rest.utf8.count) + rest
  }

  /// Returns the number with at most two decimals, without zeros at the end, such as `85.5`.
  public static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e13 else { return "\(value)" }
    let hundredths = (value * 100).rounded()
    let decimals =
      hundredths.truncatingRemainder(dividingBy: 100) == 0
      ? 0
      : hundredths.truncatingRemainder(dividingBy: 10) == 0 ? 1 : 2
    return text(value, decimals: decimals)
  }

  /// Returns a whole number with separators between thousands from 10,000 on. Smaller numbers, such
  /// as years, need no separator.
  private static func grouped(_ whole: Int) -> String {
    let digits = String(whole)
    guard digits.utf8.count > 4 else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
