package import CivilTime
package import Documents
package import Domain
package import FeatureKit

extension CalendarFact {
  /// The kind of the entry in one or two words, such as `Offer deadline`.
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

  /// Whether the entry is a deadline that has passed. False for events and planned contacts.
  func isOverdue(on today: CalendarDay) -> Bool {
    switch kind {
    case .taskDue, .offerDeadline, .letterDue:
      Deadline.isOverdue(day, isLocked: isLocked, today: today)
    case .event, .plannedContact: false
    }
  }
}

// MARK: - The calendar file

extension CalendarFile {
  /// Creates a calendar file with an athlete's deadlines, events and visits.
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
  /// Returns the entry for a calendar file.
  ///
  /// Every athlete has the same tasks with the same ids, so the identifier of a task's entry also
  /// contains the athlete's id. Otherwise a parent's calendar would merge the tasks of two
  /// athletes.
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
