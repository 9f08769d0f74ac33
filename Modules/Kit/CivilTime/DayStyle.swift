/// The formats of a day for people, in English.
public enum DayStyle: CaseIterable, Hashable, Sendable {
  /// The day as `Feb 10`.
  case short
  /// The day as `Feb 10, 2026`.
  case shortWithYear
  /// The day as `February 10, 2026`.
  case long
  /// The day as `02/10/2026`.
  case slashed
  /// The month of the day as `February 2026`.
  case month
}

extension CalendarDay {
  /// Returns the day in a format for people, such as `Feb 10`. `description` is the format for
  /// files, such as `2026-02-10`.
  public func text(_ style: DayStyle) -> String {
    switch style {
    case .short: "\(MonthName.short(month)) \(day)"
    case .shortWithYear: "\(MonthName.short(month)) \(day), \(year)"
    case .long: "\(MonthName.long(month)) \(day), \(year)"
    case .slashed: "\(padded(month))/\(padded(day))/\(padded(year, 4))"
    case .month: "\(MonthName.long(month)) \(year)"
    }
  }
}

/// The months' English names, by number from 1.
public enum MonthName {
  public static let all = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns the full name of a month, such as `February`. Empty for an invalid number.
  public static func long(_ month: Int) -> String {
    all.indices.contains(month - 1) ? all[month - 1] : ""
  }

  /// Returns the short name of a month, such as `Feb`.
  public static func short(_ month: Int) -> String {
    firstLetters.indices.contains(month - 1) ? firstLetters[month - 1] : ""
  }

  private static let firstLetters = all.map { String($0.prefix(3)) }

  /// Returns the number of the month that `text` names, in full or by at least three letters.
  /// `sept` and `Sep.` count too.
  static func number(of text: Substring) -> Int? {
    let word = (text.hasSuffix(".") ? text.dropLast() : text).lowercased()
    guard word.utf8.count >= 3 else { return nil }
    return all.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
  }
}
