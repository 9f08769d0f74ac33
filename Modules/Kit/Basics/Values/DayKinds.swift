public import CivilTime

extension ValueKind where Value == CalendarDay {
  /// Parses a day as people write it, such as `today`, `fri`, `-30d`, `Feb 10` or `2026-02-10`.
  public static var day: ValueKind {
    reading { NaturalDate.parse($0, today: $1) }
  }

  /// Parses the day of something planned, such as an event.
  ///
  /// A day or month without a year means the next one. If it was within the last 60 days, the past
  /// day or month is meant instead.
  public static var dayLookingAhead: ValueKind { lookingAhead() }

  /// Parses the day by which something is due. It reads a day as `dayLookingAhead` does, and
  /// suggests only days that are not over.
  public static var dueDay: ValueKind { lookingAhead(offering: ["today", "tomorrow"]) }

  private static func lookingAhead(offering words: [String] = nearDays) -> ValueKind {
    reading(offering: words) { NaturalDate.parse($0, today: $1, leaning: .ahead) }.notLongOver
  }

  /// Parses the end of a range of days.
  ///
  /// A month or a year means its last day, so that the range includes all of it.
  public static var lastDay: ValueKind {
    reading { NaturalDate.span($0, today: $1).map(\.upperBound) }
  }

  /// Parses the day of something that has usually happened, such as a contact.
  ///
  /// A day or month without a year means the most recent one. If the next such day comes within 60
  /// days, the next one is meant instead. A weekday means the most recent one.
  public static var dayLookingBack: ValueKind { lookingBack(.back) }

  /// Parses the day of something that cannot be in the future, such as a measurement. A day without
  /// a year means the most recent one. The parser accepts a day in the future if its year is
  /// written; `thatHasCome` refuses it.
  public static var pastDay: ValueKind { lookingBack(.past) }

  /// Parses a birth date, which has a year of four digits and is not in the future.
  ///
  /// Completion offers no day such as `today`, because a birth date is many years ago.
  public static var birthDate: ValueKind {
    let example = "Write the year, the month and the day, such as 2010-05-31."
    return ValueKind("DAY", words: .program) { text, context throws(Problem) in
      let day: CalendarDay
      switch NaturalDate.birthDate(text, today: context.today) {
      case .success(let read): day = read
      case .failure(let failure):
        let title =
          failure.reason == .noSuchDay ? failure.sentence : "`\(text)` is no whole birth date."
        throw Problem(.usage, title, fix: example)
      }
      guard day <= context.today else {
        throw Problem(.usage, "\(day.text(.shortWithYear)) is not over yet.", fix: example)
      }
      return day
    }.requiring(example)
  }

  private static func lookingBack(_ leaning: NaturalDate.Leaning) -> ValueKind {
    reading(offering: ["today", "yesterday"]) {
      NaturalDate.parse($0, today: $1, leaning: leaning)
    }.inWrittenYears.notLongOver
  }

  /// A copy of the parser that refuses a day more than 20 years ago, such as one in 1890. For a day
  /// on which something happened or is planned, such a year is a typing error.
  private var notLongOver: ValueKind {
    let years = 20
    return checked { day, context throws(Problem) in
      guard day < context.today.adding(months: -12 * years) else { return }
      throw Problem(
        .usage, "\(day.text(.shortWithYear)) is over \(years) years ago.", fix: "Check the year.")
    }
  }

  /// A copy of the parser that accepts only the years 1800 to 2199. A year outside of this range,
  /// such as 26, is a typing error.
  public var inWrittenYears: ValueKind {
    let years = 1800...2199
    return requiring("Say a day.") { day, _ throws(Problem) in
      guard !years.contains(day.year) else { return }
      throw Problem(
        .usage, "The year \(day.year) is not one of \(years.lowerBound) to \(years.upperBound).",
        fix: (1000...9999).contains(day.year)
          ? "Check the year." : "Write the year with four digits, or leave it out.")
    }
  }

  /// A copy of the parser that accepts no day in the future.
  public var thatHasCome: ValueKind {
    requiring("Say a day.") { day, context throws(Problem) in
      guard day > context.today else { return }
      throw Problem(
        .usage, "\(day.text(.shortWithYear)) is still to come.",
        fix: "Write today, or a day before it.")
    }
  }

  private static var nearDays: [String] { ["today", "tomorrow", "yesterday"] }

  private static func reading(
    offering words: [String] = nearDays,
    _ read: @escaping @Sendable (String, CalendarDay) -> Result<CalendarDay, NaturalDateFailure>
  ) -> ValueKind {
    ValueKind(
      "DAY", completion: .words(words), words: .program
    ) { text, context throws(Problem) in
      switch read(text, context.today) {
      case .success(let day): return day
      case .failure(let failure):
        throw Problem(
          .usage, failure.sentence,
          fix: "Examples: " + NaturalDateFailure.examples.joined(separator: ", "))
      }
    }
  }
}
