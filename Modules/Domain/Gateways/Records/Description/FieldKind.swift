public import Basics
public import CivilTime

/// A type of form value, such as a day: how people enter it as text, and how it is converted to a
/// `FieldValue` and back.
public struct FieldKind<Value: Sendable>: Sendable {
  public let typed: ValueKind<Value>
  public let wrap: @Sendable (Value) -> FieldValue
  public let unwrap: @Sendable (FieldValue) -> Value?
  /// The rule for the year of a day without a year, such as `Feb 10`, that a person enters or
  /// imports. For example, the year can be that of the next such day or that of the last one.
  var leaning = NaturalDate.Leaning.nearest
}

extension FieldKind where Value == String {
  public static var text: FieldKind { text("TEXT") }
  public static var link: FieldKind { text("LINK", .program) }
  public static var address: FieldKind { text("ADDRESS") }
  public static var phone: FieldKind { text("PHONE", .program) }
  public static var state: FieldKind { text("STATE", .state) }

  /// Returns the input type of a text. The maximum here only prevents huge inputs; the rule of the
  /// record's column limits the length further.
  private static func text(_ placeholder: String, _ words: WordSource = .person) -> FieldKind {
    FieldKind(typed: .text(max: 1_000_000, placeholder: placeholder, words: words)) {
      .text($0)
    } unwrap: {
      if case .text(let text) = $0 { text } else { nil }
    }
  }
}

extension FieldKind where Value == [String] {
  /// The input type of several short texts, entered with semicolons between them.
  public static var texts: FieldKind {
    let parts = ValueKind<[String]>("A; B") { text, _ throws(Problem) in
      let parts = text.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
      guard !parts.isEmpty else {
        throw Problem(
          .usage, "`\(text)` names nothing.", fix: "Example: \"close to home; small classes\"")
      }
      return parts
    }
    return FieldKind(typed: parts) {
      .texts($0)
    } unwrap: {
      if case .texts(let texts) = $0 { texts } else { nil }
    }
  }
}

extension FieldKind where Value == Int {
  /// Returns the input type of a whole number. The rule of the record's column limits its range.
  public static func whole(example: String) -> FieldKind {
    let typed = ValueKind<Int>("NUMBER", words: .program) { text, _ throws(Problem) in
      guard let number = Int(text.trimmed.filter { $0 != "," }) else {
        throw Problem(.usage, "`\(text)` is not a whole number.", fix: "Example: \(example)")
      }
      return number
    }
    return whole(typed)
  }

  public static func whole(_ range: ClosedRange<Int>) -> FieldKind { whole(.integer(range)) }

  private static func whole(_ typed: ValueKind<Int>) -> FieldKind {
    FieldKind(typed: typed) {
      .whole($0)
    } unwrap: {
      if case .whole(let number) = $0 { number } else { nil }
    }
  }
}

extension FieldKind where Value == Double {
  /// The input type for a column of decimal numbers into which people enter whole numbers only,
  /// such as the number of a school's students.
  static func whole(example: String) -> FieldKind {
    let whole = FieldKind<Int>.whole(example: example)
    return FieldKind(typed: whole.typed.map { Double($0) }) {
      .whole(Int(exactly: $0.rounded()) ?? 0)
    } unwrap: {
      whole.unwrap($0).map { Double($0) }
    }
  }

  public static var dollars: FieldKind { number(.dollars, sign: "$", example: "12500") }
  public static var percent: FieldKind { number(.percent, sign: "%", example: "50") }

  /// Returns the input type of a number that may be typed with its unit, as in `$12,500` or `50%`.
  private static func number(
    _ unit: FieldValue.NumberUnit, sign: Character, example: String
  ) -> FieldKind {
    let typed = ValueKind<Double>("NUMBER", words: .program) { text, _ throws(Problem) in
      let digits = text.trimmed.filter { $0 != sign && $0 != "," }
      let isDecimal = digits.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-")
      }
      guard isDecimal, let number = Double(digits), number.isFinite else {
        throw Problem(.usage, "`\(text)` is not a number.", fix: "Example: \(example)")
      }
      return number
    }
    return FieldKind(typed: typed) {
      .number($0, unit)
    } unwrap: {
      if case .number(let number, _) = $0 { number } else { nil }
    }
  }
}

extension FieldKind where Value == CalendarDay {
  public static var day: FieldKind { reading(.day) }
  /// The input type of a day on which something is planned. An entered day without a year means the
  /// next one.
  static var dayLookingAhead: FieldKind { reading(.dayLookingAhead, .ahead) }
  /// The input type of a day by which something is due.
  static var dueDay: FieldKind { reading(.dueDay, .ahead) }
  /// The input type of the last day of a range. An entered month, such as `March 2026`, means its
  /// last day.
  public static var lastDay: FieldKind { reading(.lastDay) }
  /// The input type of a day on which something happened. An entered weekday means the most recent
  /// day of that name.
  public static var dayLookingBack: FieldKind { reading(.dayLookingBack, .back) }
  /// The input type of a day on which something happened and that must not be in the future.
  static var pastDay: FieldKind { reading(.pastDay.thatHasCome, .past) }

  private static func reading(
    _ typed: ValueKind<CalendarDay>, _ leaning: NaturalDate.Leaning = .nearest
  ) -> FieldKind {
    FieldKind(
      typed: typed.inWrittenYears, wrap: { .day($0) },
      unwrap: {
        switch $0 {
        case .day(let day), .writtenDay(_, let day), .deadline(let day, _): day
        default: nil
        }
      }, leaning: leaning)
  }
}

extension FieldKind where Value == TimeOfDay {
  public static var time: FieldKind {
    let typed = ValueKind<TimeOfDay>("HH:MM", words: .program) { text, _ throws(Problem) in
      guard let time = TimeOfDay.written(text) else {
        throw Problem(
          .usage, "`\(text)` is not a time of day.", fix: "Examples: 9:30, 15:00, 3 pm")
      }
      return time
    }
    return FieldKind(typed: typed.hinted("For example 9:30, 15:00 or 3 pm")) {
      .time($0)
    } unwrap: {
      if case .time(let time) = $0 { time } else { nil }
    }
  }
}

extension FieldKind where Value == Bool {
  public static var yesNo: FieldKind {
    let typed = ValueKind<Bool>("yes|no", completion: .words(["yes", "no"]), words: .program) {
      text, _ throws(Problem) in
      switch text.trimmed.lowercased() {
      case "yes", "y", "true": return true
      case "no", "n", "false": return false
      default:
        throw Problem(
          .usage, "`\(text)` is neither yes nor no.", fix: Problem.choosing(["yes", "no"]))
      }
    }
    return FieldKind(typed: typed) {
      .flag($0)
    } unwrap: {
      if case .flag(let isTrue) = $0 { isTrue } else { nil }
    }
  }
}

extension FieldKind where Value: Vocabulary {
  public static var choice: FieldKind {
    FieldKind(typed: .vocabulary.spelled { Value(written: $0)?.rawValue ?? $0 }) {
      .choice(raw: $0.rawValue, words: $0.words)
    } unwrap: {
      if case .choice(let raw, _) = $0 { Value(rawValue: raw) } else { nil }
    }
  }
}

extension FieldKind where Value == RecordID {
  /// Returns the input type of a reference to another record.
  ///
  /// - Parameter typed: finds the record that the entered text means.
  public static func record(_ typed: ValueKind<Reference>) -> FieldKind {
    FieldKind(typed: typed.map(\.id)) { id in
      .text(id.description)
    } unwrap: {
      if case .record(let reference) = $0 { reference.id } else { nil }
    }
  }
}
