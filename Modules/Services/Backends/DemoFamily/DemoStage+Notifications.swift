import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns the athlete's notifications, oldest first. The notifications of the last four days are
  /// unread.
  func notifications(
    schools: [School], coaches: [Coach], events: [RecruitingEvent], interactions: [Interaction],
    offers: [Offer], letters: [RecommendationLetter]
  ) -> [AppNotification] {
    var random = random.branch("notifications")
    let names = Dictionary(
      schools.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let drafts =
      inbound(interactions, coaches: coaches, names: names) + offered(offers, names: names)
      + deadlines(of: offers, and: letters, names: names) + upcoming(events)
      + reminders(coaches: coaches, schools: schools) + digests(interactions)
    return drafts.sorted { ($0.moment, $0.title) < ($1.moment, $1.title) }.map { draft in
      notification(draft, random: &random)
    }
  }

  private struct Draft {
    var type: NotificationType
    var title: String
    var message: String
    var priority: NotificationPriority
    var related: (AppNotification.RelatedType, RecordID)?
    var moment: Instant
    /// The deadline that a reminder is about. The days left are computed from it when the reminder
    /// is read.
    var occasion: NotificationOccasion?
  }

  private func notification(
    _ draft: Draft, random: inout SeededGenerator
  ) -> AppNotification {
    var notification = AppNotification(
      id: random.recordID(), personID: cast.athlete.id, type: .known(draft.type),
      title: draft.title,
      createdAt: draft.moment)
    notification.message = draft.message
    notification.priority = .known(draft.priority)
    notification.related = draft.related.map { type, id in
      AppNotification.RelatedEntity(type: .known(type), id: id)
    }
    notification.occasion = draft.occasion?.description
    notification.scheduledFor = draft.moment
    notification.sentAt = draft.moment
    let read = draft.moment.adding(seconds: Int64(random.int(in: 1800...70_000)))
    let isOld = draft.moment < calendar.instant(ago: 4, minute: 0)
    notification.readAt = isOld ? read : nil
    return notification
  }

  private func inbound(
    _ interactions: [Interaction], coaches: [Coach], names: [RecordID: String]
  ) -> [Draft] {
    interactions.filter { $0.direction == .inbound && $0.eventID == nil }.suffix(6).map { item in
      let coach = coaches.first { $0.id == item.coachID }?.fullName ?? "A coach"
      return Draft(
        type: .inboundInteraction, title: "\(coach) got in touch",
        message: "\(item.type.words) from \(names[item.schoolID] ?? "Unknown School")",
        priority: .high, related: (.interaction, item.id),
        moment: item.createdAt ?? item.occurredAt)
    }
  }

  private func offered(_ offers: [Offer], names: [RecordID: String]) -> [Draft] {
    offers.suffix(3).map { offer in
      Draft(
        type: .offer, title: "Offer from \(names[offer.schoolID] ?? "Unknown School")",
        message: "\(offer.type.words). Open it to see the terms.", priority: .normal,
        related: (.offer, offer.id), moment: offer.createdAt ?? calendar.now)
    }
  }

  /// Returns the notifications about deadlines. Each notification has the date on which the program
  /// would have created it, such as seven days before the deadline (domain.md 4.11).
  private func deadlines(
    of offers: [Offer], and letters: [RecommendationLetter], names: [RecordID: String]
  ) -> [Draft] {
    let open = offers.filter { $0.status == .pending }.compactMap { offer -> Draft? in
      guard let deadline = offer.deadlineDate,
        let (lead, ago) = lead(of: deadline, among: [1, 3, 7, 14])
      else { return nil }
      return Draft(
        type: .deadlineAlert, title: "Offer deadline in \(days(lead))",
        message: "\(names[offer.schoolID] ?? "Unknown School") waits for your answer.",
        priority: lead <= 3 ? .high : .normal, related: (.offer, offer.id),
        moment: calendar.instant(ago: ago, minute: 8 * 60),
        occasion: occasion(.offer, lead, offer.id, deadline))
    }
    let requested = letters.filter { $0.status == .requested }.compactMap { letter -> Draft? in
      guard let due = letter.dueDate, let (lead, ago) = lead(of: due, among: [7, 14]) else {
        return nil
      }
      return Draft(
        type: .deadlineAlert, title: "Letter due in \(days(lead))",
        message: "\(letter.writerName) has not sent the letter yet.", priority: .normal,
        related: (.recommendation, letter.id),
        moment: calendar.instant(ago: ago, minute: 8 * 60),
        occasion: occasion(.letter, lead, letter.id, due))
    }
    return open + requested
  }

  private func upcoming(_ events: [RecruitingEvent]) -> [Draft] {
    events.filter { !$0.isAttended }.compactMap { event in
      guard let (lead, ago) = lead(of: event.startDate, among: [1, 7]) else { return nil }
      return Draft(
        type: .event, title: "\(event.name) in \(days(lead))",
        message: "Check the schedule and what to bring.", priority: lead == 1 ? .high : .normal,
        related: (.event, event.id), moment: calendar.instant(ago: ago, minute: 8 * 60 + 5),
        occasion: occasion(.event, lead, event.id, event.startDate))
    }
  }

  /// Returns reminders to write to three coaches of top-tier schools whose last contact is the
  /// longest ago, and a reminder about one of these schools.
  private func reminders(coaches: [Coach], schools: [School]) -> [Draft] {
    let top = schools.filter { $0.priorityTier?.known == .a }
    let waiting = coaches.filter { coach in top.contains { $0.id == coach.schoolID } }
      .compactMap { coach in coach.lastContactDate.map { (coach, calendar.zone.day(of: $0)) } }
      .filter { $0.1.days(until: calendar.today) >= 7 }
      .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
    let personal = waiting.prefix(3).enumerated().map { index, entry in
      Draft(
        type: .followUpReminder, title: "Write to \(entry.0.fullName)",
        message: "You have not been in touch since \(entry.1.text(.short)).", priority: .normal,
        related: (.coach, entry.0.id),
        moment: calendar.instant(ago: index * 2, minute: 8 * 60 + 10))
    }
    let school = waiting.first.flatMap { entry in top.first { $0.id == entry.0.schoolID } }
    return personal
      + (school.map { school in
        [
          Draft(
            type: .followUpReminder, title: "\(school.name) is waiting",
            message: "One of your top schools has not heard from you for weeks.",
            priority: .normal, related: (.school, school.id),
            moment: calendar.instant(ago: 9, minute: 8 * 60 + 15))
        ]
      } ?? [])
  }

  private func digests(_ interactions: [Interaction]) -> [Draft] {
    let days = Dictionary(grouping: interactions) { calendar.zone.day(of: $0.occurredAt) }
    let recent = days.filter { $0.key < calendar.today }.sorted { $0.key < $1.key }.suffix(5)
    return recent.map { day, items in
      Draft(
        type: .dailyDigest, title: "Your day in recruiting",
        message: "\(items.count) interaction\(items.count == 1 ? "" : "s") logged",
        priority: .low, related: nil,
        moment: calendar.instant(on: day.adding(days: 1), minute: 7 * 60))
    }
  }

  /// Returns which reminder of a date the program has sent last: its lead time (the number of days
  /// before the date), and how many days ago it was due.
  ///
  /// Nil if the date is over, or if not even the reminder with the longest lead time is due yet.
  private func lead(of date: CalendarDay, among leads: [Int]) -> (lead: Int, ago: Int)? {
    let left = calendar.today.days(until: date)
    guard left >= 0 else { return nil }
    return leads.first { $0 >= left }.map { ($0, $0 - left) }
  }

  private func occasion(
    _ source: NotificationOccasion.Source, _ lead: Int, _ record: RecordID, _ day: CalendarDay
  ) -> NotificationOccasion {
    NotificationOccasion(source, lead: lead, of: cast.athlete.id, [.init(record, day)])
  }

  private func days(_ count: Int) -> String {
    count == 1 ? "1 day" : "\(count) days"
  }
}
