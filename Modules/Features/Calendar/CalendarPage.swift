import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension CalendarFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch state.loaded {
    case .idle, .loading:
      Page(title: Self.manifest.title) { Paragraph("Loading the calendar…", tone: .muted) }
    case .failed(let problem):
      Page(title: Self.manifest.title, problem: problem) { Message(problem) }
    case .loaded(let content) where content.viewing.athlete == nil:
      Page(title: Self.manifest.title) { FamilyContextClient.linkYourFamily }
    case .loaded(let content):
      MonthPage(content: content, showsAll: state.wanted.showsAll, context: context).page
    }
  }
}

/// Builds the page with the weeks of the month, and the entries of each day below them.
private struct MonthPage {
  let content: CalendarFeature.Content
  let showsAll: Bool
  let context: PageContext

  /// The largest number of entries that the page shows for one day. If a day has more entries, a
  /// link leads to the others.
  private static let entriesOfDay = 10

  private var additions: [CommandLink] {
    content.viewing.mayChange(.records) ? [CommandLink("Add an event", "events add")] : []
  }

  var page: Page {
    let grid = grid
    let isEmpty = content.facts.isEmpty
    return Page(title: CalendarFeature.manifest.title, context: grid.title) {
      if let banner = content.viewing.banner(athletes: content.athletes) { banner }
      Links(months)
      grid
      if isEmpty {
        EmptyState(
          "Nothing is on in \(grid.title).",
          detail: "Deadlines, events and planned contacts of the month are shown here.",
          links: additions)
      } else {
        Section("Day by day") {
          for day in days { section(of: day, in: grid) }
        }
      }
      Links(
        (isEmpty ? [] : additions)
          + [CommandLink("Add to another calendar", "calendar export")])
    }
  }

  /// The weeks of the month with their entries.
  ///
  /// A day has at most `entriesOfDay` entries here, as many as in the list of days below the weeks.
  /// If the page shows everything, there is no limit.
  private var grid: MonthGrid {
    var shown: [CalendarDay: [MonthGrid.Entry]] = [:]
    for fact in content.facts {
      for day in daysInMonth(of: fact)
      where showsAll || shown[day, default: []].count < Self.entriesOfDay {
        let opens = CommandLink(fact.reference.title, fact.reference.handle)
        shown[day, default: []].append(.init(day, opens, tone: tone(of: fact)))
      }
    }
    return MonthGrid(
      monthOf: content.month, today: context.today,
      entries: shown.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  private func daysInMonth(of fact: CalendarFact) -> [CalendarDay] {
    let days = fact.days.clamped(to: content.month...content.month.lastOfMonth)
    return (days.lowerBound.dayNumber...days.upperBound.dayNumber).map {
      CalendarDay(dayNumber: $0)
    }
  }

  private var months: [CommandLink] {
    let month = content.month
    func link(_ label: String, _ day: CalendarDay) -> CommandLink? {
      guard day.firstOfMonth != month else { return nil }
      let grid = MonthGrid(monthOf: day, today: context.today, entries: [])
      return CommandLink(label, "calendar \(grid.text)", spoken: "\(label), \(grid.title)")
    }
    let isThis = month == context.today.firstOfMonth
    return [
      link("Previous month", month.adding(months: -1)),
      isThis ? nil : CommandLink("This month", "calendar"),
      link("Next month", month.adding(months: 1)),
    ].compactMap(\.self)
  }

  // MARK: - The entries of each day

  /// The days that have entries, in order.
  ///
  /// An event of several days is listed once, on its first day in the month.
  private var days: [(day: CalendarDay, facts: [CalendarFact])] {
    Dictionary(grouping: content.facts) { max($0.day, content.month) }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func section(
    of shown: (day: CalendarDay, facts: [CalendarFact]), in grid: MonthGrid
  ) -> Section {
    let today = shown.day == context.today ? ", today" : ""
    let facts = showsAll ? shown.facts : Array(shown.facts.prefix(Self.entriesOfDay))
    let hidden = shown.facts.count - facts.count
    return Section("\(shown.day.weekday.name), \(shown.day.text(.short))\(today)") {
      RowList(
        facts.map(row),
        more: hidden > 0
          ? CommandLink("… \(hidden.grouped) more", "calendar \(grid.text) --all") : nil)
    }
  }

  private func row(_ fact: CalendarFact) -> Row {
    let reference = fact.reference
    let through = fact.endDay.flatMap { last in
      last > fact.day ? "\(fact.day.text(.short)) to \(last.text(.short))" : nil
    }
    let details = [through, fact.with, fact.place].compactMap(\.self)
    let isOverdue = fact.isOverdue(on: context.today)
    let words = "\(fact.label). \(reference.title)"
    return Row(reference.title, .bullet, handle: reference.handle, spoken: words)
      .opening(CommandLink("Details", reference.handle))
      .showing(
        [Badge(fact.label, tone: fact.tone)]
          + (isOverdue ? [Badge("Overdue", tone: .danger)] : []),
        trailing: fact.time.map { Badge("\($0)", tone: .muted) },
        detail: details.isEmpty ? nil : details.joined(separator: " · ")
      )
      .styled(tone(of: fact))
  }

  private func tone(of fact: CalendarFact) -> Tone {
    fact.isOverdue(on: context.today) ? .danger : fact.tone
  }
}
