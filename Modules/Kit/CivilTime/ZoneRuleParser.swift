extension ZoneRule {
  /// Parses a rule in the POSIX format with the extensions of zone files: names in `<…>`, and times
  /// from -167 to 167 hours.
  init?(posix text: String) {
    var parser = ZoneRuleParser(rest: Substring(text))
    guard let rule = parser.rule() else { return nil }
    self = rule
  }
}

/// Parses a time zone's rule for summer time in the POSIX format, such as `EST5EDT,M3.2.0,M11.1.0`.
private struct ZoneRuleParser {
  var rest: Substring

  mutating func rule() -> ZoneRule? {
    guard name(), let west = time(maximumHours: 24) else { return nil }
    // POSIX counts an offset as positive west of Greenwich. This module counts it as positive east
    // of Greenwich.
    guard !rest.isEmpty else { return ZoneRule(standard: -west, summer: nil) }
    guard name() else { return nil }
    var summerOffset = -west + 3600
    if let next = rest.first, next != "," {
      guard let west = time(maximumHours: 24) else { return nil }
      summerOffset = -west
    }
    guard take(","), let begins = change(), take(","), let ends = change(), rest.isEmpty else {
      return nil
    }
    let summer = ZoneRule.Summer(offset: summerOffset, begins: begins, ends: ends)
    return ZoneRule(standard: -west, summer: summer)
  }

  /// Moves past the name of a zone: three letters or more, or any text between angle brackets.
  /// Returns whether there is one.
  private mutating func name() -> Bool {
    if take("<") {
      guard let close = rest.firstIndex(of: ">"), close > rest.startIndex else { return false }
      rest = rest[rest.index(after: close)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  private mutating func change() -> ZoneRule.Change? {
    guard let date = date() else { return nil }
    guard take("/") else { return ZoneRule.Change(date: date, seconds: 2 * 3600) }
    return time(maximumHours: 167).map { ZoneRule.Change(date: date, seconds: $0) }
  }

  private mutating func date() -> ZoneRule.DateRule? {
    if take("M") {
      guard let month = number(1...12), take("."), let week = number(1...5), take("."),
        let day = number(0...6)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
    if take("J") { return number(1...365).map { .dayIgnoringLeap($0) } }
    return number(0...365).map { .dayOfYear($0) }
  }

  /// Parses a time `[+-]hh[:mm[:ss]]` and returns it in seconds.
  private mutating func time(maximumHours: Int) -> Int? {
    let negative = rest.first == "-"
    if negative || rest.first == "+" { rest = rest.dropFirst() }
    guard let hours = number(0...maximumHours) else { return nil }
    var seconds = hours * 3600
    for worth in [60, 1] where take(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * worth
    }
    return negative ? -seconds : seconds
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    guard let value = Int(digits), range.contains(value) else { return nil }
    return value
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }
}
