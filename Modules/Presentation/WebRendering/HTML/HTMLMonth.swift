import CivilTime
import FeatureKit
import Hypertext

extension HTMLBody {
  /// The number of entries that a day shows. The day only counts further entries, which are in the
  /// lists below the month.
  private static let entriesOfDay = 3
  /// The largest number that is written as the count of a day's entries.
  ///
  /// A day with more shows `9+`, because the page may not contain all of its entries.
  private static let mostCounted = 9

  /// Returns the weeks of a month as a table.
  ///
  /// A narrow window shows only the number of entries of each day, and the entries are in the lists
  /// below the table.
  func markup(of grid: MonthGrid) -> Markup {
    let heads = MonthGrid.weekdays.map {
      Markup.element("th", ["scope": "col", "abbr": $0.name], [.words($0.shortName)])
    }
    let byDay = Dictionary(grouping: grid.entries, by: \.day)
    let weeks = grid.weeks.map { week in
      Markup.block(
        "tr", [:],
        week.map { day in
          day.map { self.day($0, byDay[$0] ?? [], isToday: $0 == grid.today) }
            ?? .element("td", ["class": "none"], [])
        })
    }
    return .block(
      "div", ["class": "month"],
      [
        .block(
          "table", [:],
          [
            .element("caption", ["class": "heard"], [.words(grid.title)]),
            .element("thead", [:], [.element("tr", [:], heads)]), .block("tbody", [:], weeks),
          ])
      ])
  }

  private func day(_ day: CalendarDay, _ entries: [MonthGrid.Entry], isToday: Bool) -> Markup {
    let more = entries.count - Self.entriesOfDay
    let items = entries.prefix(Self.entriesOfDay).map { entry in
      Markup.element(
        "li", ["class": "tone-\(entry.tone.rawValue)"],
        [
          controls.leadsSomewhere(entry.opens)
            ? controls.control(entry.opens) : .words(entry.opens.label)
        ])
    }
    let most = Self.mostCounted
    let isCounted = entries.count <= most
    let count =
      isCounted
      ? entries.count == 1 ? "1 entry" : "\(entries.count) entries" : "More than \(most) entries"
    return .block(
      "td", ["class": isToday ? "today" : nil, "aria-current": isToday ? "date" : nil],
      [
        .element("span", ["class": "day"], [.words("\(day.day)")]),
        entries.isEmpty
          ? .nothing
          : .element(
            "span", ["class": "dots"],
            [
              .element(
                "span", ["aria-hidden": "true"],
                [.words(isCounted ? "\(entries.count)" : "\(most)+")]),
              .element("span", ["class": "heard"], [.words(count)]),
            ]),
        items.isEmpty ? .nothing : .block("ul", ["role": "list"], items),
        more > 0
          ? .element("span", ["class": "hint"], [.words(isCounted ? "\(more) more" : "More")])
          : .nothing,
      ])
  }
}
