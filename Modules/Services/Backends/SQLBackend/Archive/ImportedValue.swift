import Basics
import CivilTime
import Domain
import JSON

/// The settings for parsing the values of an imported file, such as its time zone, and the day by
/// which words such as `fri` become a date.
struct ImportReader {
  let zone: Zone
  let today: CalendarDay
  /// True while a row with an id is parsed. Such a row comes from an export, and a word in it that
  /// this program does not know may come from a newer version of the program. The word is then
  /// stored as it is instead of being rejected.
  var keepsUnknownWords = false
  /// True if the file writes numbers with decimal commas: `85,5`, or `1.250,5` with a separator of
  /// thousands.
  var hasDecimalCommas = false
  /// Decides how an incomplete date in the file is completed: the year of a date such as `3/14`,
  /// and the week of a weekday such as `fri`. The choice depends on the column: a deadline is in
  /// the future, and a contact in the past.
  var leaning = NaturalDate.Leaning.nearest

  func leaning(_ direction: NaturalDate.Leaning) -> ImportReader {
    var reader = self
    reader.leaning = direction
    return reader
  }
}

/// A type whose values can be parsed from an imported file, both from the text of a CSV cell and
/// from a typed JSON value of an export.
protocol ImportableValue {
  /// The expected form in words, such as `a whole number`, for the message about a malformed value.
  static var wanted: String { get }
  /// Returns the parsed value; nil if the value does not have the expected form.
  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Self?
}

extension Optional: ImportableValue where Wrapped: ImportableValue {
  static var wanted: String { Wrapped.wanted }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Wrapped?? {
    if value.isNull { return .some(nil) }
    return Wrapped.imported(value, reader).map { .some($0) }
  }
}

extension String: ImportableValue {
  static var wanted: String { "a text" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}

extension Int: ImportableValue {
  static var wanted: String { "a whole number" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Int? {
    value.int ?? value.string.flatMap { Int($0.trimmed) }
  }
}

extension Double: ImportableValue {
  static var wanted: String { "a number" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Double? {
    if let number = value.double { return number }
    guard var text = value.string?.trimmed else { return nil }
    // Spreadsheets write amounts as `$12,500` and `40%`, so these signs are removed before the
    // number is parsed.
    if text.hasPrefix("$") { text.removeFirst() }
    if text.hasSuffix("%") { text.removeLast() }
    if reader.hasDecimalCommas, text.contains(",") {
      text = String(text.filter { $0 != "." }.map { $0 == "," ? "." : $0 })
    }
    guard let plain = withoutSeparators(text.trimmed) else { return nil }
    return Double(plain).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Removes the commas that separate groups of three digits, as in `12,500`. Returns nil for a
  /// text with a comma in any other place, because that comma is a decimal comma: `85,5` must not
  /// become 855.
  private static func withoutSeparators(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return text }
    let whole = parts.last?.prefix { $0 != "." }
    guard parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 }), whole?.count == 3,
      (1...4).contains(parts[0].count)
    else { return nil }
    return parts.joined()
  }
}

extension Bool: ImportableValue {
  static var wanted: String { "yes or no" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Bool? {
    if let flag = value.bool { return flag }
    switch (String.imported(value, reader) ?? "").trimmed.lowercased() {
    case "1", "yes", "y", "true", "x": return true
    case "0", "no", "n", "false": return false
    default: return nil
    }
  }
}

extension RecordID: ImportableValue {
  static var wanted: String { "an id" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> RecordID? {
    value.string.flatMap { RecordID($0.trimmed) }
  }
}

extension CalendarDay: ImportableValue {
  static var wanted: String { "a date; write it like 2026-02-10" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> CalendarDay? {
    guard let text = value.string?.trimmed else { return nil }
    return serial(text)
      ?? (try? NaturalDate.parse(text, today: reader.today, leaning: reader.leaning).get())
  }

  /// Returns the date for a spreadsheet's serial number, which counts days from the end of 1899.
  private static func serial(_ text: String) -> CalendarDay? {
    guard text.utf8.count == 5, let number = Int(text), (20_000...80_000).contains(number) else {
      return nil
    }
    return CalendarDay(year: 1899, month: 12, day: 30)?.adding(days: number)
  }
}

extension TimeOfDay: ImportableValue {
  static var wanted: String { "a time; write it like 14:30" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> TimeOfDay? {
    value.string.flatMap { TimeOfDay.written($0) }
  }
}

extension Instant: ImportableValue {
  static var wanted: String { "a moment; write it like 2026-02-10 14:30" }

  /// Parses a moment with a UTC offset, or a day with or without a time of day, which is a local
  /// time in the family's time zone.
  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Instant? {
    guard let text = value.string?.trimmed else { return nil }
    if let instant = Instant(text) { return instant }
    if let day = CalendarDay.imported(.string(text), reader) {
      return reader.zone.midnight(of: day)
    }
    guard let gap = text.lastIndex(where: { $0 == " " || $0 == "T" }),
      let time = TimeOfDay(String(text[text.index(after: gap)...])),
      let day = CalendarDay.imported(.string(String(text[..<gap])), reader)
    else { return nil }
    return reader.zone.instant(of: day, at: time)
  }
}

extension Open: ImportableValue where Known: Vocabulary {
  static var wanted: String { Known.choice }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> Open? {
    guard let text = value.string?.trimmed else { return nil }
    if let known = Known(written: text) { return .known(known) }
    return reader.keepsUnknownWords ? .unknown(text) : nil
  }
}

extension JSONValue: ImportableValue {
  static var wanted: String { "JSON" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> JSONValue? {
    value.string.map { JSONColumn.value($0) } ?? value
  }
}

extension [String]: ImportableValue {
  static var wanted: String { "a list" }

  /// Accepts a JSON list, a text that contains such a list, or texts separated by semicolons, as
  /// people write them into a CSV cell.
  static func imported(_ value: JSONValue, _ reader: ImportReader) -> [String]? {
    if let list = value.array { return list.compactMap(\.string) }
    guard let text = value.string else { return nil }
    if text.hasPrefix("[") { return TextList.texts(text) }
    return text.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}

extension IDArray: ImportableValue {
  static var wanted: String { "a list of ids" }

  static func imported(_ value: JSONValue, _ reader: ImportReader) -> IDArray? {
    guard let texts = [String].imported(value, reader) else { return nil }
    let ids = texts.compactMap { RecordID($0) }
    return ids.count == texts.count ? IDArray(ids: ids) : nil
  }
}
