import Basics
public import CivilTime

/// Computes the notifications that are due now (rules 4.11 and 10.2 to 10.5). A second run
/// generates nothing.
public struct NotificationGeneration: Sendable {
  let settings: NotificationSettings
  let now: Instant
  let zone: Zone
  let today: CalendarDay
  let reader: NotificationReader

  public init(
    settings: NotificationSettings, now: Instant, zone: Zone,
    for reader: NotificationReader = .athlete
  ) {
    self.settings = settings
    self.now = now
    self.zone = zone
    self.reader = reader
    today = zone.day(of: now)
  }

  /// Returns the notifications that are due for one athlete.
  ///
  /// - Parameter earlier: the number of other athletes' notifications that come before these in the
  ///   inbox.
  public func due(_ sources: NotificationSources, after earlier: Int = 0) -> [NotificationDraft] {
    let announced = AnnouncedOccasions(
      sources.announced + sources.unnamed.compactMap { occasion(of: $0, sources) })
    var drafts: [NotificationDraft] = []
    // Events have no setting of their own, because people regard their dates as deadlines.
    if settings.enableDeadlineAlerts {
      drafts += sources.offers.compactMap { offer($0, sources, announced) }
      if reader.isAthlete {
        drafts += sources.letters.compactMap { letter($0, sources, announced) }
      }
      drafts += sources.events.compactMap { event($0, sources, announced) }
      drafts += tasks(sources, announced)
    }
    if reader.isAthlete {
      if settings.enableFollowUpReminders { drafts += followUps(sources, announced) }
      if settings.enableDailyDigest { drafts += digest(sources, announced) }
    }
    return drafts.enumerated().map { position, draft in
      var draft = draft
      draft.scheduledFor = moment(at: earlier + position)
      return draft
    }
  }

  /// Returns the scheduled time of a notification. The times differ by a millisecond, so that the
  /// inbox keeps the order of the rules, but none is on the day before.
  private func moment(at position: Int) -> Instant {
    max(now.adding(milliseconds: -Int64(position)), zone.midnight(of: today))
  }

  /// Returns the notification about a message from a coach, which is created together with the
  /// interaction.
  public func inbound(
    _ interaction: Interaction, coachName: String?, schoolName: String?
  ) -> NotificationDraft? {
    guard settings.enableInboundInteractionAlerts, interaction.direction == .inbound else {
      return nil
    }
    let coach = Naming.of(coachName, otherwise: "a coach")
    let school = Naming.of(schoolName, otherwise: Naming.unknownSchool)
    return NotificationDraft(
      .inboundInteraction, "\(Naming.of(coachName, otherwise: "A coach")) contacted you",
      message: "\(interaction.type.words) from \(coach), \(school).",
      priority: .high, about: .interaction, id: interaction.id, at: now)
  }

  /// Returns the cause of an earlier version's notification, as far as its record and its day
  /// reveal it.
  private func occasion(
    of notification: AppNotification, _ sources: NotificationSources
  ) -> NotificationOccasion? {
    let written = zone.day(of: notification.effectiveTime)
    func named(
      _ source: NotificationOccasion.Source, _ leads: [Int], _ deadline: CalendarDay?
    ) -> NotificationOccasion? {
      guard let deadline, let id = notification.related?.id,
        let lead = DeadlineLeads.reached(leads, daysLeft: written.days(until: deadline))
      else { return nil }
      return NotificationOccasion(source, lead: lead, of: sources.athlete, [.init(id, deadline)])
    }
    let id = notification.related?.id
    return switch (notification.type.known, notification.related?.type.known) {
    case (.deadlineAlert, .offer):
      named(.offer, DeadlineLeads.offer, sources.offers.first { $0.id == id }?.deadlineDate)
    case (.deadlineAlert, .recommendation):
      named(.letter, DeadlineLeads.letter, sources.letters.first { $0.id == id }?.dueDate)
    case (.event, .event):
      named(.event, DeadlineLeads.event, sources.events.first { $0.id == id }?.startDate)
    case (.followUpReminder, _):
      id.map { NotificationOccasion(.followUps, of: sources.athlete, [.init($0, written)]) }
    case (.dailyDigest, _):
      NotificationOccasion(
        .digest, of: sources.athlete, [.init(sources.athlete, written.adding(days: -1))])
    default: nil
    }
  }
}

// MARK: - Texts

extension NotificationGeneration {
  func name(ofSchool id: RecordID, _ sources: NotificationSources) -> String {
    Naming.of(sources.schoolNames[id], otherwise: Naming.unknownSchool)
  }

  /// Returns `The offer` for the athlete, and `Sam's offer` for a parent.
  func the(_ noun: String) -> String {
    switch reader {
    case .athlete: "The \(noun)"
    case .parent(let athlete): "\(athlete)'s \(noun)"
    }
  }

  /// Returns `Offer deadline` for the athlete, and `Sam's offer deadline` for a parent.
  func owned(_ thing: String) -> String {
    switch reader {
    case .athlete: thing
    case .parent(let athlete): "\(athlete)'s \(thing.prefix(1).lowercased())\(thing.dropFirst())"
    }
  }

  func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  /// Returns the days left as text: `in 3 days`, `today`.
  func when(_ daysLeft: Int) -> String { DaysLeft.words(daysLeft) }
}
