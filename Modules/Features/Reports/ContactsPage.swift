import CivilTime
import Domain
import FeatureKit

/// Builds the page about contacts in a range of days. It has a line for each school and each coach,
/// which says whether they replied, got in touch on their own, or were silent.
struct ContactsPage {
  let contacts: Loading<ReportsFeature.Contacts>
  let visit: ReportsFeature.Visit
  let showsAll: Bool
  let context: PageContext

  static let title = "Who Replied, Who Went Quiet"

  var page: Page {
    contacts.page(Self.title, for: visit) { page(of: $0) }
  }

  private func page(of loaded: ReportsFeature.Contacts) -> Page {
    Page(title: Self.title, context: loaded.range.text) {
      visit.banner
      if loaded.contacts.schools.isEmpty {
        EmptyState(
          "There are no schools to report on yet.",
          links: visit.viewing.isReadOnly ? [] : [CommandLink("Add School", "schools add")])
      } else {
        part("Schools", "school", "schools", loaded.contacts.schools, until: end(of: loaded.range))
        part("Coaches", "coach", "coaches", loaded.contacts.coaches, until: end(of: loaded.range))
      }
      Links(links(of: loaded.range))
    }
  }

  /// Returns the day up to which the page counts the days since a contact: the last day of the
  /// range, or today if the range ends in the future.
  private func end(of range: ReportRange) -> CalendarDay {
    min(range.to, range.zone.day(of: context.now))
  }

  @BlockBuilder
  private func part(
    _ title: String, _ noun: String, _ plural: String, _ lines: [ReportContacts.Line],
    until end: CalendarDay
  ) -> [Block] {
    if !lines.isEmpty {
      let shown = lines.byNeed.filter { showsAll || $0.contactState.isContact }
      Section(title) {
        Paragraph(sentence(lines, noun, plural))
        if !shown.isEmpty { RowList(shown.map { row($0, until: end) }) }
      }
    }
  }

  /// Returns a sentence such as `12 of 30 schools had contact: 5 replied, 2 got in touch, 5
  /// have not replied yet. 3 of them went quiet.`
  private func sentence(
    _ lines: [ReportContacts.Line], _ noun: String, _ plural: String
  ) -> String {
    let all = lines.count.counted(noun, plural)
    let contacted = lines.count { $0.contactState.isContact }
    guard contacted > 0 else { return "None of \(all) had any contact in these days." }
    let noReply = lines.count(.noReply)
    let parts = [
      (lines.count(.replied), "replied"), (lines.count(.gotInTouch), "got in touch"),
      (lines.count(.spoke), "spoke or met with you"),
      (noReply, noReply == 1 ? "has not replied yet" : "have not replied yet"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let quiet = lines.count(where: \.wentQuiet)
    return "\(contacted) of \(all) had contact: \(parts.joined(separator: ", "))."
      + (quiet > 0 ? " \(quiet) of them went quiet." : "")
  }

  private func row(_ line: ReportContacts.Line, until end: CalendarDay) -> Row {
    let days = line.days(until: end, in: context.zone).map { days in
      switch days {
      case 0: "today"
      case _ where line.wentQuiet: "quiet for \(days.counted("day"))"
      default: "\(days.counted("day")) ago"
      }
    }
    let contactState = line.contactState
    let counts =
      contactState.isContact ? "\(line.sent) from you, \(line.received) from them" : nil
    let detail = [counts, line.school?.title].compactMap { $0 }.joined(separator: " · ")
    let handle = line.reference.handle
    let list = line.school == nil ? "schools" : "coaches"
    let last = days.map { line.wentQuiet ? ", \($0)" : ", last contact \($0)" } ?? ""
    let words = "\(line.name), \(contactState.words.lowercased())\(last)"
    return Row(line.name, handle: handle, spoken: words)
      .opening(CommandLink(line.name, "\(list) show \(handle)"))
      .showing(
        [Badge(contactState.words, tone: line.wentQuiet ? .danger : contactState.tone)],
        trailing: days.map { Badge($0, tone: .muted) }, detail: detail.isEmpty ? nil : detail)
  }

  private func links(of range: ReportRange) -> [CommandLink] {
    let word = range.from == range.to ? "\(range.from)" : "\(range.from)..\(range.to)"
    return
      (showsAll
      ? [] : [CommandLink("Also those without contact", "reports contacts \(word) --all")])
      + [CommandLink("The report of these days", "reports generate \(word)")]
  }
}

extension ReportContacts.ContactState {
  fileprivate var tone: Tone {
    switch self {
    case .replied: .positive
    case .gotInTouch, .spoke: .info
    case .noReply: .caution
    case .noContact, .never: .muted
    }
  }
}

/// Builds the page with the reports that the viewer saved under a name.
struct SavedReportsPage {
  let saved: Loading<[SavedReport]>
  let visit: ReportsFeature.Visit

  static let title = "Saved Reports"

  var page: Page {
    switch saved {
    case .idle, .loading:
      Page(title: Self.title) { Paragraph("Loading your reports…", tone: .muted) }
    case .failed(let problem): Page(title: Self.title, problem: problem) { Message(problem) }
    case .loaded(let reports):
      Page(title: Self.title) {
        visit.banner
        if reports.isEmpty {
          EmptyState(
            "You have not given a report a name yet.",
            detail: "For example:  reports save fall 2025-09..2025-11")
        } else {
          RowList(reports.map(row))
        }
        Links([CommandLink("Reports", "reports")])
      }
    }
  }

  private func row(_ report: SavedReport) -> Row {
    let name = CommandText.quoted(report.name)
    let span = ReportsFeature.Span(word: report.range)
    let words = span?.words ?? "Saved by a newer version: \(report.range)"
    let files = span?.word.map { word in
      [
        CommandLink("CSV", "reports csv \(word)", spoken: "Export \(report.name) to CSV file"),
        CommandLink("PDF", "reports pdf \(word)", spoken: "Export \(report.name) to PDF file"),
      ]
    }
    return Row(report.name, spoken: "\(report.name), \(words)")
      .showing(detail: words)
      .offering(
        [CommandLink("Generate", "reports saved \(name)", spoken: "Generate \(report.name)")]
          + (files ?? [])
          + [CommandLink("Forget", "reports forget \(name)", spoken: "Forget \(report.name)")])
  }
}
