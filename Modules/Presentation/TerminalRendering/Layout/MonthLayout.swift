import CivilTime
import FeatureKit

extension Layout {
  /// The width of a day in columns, with the signs beside its number. For example, `[12]•` is
  /// today with at least one entry.
  private static let dayWidth = 5

  /// Returns the weeks of a month as a calendar. It is 35 columns wide, which fits on the narrowest
  /// screen. It only marks the days with entries, because the page's lists contain the entries.
  func lines(of grid: MonthGrid) -> [StyledLine] {
    let weekdays = MonthGrid.weekdays
    let heads = weekdays.reduce(StyledLine.empty) { line, day in
      line + .spaces(1)
        + pen(String(day.shortName.prefix(2)), .muted).padded(to: Self.dayWidth - 1)
    }
    let byDay = Dictionary(grouping: grid.entries, by: \.day)
    let weeks = grid.weeks.map { week in
      week.reduce(StyledLine.empty) { line, day in
        line
          + (day.map { place(of: $0, byDay[$0]?.first, today: grid.today) } ?? .empty)
          .padded(to: Self.dayWidth)
      }
    }
    let isNow = grid.month == grid.today.firstOfMonth
    let signs = [
      isNow ? "[ ] today" : nil, grid.entries.isEmpty ? nil : "\(dayMark) something is on",
    ].compactMap(\.self)
    return [heads] + weeks
      + (signs.isEmpty ? [] : [pen(" " + signs.joined(separator: "   "), .muted)])
  }

  private var dayMark: String { style.marks == .unicode ? "•" : "*" }

  private func place(
    of day: CalendarDay, _ entry: MonthGrid.Entry?, today: CalendarDay
  ) -> StyledLine {
    let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
    let place =
      day == today ? pen("[\(number)]", .bold) : .spaces(1) + pen(number) + .spaces(1)
    return entry.map { place + pen(dayMark, .mark($0.tone)) } ?? place
  }
}
