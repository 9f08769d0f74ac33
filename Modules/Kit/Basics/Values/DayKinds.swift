public import CivilTime

extension ValueKind where Value == CalendarDay {
  /// The kind of a date as people write it, such as `today`, `fri`, `-30d`, `Feb 10` or
  /// `2026-02-10`.
  public static var day: ValueKind {
    reading { NaturalDate.parse($0, today: $1) }
  }

  /// The kind of the last day of a range. A month means its last day.
  public static var lastDay: ValueKind {
    reading { NaturalDate.span($0, today: $1).map(\.upperBound) }
  }

  /// The kind of a day in the past or today. A weekday means the most recent such day.
  public static var dayLookingBack: ValueKind {
    reading(offering: ["today", "yesterday"]) { text, today in
      let day = NaturalDate.parse(text, today: today)
      guard case .success(let ahead) = day, ahead > today,
        case .success(let last) = NaturalDate.parse("last " + text, today: today)
      else { return day }
      return .success(last)
    }.inWrittenYears
  }

  /// A copy of the kind that refuses years outside of 1800 to 2199. A year such as 26 is a typing
  /// error.
  public var inWrittenYears: ValueKind {
    let years = 1800...2199
    return requiring("Say a day.") { day, _ throws(Problem) in
      guard !years.contains(day.year) else { return }
      throw Problem(
        .usage, "The year \(day.year) is not one of \(years.lowerBound) to \(years.upperBound).",
        fix: "Write the year with four digits, or leave it out.")
    }
  }

  private static func reading(
    offering words: [String] = ["today", "tomorrow", "yesterday"],
    _ read: @escaping @Sendable (String, CalendarDay) -> Result<CalendarDay, NaturalDateFailure>
  ) -> ValueKind {
    ValueKind(
      "DAY", completion: .words(words)
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
