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
    let due = sources.coaches.compactMap { coach -> (coach: Coach, since: Int)? in
      guard let last = coach.lastContactDate else { return nil }
      let since = Int(last.milliseconds(until: now) / 86_400_000)
      let quiet = settings.followUpReminderDays
      guard since >= quiet, !announced.remindedOf(coach.id, within: quiet, of: today) else {
        return nil
      }
      return (coach, since)
    }.sorted { left, right in
      (left.coach.lastContactDate ?? now, left.coach.id)
        < (right.coach.lastContactDate ?? now, right.coach.id)
    }
    guard let longest = due.first else { return [] }
    let occasion = NotificationOccasion(
      .followUps, of: sources.athlete, due.map { .init($0.coach.id, today) })
    guard due.count > 1 else {
      let coach = longest.coach.fullName
      let school = name(ofSchool: longest.coach.schoolID, sources)
      return [
        NotificationDraft(
          .followUpReminder, "Follow up with \(Naming.of(coach, otherwise: "a coach"))",
          message: Naming.of(coach, otherwise: "A coach")
            + " at \(school): last contact \(days(longest.since)) ago.",
          priority: .normal, about: .coach, id: longest.coach.id, occasion: occasion, at: now)
      ]
    }
    let named = due.prefix(Self.namesAtMost).map { coach, since in
      let school = name(ofSchool: coach.schoolID, sources)
      let name = Naming.of(coach.fullName, otherwise: "a coach")
      return "\(name) at \(school) (\(days(since)))"
    }
    let more = due.count - named.count
    let list = named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return [
      NotificationDraft(
        .followUpReminder, "\(due.count) coaches wait to hear from you",
        message: "The longest: \(list).", priority: .normal,
        leadsTo: "/coaches?not_contacted=\(settings.followUpReminderDays)", occasion: occasion,
        at: now)
    ]
  }

  func digest(
    _ sources: NotificationSources, _ announced: AnnouncedOccasions
  ) -> [NotificationDraft] {
    let item = NotificationOccasion.Item(sources.athlete, today.adding(days: -1))
    guard !announced.hold(.digest, item, of: sources.athlete) else { return [] }
    let parts = [
      counted(sources.yesterday.interactions, "interaction", "logged"),
      counted(sources.yesterday.eventsAttended, "event", "attended"),
      counted(sources.yesterday.metrics, "performance metric", "recorded"),
    ].compactMap { $0 }
    guard !parts.isEmpty else { return [] }
    return [
      NotificationDraft(
        .dailyDigest, "Your day in review", message: parts.joined(separator: ", "),
        priority: .low, occasion: NotificationOccasion(.digest, of: sources.athlete, [item]),
        at: now)
    ]
  }

  private func counted(_ count: Int, _ noun: String, _ verb: String) -> String? {
    count > 0 ? "\(count) \(noun)\(count == 1 ? "" : "s") \(verb)" : nil
  }
}
