import Basics
import CivilTime

/// Generates the notifications that the athlete gets but a parent does not: reminders to contact
/// coaches, and the summary of the previous day.
extension NotificationGeneration {
  /// Returns one notification that reminds the athlete to contact coaches again, or an empty list.
  /// Several coaches share one notification, and the coach with the oldest last contact is named
  /// first (domain.md 10.4).
  func followUps(
    _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> [NotificationDraft] {
    let quiet = settings.followUpReminderDays
    let silent = sources.coaches.compactMap { coach -> SilentCoach? in
      guard let last = coach.lastContactDate,
        Int(last.milliseconds(until: now) / 86_400_000) >= quiet
      else { return nil }
      return SilentCoach(
        id: coach.id, name: coach.fullName, school: sources.schoolNames[coach.schoolID],
        lastContact: last)
    }
    let due = silent.filter { !announced.remindedOf($0.id, within: quiet, of: today) }
      .sorted { ($0.lastContact, $0.id) < ($1.lastContact, $1.id) }
    guard
      let sentences = FollowUpSentences(of: due, now: now, isMore: due.count < silent.count)
    else { return [] }
    let only = due.count == 1 ? due.first : nil
    return [
      NotificationDraft(
        .followUpReminder, sentences.title, message: sentences.message, priority: .normal,
        about: only == nil ? nil : .coach, id: only?.id,
        leadsTo: only == nil ? "/coaches?not_contacted=\(settings.followUpReminderDays)" : nil,
        occasion: NotificationOccasion(
          .followUps, of: sources.athlete, due.map { .init($0.id, today) }), at: now)
    ]
  }

  func digest(
    _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> [NotificationDraft] {
    let yesterday = today.adding(days: -1)
    let item = NotificationOccasion.Item(sources.athlete, yesterday)
    guard !announced.hold(.digest, item, of: sources.athlete) else { return [] }
    let parts = [
      counted(sources.yesterday.interactions, "interaction", "logged"),
      counted(sources.yesterday.eventsAttended, "event", "attended"),
      counted(sources.yesterday.metrics, "performance metric", "recorded"),
    ].compactMap { $0 }
    guard !parts.isEmpty else { return [] }
    return [
      NotificationDraft(
        .dailyDigest, "Your day in review: \(yesterday.text(.short))",
        message: parts.joined(separator: ", "), priority: .low,
        occasion: NotificationOccasion(.digest, of: sources.athlete, [item]), at: now)
    ]
  }

  private func counted(_ count: Int, _ noun: String, _ verb: String) -> String? {
    count > 0 ? "\(count) \(noun)\(count == 1 ? "" : "s") \(verb)" : nil
  }
}
