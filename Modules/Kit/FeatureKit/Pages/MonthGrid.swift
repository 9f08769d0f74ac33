public import CivilTime

/// The weeks of a month as a grid of days with their entries.
///
/// A page with a month grid also lists all entries below the grid. A renderer without space for
/// seven columns therefore leaves the grid out, and so does a renderer for screen readers.
public struct MonthGrid: Equatable, PageNode {
  /// The first day of the month.
  public let month: CalendarDay
  /// The current day, which the grid marks if it is in the month.
  public var today: CalendarDay
  /// The entries in the order of their days. An entry of several days appears once for each day.
  public var entries: [Entry]

  /// One entry on one day.
  public struct Entry: Equatable, Sendable {
    public var day: CalendarDay
    /// The title of the entry, and the command that opens it.
    public var opens: CommandLink
    public var tone: Tone

    public init(_ day: CalendarDay, _ opens: CommandLink, tone: Tone = .neutral) {
      self.day = day
      self.opens = opens
      self.tone = tone
    }
  }

  /// Creates the grid of the month that contains a day.
  ///
  /// - Parameter day: any day of the month.
  public init(monthOf day: CalendarDay, today: CalendarDay, entries: [Entry]) {
    month = day.firstOfMonth
    self.today = today
    self.entries = entries
  }

  /// The month in words, such as `March 2026`.
  public var title: String { month.text(.month) }

  /// The month as a person types it in a command, such as `2026-03`.
  public var text: String { String(month.description.prefix(7)) }

  /// The column heads. A week begins on Sunday, as on calendars in the United States.
  public static let weekdays = [Weekday.sunday] + Weekday.allCases.filter { $0 != .sunday }

  /// The weeks with seven days each. Nil stands for a day before the first or after the last day of
  /// the month.
  public var weeks: [[CalendarDay?]] {
    let before = Self.weekdays.firstIndex(of: month.weekday) ?? 0
    let days = (month.dayNumber...month.lastOfMonth.dayNumber).map {
      Optional(CalendarDay(dayNumber: $0))
    }
    let places = Array(repeating: nil, count: before) + days
    return stride(from: 0, to: places.count, by: 7).map { start in
      (start..<start + 7).map { places.indices.contains($0) ? places[$0] : nil }
    }
  }

  public var block: Block { .month(self) }
}
