public import CivilTime

/// The days that are written below the axis of a chart, at equal distances such as weeks, months or
/// years.
public struct DayTicks: Equatable, Sendable {
  public struct Tick: Equatable, Sendable {
    public let day: CalendarDay
    public let label: String
  }

  public let ticks: [Tick]

  /// Creates at most `count` ticks between two days. The first tick is at the first day.
  public init(from first: CalendarDay, to last: CalendarDay, atMost count: Int = 5) {
    let count = max(2, count)
    let span = first.days(until: last)
    guard span > 0 else {
      ticks = [Tick(day: first, label: first.text(.short))]
      return
    }
    let months = first.months(until: last)
    let crossesYear = first.year != last.year
    if months < 3 {
      let step = [1, 2, 7, 14, 28].first { span / $0 < count } ?? span
      ticks = stride(from: 0, through: span, by: step).map {
        let day = first.adding(days: $0)
        return Tick(day: day, label: day.text(.short))
      }
    } else if let step = [1, 2, 3, 6].first(where: { months / $0 < count }) {
      ticks = stride(from: 0, through: months, by: step).map {
        let day = $0 == 0 ? first : first.firstOfMonth.adding(months: $0)
        let isNewYear = crossesYear && ($0 == 0 || day.month <= step)
        let label = MonthName.short(day.month)
        return Tick(day: day, label: isNewYear && months > 11 ? "\(label) \(day.year)" : label)
      }
    } else {
      let years = last.year - first.year
      let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].first { years / $0 < count } ?? 5000
      ticks = stride(from: 0, through: years, by: step).map {
        let day = $0 == 0 ? first : first.firstOfMonth.adding(months: $0 * 12 - first.month + 1)
        return Tick(day: day, label: "\(day.year)")
      }
    }
  }
}
