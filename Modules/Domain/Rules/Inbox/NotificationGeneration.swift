public import CivilTime
public import FeatureKit

/// What a day's notifications are made from (rule 4.11), all of one athlete.
public struct NotificationSources: Sendable {
  public var offers: [Offer] = []
  public var letters: [RecommendationLetter] = []
  public var events: [RecruitingEvent] = []
  public var coaches: [Coach] = []
  public var schoolNames: [RecordID: String] = [:]
  /// What happened on the local day before.
  public var yesterday = Yesterday()
  /// The athlete's notifications so far; doubles are told by them.
  public var existing: [AppNotification] = []

  public init() {}

  public struct Yesterday: Hashable, Sendable {
    public var interactions = 0
    public var eventsAttended = 0
    public var metrics = 0

    public init(interactions: Int = 0, eventsAttended: Int = 0, metrics: Int = 0) {
      self.interactions = interactions
      self.eventsAttended = eventsAttended
      self.metrics = metrics
    }
  }
}

/// Works out which notifications are due now (rule 4.11); running it twice writes nothing twice.
public struct NotificationGeneration: Sendable {
  private let settings: NotificationSettings
  private let now: Instant
  private let zone: Zone
  private let today: CalendarDay

  static let offerLeads = [14, 7, 3, 1]
  static let letterLeads = [14, 7]
  static let eventLeads = [7, 1]

  public init(settings: NotificationSettings, now: Instant, zone: Zone) {
    self.settings = settings
    self.now = now
    self.zone = zone
    today = zone.day(of: now)
  }

  public func due(_ sources: NotificationSources) -> [NotificationDraft] {
    var drafts: [NotificationDraft] = []
    // Events have no switch of their own; their dates are deadlines to people.
    if settings.enableDeadlineAlerts {
      drafts += sources.offers.compactMap { offer($0, sources.schoolNames) }
      drafts += sources.letters.compactMap(letter)
      drafts += sources.events.compactMap(event)
    }
    if settings.enableFollowUpReminders {
      drafts += sources.coaches.sorted { left, right in
        (left.lastContactDate ?? now, left.id) < (right.lastContactDate ?? now, right.id)
      }.compactMap { followUp($0, sources.schoolNames) }
    }
    if settings.enableDailyDigest, let digest = digest(sources.yesterday) { drafts.append(digest) }
    let written = Dictionary(grouping: sources.existing, by: Key.init)
    let said = Set(sources.existing.map(Said.init))
    return drafts.filter { draft in
      // A lead keeps its day: in another zone, or on a clock that was moved, it is still the same one.
      guard !draft.isSaidOnce else { return !said.contains(Said(draft)) }
      // By local days, so that the hour of an earlier run never makes a double.
      let quiet = 0..<quietDays(draft.type)
      return !(written[Key(draft)] ?? []).contains { notification in
        quiet.contains(abs(zone.day(of: notification.effectiveTime).days(until: today)))
      }
    }.enumerated().map { position, draft in
      var draft = draft
      draft.scheduledFor = moment(at: position)
      return draft
    }
  }

  /// A millisecond apart, so that an inbox keeps the order of the rules; never of the day before.
  private func moment(at position: Int) -> Instant {
    max(now.adding(milliseconds: -Int64(position)), zone.midnight(of: today))
  }

  /// The notification of a message from a coach, written with the interaction itself.
  public func inbound(
    _ interaction: Interaction, coachName: String?, schoolName: String?
  ) -> NotificationDraft? {
    guard settings.enableInboundInteractionAlerts, interaction.direction == .inbound else {
      return nil
    }
    return NotificationDraft(
      .inboundInteraction, "\(Naming.of(coachName, otherwise: "A coach")) contacted you",
      message:
        "\(interaction.type.words) from \(Naming.of(coachName, otherwise: "a coach")), \(Naming.of(schoolName, otherwise: Naming.unknownSchool)).",
      priority: .high, about: .interaction, id: interaction.id, at: now)
  }

  /// How many days must lie between two of one kind about one record.
  private func quietDays(_ type: NotificationType) -> Int {
    type == .followUpReminder ? settings.followUpReminderDays : 1
  }

}

extension NotificationGeneration {
  private func offer(_ offer: Offer, _ names: [RecordID: String]) -> NotificationDraft? {
    guard offer.status == .pending, let deadline = offer.deadlineDate else { return nil }
    let left = today.days(until: deadline)
    guard Self.offerLeads.contains(left) else { return nil }
    let school = Naming.of(names[offer.schoolID], otherwise: Naming.unknownSchool)
    return once(
      .deadlineAlert, "Offer deadline in \(days(left))",
      message: "The offer from \(school) ends on \(deadline.text(.short)), in \(days(left)).",
      priority: left <= 3 ? .high : .normal, about: .offer, id: offer.id)
  }

  private func letter(_ letter: RecommendationLetter) -> NotificationDraft? {
    guard letter.status == .requested, let due = letter.dueDate else { return nil }
    let left = today.days(until: due)
    guard Self.letterLeads.contains(left) else { return nil }
    let name = Naming.of(letter.writerName, otherwise: "Coach")
    return once(
      .deadlineAlert, "Recommendation letter due in \(days(left))",
      message: "The letter from \(name) is due on "
        + "\(due.text(.short)), in \(days(left)).",
      priority: .normal, about: .recommendation, id: letter.id)
  }

  private func event(_ event: RecruitingEvent) -> NotificationDraft? {
    guard !event.isAttended else { return nil }
    let left = today.days(until: event.startDate)
    guard Self.eventLeads.contains(left) else { return nil }
    let name = Naming.of(event.name, otherwise: Naming.anEvent)
    return once(
      .event, "\(name) in \(days(left))",
      message: "\(name) is on \(event.startDate.text(.short)), in \(days(left)).",
      priority: left == 1 ? .high : .normal, about: .event, id: event.id)
  }

  private func followUp(_ coach: Coach, _ names: [RecordID: String]) -> NotificationDraft? {
    guard let last = coach.lastContactDate else { return nil }
    let since = Int(last.milliseconds(until: now) / 86_400_000)
    guard since >= settings.followUpReminderDays else { return nil }
    let name = coach.fullName
    let school = Naming.of(names[coach.schoolID], otherwise: Naming.unknownSchool)
    return NotificationDraft(
      .followUpReminder, "Follow up with \(Naming.of(name, otherwise: "a coach"))",
      message:
        "\(Naming.of(name, otherwise: "A coach")) at \(school): last contact \(days(since)) ago.",
      priority: .normal,
      about: .coach, id: coach.id, at: now)
  }

  private func digest(_ yesterday: NotificationSources.Yesterday) -> NotificationDraft? {
    let parts = [
      counted(yesterday.interactions, "interaction", "logged"),
      counted(yesterday.eventsAttended, "event", "attended"),
      counted(yesterday.metrics, "performance metric", "recorded"),
    ].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return NotificationDraft(
      .dailyDigest, "Your day in review", message: parts.joined(separator: ", "), priority: .low,
      at: now)
  }

  private func counted(_ count: Int, _ noun: String, _ verb: String) -> String? {
    count > 0 ? "\(count) \(noun)\(count == 1 ? "" : "s") \(verb)" : nil
  }

  private func once(
    _ type: NotificationType, _ title: String, message: String, priority: NotificationPriority,
    about related: AppNotification.RelatedType, id: RecordID
  ) -> NotificationDraft {
    var draft = NotificationDraft(
      type, title, message: message, priority: priority, about: related, id: id, at: now)
    draft.isSaidOnce = true
    return draft
  }

  private func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}

/// What a lead says: about which record, how many days before which day. The name in it may be another one since.
private struct Said: Hashable {
  var key: Key
  var lead: String

  init(_ notification: AppNotification) {
    key = Key(notification)
    lead = NotificationLead.text(in: notification.text)
  }

  init(_ draft: NotificationDraft) {
    key = Key(draft)
    lead = NotificationLead.text(in: draft.message)
  }
}

/// What makes two notifications the same: their kind and what they are about.
private struct Key: Hashable {
  var type: String
  var related: String?
  var id: RecordID?

  init(_ notification: AppNotification) {
    type = notification.type.raw
    related = notification.related?.type.raw
    id = notification.related?.id
  }

  init(_ draft: NotificationDraft) {
    type = draft.type.rawValue
    related = draft.related?.type.raw
    id = draft.related?.id
  }
}
