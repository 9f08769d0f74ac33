import Basics
public import CivilTime

/// Computes the notifications that are due now for one person (domain.md 4.11 and 10.2 to 10.5).
///
/// The sources (the records with deadlines) also contain the causes of earlier notifications. A
/// deadline that was announced before is skipped, so a second run generates no new notification.
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
  /// - Parameter earlier: the number of notifications that this run has generated for other
  ///   athletes of the same parent. In the inbox, those notifications come before the ones of this
  ///   athlete.
  public func due(_ sources: NotificationSources, after earlier: Int = 0) -> [NotificationDraft] {
    let announced = AnnouncedOccasions(
      sources.announced + sources.unnamed.compactMap { occasion(of: $0, sources) })
    var drafts: [NotificationDraft] = []
    // Events have no setting of their own and use the setting for deadlines, because people regard
    // the date of an event as a deadline.
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

  /// Returns the scheduled time of the notification at this position in the list. Each notification
  /// is a millisecond earlier than the previous one, so that the inbox, which shows the latest
  /// first, keeps the order of the list. No time is before midnight of today.
  private func moment(at position: Int) -> Instant {
    max(now.adding(milliseconds: -Int64(position)), zone.midnight(of: today))
  }

  /// Returns the notification about a message from a coach; nil if the person turned such
  /// notifications off. A backend stores it when a person logs the interaction, or for a planned
  /// interaction when its time has come.
  ///
  /// If a person logs a message on a later day, the notification names the day of the message. It
  /// has a high priority only if the message is at most `ContactFrequency.recentDays` days old.
  public func inbound(
    _ interaction: Interaction, coachName: String?, schoolName: String?
  ) -> NotificationDraft? {
    guard settings.enableInboundInteractionAlerts, interaction.direction == .inbound else {
      return nil
    }
    let coach = Naming.of(coachName, otherwise: "a coach")
    let school = Naming.of(schoolName, otherwise: Naming.unknownSchool)
    let day = zone.day(of: interaction.occurredAt)
    let when = day < today ? " on \(day.text(.shortWithYear))" : ""
    return NotificationDraft(
      .inboundInteraction, "\(Naming.of(coachName, otherwise: "A coach")) contacted you\(when)",
      message: "\(interaction.type.words) from \(coach), \(school).",
      priority: day.days(until: today) <= ContactFrequency.recentDays ? .high : .normal,
      about: .interaction, id: interaction.id, at: now)
  }

  /// Returns the cause of a notification that an earlier version of the program wrote without a
  /// cause. The cause is computed from the record and the day of the notification. It is nil if,
  /// for example, the record no longer exists.
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

// MARK: - Phrases in the texts of notifications

extension NotificationGeneration {
  func name(ofSchool id: RecordID, _ sources: NotificationSources) -> String {
    Naming.of(sources.schoolNames[id], otherwise: Naming.unknownSchool)
  }

  /// Returns the noun as the beginning of a sentence: `The offer` for the athlete, and `Sam's
  /// offer` for a parent.
  func the(_ noun: String) -> String {
    switch reader {
    case .athlete: "The \(noun)"
    case .parent(let athlete): "\(athlete)'s \(noun)"
    }
  }

  /// Returns a title, such as `Offer deadline` for the athlete, and `Sam's offer deadline` for a
  /// parent, who may have several athletes.
  func owned(_ thing: String) -> String {
    switch reader {
    case .athlete: thing
    case .parent(let athlete): "\(athlete)'s \(thing.prefix(1).lowercased())\(thing.dropFirst())"
    }
  }

  /// Returns the number of days left as text: `today`, `in 1 day`, `in 3 days`.
  func when(_ daysLeft: Int) -> String { DaysLeft.words(daysLeft) }
}
