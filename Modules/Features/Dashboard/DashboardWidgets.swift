import CivilTime
import Domain
import FeatureKit

// This extension has the sections for metrics, events, recent activity, and coaches who wait for an
// answer.
extension DashboardPage {
  @BlockBuilder
  var metrics: [Block] {
    if let metrics = parts.metrics.value {
      Section("Performance Metrics") {
        if metrics.isEmpty {
          EmptyState(
            "No metrics logged yet",
            links: offered(CommandLink("Log Your First Metric", "performance log")))
        } else {
          StatGrid(metrics.rows.map(card))
        }
      }
    }
  }

  private func card(_ row: MetricRow) -> Stat {
    let day = row.metric.recordedDate.shown(on: context.today)
    return Stat(
      row.metric.type.words, MetricText.text(row.metric),
      note: day + (row.metric.isVerified ? ", verified" : ""),
      link: CommandLink(
        row.reference.handle, "performance show \(row.reference.handle)",
        spoken: "Show \(row.metric.type.words)"))
  }

  @BlockBuilder
  var events: [Block] {
    if let events = parts.events.value {
      Section("Upcoming Events") {
        if events.rows.isEmpty, planned.isEmpty {
          EmptyState(
            "No upcoming events", links: offered(CommandLink("Add Event", "events add")))
        } else {
          RowList(coming(events.rows))
          Links([CommandLink("All events", "events --sort upcoming")])
        }
      }
    }
  }

  /// Returns rows for events and planned contacts, ordered by day. On the same day, events come
  /// first.
  private func coming(_ events: [EventRow]) -> [Row] {
    let days =
      events.map { ($0.event.startDate, row($0)) }
      + planned.map { (context.zone.day(of: $0.interaction.occurredAt), row($0)) }
    return days.enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }.map(\.element.1)
  }

  /// Planned contacts: contacts whose date is in the future.
  ///
  /// The dashboard shows them among the coming events (domain.md 10.8).
  private var planned: [InteractionRow] { parts.interactions.value?.planned ?? [] }

  private func row(_ row: InteractionRow) -> Row {
    let title = "\(row.interaction.type.words) with \(row.school.title)"
    let day = context.zone.day(of: row.interaction.occurredAt).comingDay(from: context.today)
    let details = ["planned", row.coach?.title, row.about].compactMap(\.self)
    return Row(title, handle: row.reference.handle, spoken: "\(title), planned, \(day)")
      .opening(CommandLink(title, "interactions show \(row.reference.handle)"))
      .showing(trailing: Badge(day), detail: details.joined(separator: " · "))
  }

  private func row(_ row: EventRow) -> Row {
    let event = row.event
    let day = event.startDate.comingDay(from: context.today)
    let place = [event.city, event.state].compactMap { $0 }.joined(separator: ", ")
    let detail = [
      event.type.words, row.school?.title, place.isEmpty ? event.location : place,
    ].compactMap { $0 }.joined(separator: " · ")
    return Row(event.name, handle: row.reference.handle, spoken: "\(event.name), \(day)")
      .opening(CommandLink(event.name, "events show \(row.reference.handle)"))
      .showing(trailing: Badge(day), detail: detail)
  }
}

// MARK: - The widget with the recent activity

extension DashboardPage {
  @BlockBuilder
  var recentActivity: [Block] {
    if let activity = parts.activity.value {
      Section("Recent Activity") {
        list(activity, none: "No recent activity")
      }
    }
  }

  /// The section that a parent sees: the numbers of the athlete's completed tasks, contacts and
  /// measurements in this week, and the athlete's newest activity.
  @BlockBuilder
  var athleteActivity: [Block] {
    if parts.week.value != nil || parts.activity.value != nil {
      Section("\(owner)'s Activity") {
        if let week = parts.week.value {
          Paragraph("This week", tone: .muted)
          StatGrid([
            Stat("Tasks completed", "\(week.tasksCompleted)"),
            Stat("Interactions logged", "\(week.interactionsLogged)"),
            Stat("Metrics recorded", "\(week.metricsRecorded)"),
          ])
        }
        if let activity = parts.activity.value {
          list(activity, none: "No recent activity")
        }
      }
    }
  }

  @BlockBuilder
  private func list(_ activity: Listing<ActivityItem>, none: String) -> [Block] {
    // The number in the link is the number of all entries, which the activity page lists. The link
    // leaves it out if this section already shows all of them.
    let count = activity.matching > activity.rows.count ? " (\(activity.matching))" : ""
    let all = CommandLink("View All Activity\(count)", "dashboard activity")
    if activity.rows.isEmpty {
      EmptyState(none, links: [all])
    } else {
      RowList(activity.rows.map(row))
      Links([all])
    }
  }

  /// Returns the page with the activity feed (the recent contacts, changes and documents), which
  /// shows ten entries at a time.
  func feed(from offset: Int) -> Page {
    let failures = failures(among: [.activity])
    return Page(
      title: "Recent Activity", context: isReadOnly ? owner : nil,
      problem: failures.first?.problem
    ) {
      banner
      for failure in failures { failure.message }
      if let activity = parts.activity.value {
        if activity.rows.isEmpty {
          EmptyState(
            offset > 0 ? "Nothing happened before that." : "No recent activity",
            links: offset > 0 ? [CommandLink("The newest", "dashboard activity")] : [])
        } else {
          let next = offset + activity.rows.count
          RowList(
            activity.rows.map(row),
            more: next < activity.matching
              ? CommandLink(
                "… \(activity.matching - next) more", "dashboard activity --from \(next)") : nil)
          if next >= activity.matching, activity.matching >= RecentActivity.fetched {
            Paragraph(
              "The newest \(RecentActivity.fetched) of each kind are listed here.", tone: .muted)
            Links([
              CommandLink("All contacts", "interactions"),
              CommandLink("All documents", "documents"),
            ])
          }
        }
      } else if failures.isEmpty {
        Paragraph("Loading the activity…", tone: .muted)
      }
    }
  }

  private func row(_ item: ActivityItem) -> Row {
    let time = RecentActivity.text(of: item.at, now: context.now, zone: context.zone)
    return Row("\(item.emoji) \(item.title)", handle: item.handle, spoken: "\(item.title), \(time)")
      .opening(item.link)
      .showing(trailing: Badge(time, tone: .muted), detail: item.description)
  }
}

extension ActivityItem {
  /// The short name of the record that an entry of the activity feed is about, such as `s3`, which
  /// commands accept.
  ///
  /// Nil for an import, because it covers many records.
  fileprivate var handle: String? {
    switch happening {
    case .interaction(let row): row.reference.handle
    case .statusChange(_, let school): school.handle
    case .document(let row): row.reference.handle
    case .imported: nil
    }
  }

  /// The link from an entry of the activity feed to its record.
  ///
  /// Nil for the entry of a document (domain.md 4.8).
  fileprivate var link: CommandLink? {
    switch happening {
    case .interaction(let row):
      CommandLink(title, "interactions show \(row.reference.handle)")
    case .statusChange(_, let school):
      CommandLink(title, "schools show \(school.handle)")
    case .imported(let rows): CommandLink(title, rows.kind.listing)
    case .document: nil
    }
  }
}

// MARK: - Coaches and schools that wait for contact

extension DashboardPage {
  @BlockBuilder
  var contactFrequency: [Block] {
    if let frequency = parts.interactions.value?.frequency, frequency.schoolCount > 0 {
      Section("Contact Frequency") {
        StatGrid([
          Stat("Schools tracked", "\(frequency.schoolCount)"),
          Stat("Contacted in 7 days", "\(frequency.contactedThisWeek)"),
          Stat("Average per school", frequency.averageText),
          Stat(
            "Needing attention", "\(frequency.needingAttention)",
            note: "no contact yet or in \(ContactFreshness.agingDays) days"),
        ])
        if !frequency.recent.isEmpty { RowList(frequency.recent.map(row)) }
      }
    }
  }

  private func row(_ contacted: ContactFrequency.Contacted) -> Row {
    let time = ContactFreshness.text(
      of: contacted.lastContact, now: context.now, zone: context.zone)
    let count = "\(contacted.count) \(contacted.count == 1 ? "contact" : "contacts")"
    let (title, handle) = (contacted.school.title, contacted.school.handle)
    let words = "\(title), \(count) in 7 days, last \(time)"
    return Row(title, .bullet, handle: handle, spoken: words)
      .opening(CommandLink(title, "schools show \(handle)"))
      .showing([Badge(count)], trailing: Badge(time, tone: .muted))
      .styled(ContactFreshness(lastContact: contacted.lastContact, now: context.now).tone)
  }

  @BlockBuilder
  var coachFollowUp: [Block] {
    if let coaches = parts.coaches.value {
      Section("Coach Follow-up") {
        if coaches.total == 0 {
          EmptyState(
            "No coaches added yet", links: offered(CommandLink("Add Coach", "coaches add")))
        } else if coaches.followUp.isEmpty {
          EmptyState(
            CoachFollowUp.sentence(
              waiting: parts.unanswered.value?.map {
                "\($0.coach.firstName) \($0.coach.lastName)".trimmed
              }, of: frame.viewing.owner))
        } else {
          RowList(coaches.followUp.map(row))
        }
      }
    }
  }

  private func row(_ row: CoachRow) -> Row {
    let name = "\(row.coach.firstName) \(row.coach.lastName)"
    let emailed = NextStep.Way.loggingEmail(to: row.reference)
    let time =
      row.coach.lastContactDate.map {
        "last \(ContactFreshness.text(of: $0, now: context.now, zone: context.zone))"
      } ?? "never contacted"
    return Row(name, handle: row.reference.handle, spoken: "\(name), \(time)")
      .opening(CommandLink(name, "coaches show \(row.reference.handle)"))
      .showing(
        trailing: Badge(time, tone: row.coach.lastContactDate == nil ? .warning : .muted),
        detail: row.school.title
      )
      .offering(
        offered(
          CommandLink(emailed.label, emailed.command, spoken: "\(emailed.label) to \(name)")))
  }
}

extension ContactFreshness {
  fileprivate var tone: Tone {
    switch self {
    case .fresh: .positive
    case .aging: .caution
    case .stale: .danger
    }
  }
}

extension CalendarDay {
  /// The day as `Feb 10`. The year is added if it is not the current year.
  func shown(on today: CalendarDay) -> String {
    text(year == today.year ? .short : .shortWithYear)
  }

  /// `Today`, `Tomorrow`, or the date.
  func comingDay(from today: CalendarDay) -> String {
    switch today.days(until: self) {
    case 0: "Today"
    case 1: "Tomorrow"
    default: shown(on: today)
    }
  }
}
