package import CivilTime
package import Documents
package import Domain
package import FeatureKit

extension CalendarFact {
  /// What it is, in a word or two.
  var label: String {
    switch kind {
    case .taskDue: "Task due"
    case .offerDeadline: "Offer deadline"
    case .letterDue: "Letter due"
    case .event: type ?? "Event"
    case .plannedContact: "Planned: \(type ?? "Contact")"
    }
  }

  var tone: Tone {
    switch kind {
    case .taskDue: .caution
    case .offerDeadline, .letterDue: .warning
    case .event: .info
    case .plannedContact: .positive
    }
  }

  /// Whether a deadline has passed. An event and a plan are only over.
  func isOverdue(on today: CalendarDay) -> Bool {
    switch kind {
    case .taskDue, .offerDeadline, .letterDue:
      Deadline.isOverdue(day, isLocked: isLocked, today: today)
    case .event, .plannedContact: false
    }
  }
}

// MARK: - The file

extension CalendarFile {
  /// An athlete's deadlines, events and visits.
  package init(
    _ facts: [CalendarFact], of athlete: RecordID, named name: String?, madeAt: Instant,
    in zone: Zone
  ) {
    self.init(
      name: name.map { "Recruiting: \($0)" } ?? "Recruiting", madeAt: madeAt,
      entries: facts.map { $0.entry(of: athlete, in: zone) })
  }
}

extension CalendarFact {
  /// The calendar entry. A task's record belongs to the catalogue, so the entry's id includes the athlete.
  func entry(of athlete: RecordID, in zone: Zone) -> CalendarEntry {
    CalendarEntry(
      id: kind == .taskDue
        ? "\(kind.rawValue)-\(athlete)-\(reference.id)" : "\(kind.rawValue)-\(reference.id)",
      title: kind == .event ? reference.title : "\(label): \(reference.title)",
      when: when(in: zone),
      details: note, place: place, link: link,
      categories: ["Recruiting", category])
  }

  private func when(in zone: Zone) -> CalendarEntry.When {
    if let time { return .clock(on: day, from: time, through: endDay, to: endTime, in: zone) }
    return endDay.map { .days(day, through: $0) } ?? .day(day)
  }

  private var category: String {
    switch kind {
    case .taskDue: "Task"
    case .offerDeadline: "Offer"
    case .letterDue: "Letter"
    case .event: "Event"
    case .plannedContact: "Contact"
    }
  }
}
