public import CivilTime

/// The weeks of a month, with what is on each day. The page lists the same entries below it, with all that is known of them.
///
/// Renderers without space for seven columns leave it out, and so does speech.
public struct MonthGrid: Equatable, PageNode {
  /// The first day of the month.
  public let month: CalendarDay
  /// The day that is marked, if the month has it.
  public var today: CalendarDay
  /// In the order of their days; an entry of several days is there once for each.
  public var entries: [Entry]

  /// Something on one day.
  public struct Entry: Equatable, Sendable {
    /// A day of the month.
    public var day: CalendarDay
    /// Its title, and the command that opens it.
    public var opens: CommandLink
    /// Its tone.
    public var tone: Tone

    public init(_ day: CalendarDay, _ opens: CommandLink, tone: Tone = .neutral) {
      self.day = day
      self.opens = opens
      self.tone = tone
    }
  }

  /// - Parameter day: any day of the month.
  public init(monthOf day: CalendarDay, today: CalendarDay, entries: [Entry]) {
    month = day.firstOfMonth
    self.today = today
    self.entries = entries
  }

  /// `March 2026`.
  public var title: String { month.text(.month) }

  /// `2026-03`.
  public var text: String { String(month.description.prefix(7)) }

  /// The heads of the columns; a week begins on Sunday, as on calendars in the United States.
  public static let weekdays = [Weekday.sunday] + Weekday.allCases.filter { $0 != .sunday }

  /// Seven places each; nil before the first day of the month and after its last.
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
