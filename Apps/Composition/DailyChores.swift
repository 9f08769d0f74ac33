import CivilTime
import Domain
import FamilyContext
import FeatureKit
import SQLBackend

/// The chores: tasks that the program does once a day for each person, in the person's time zone
/// (domain.md 9), without a command of the person.
///
/// Each chore is an entry of `all`. A page that shows the results of chores waits for them with
/// `DailyWork`.
struct DailyChores: Sendable {
  let backend: SQLBackend
  let notices: DesktopNotices

  var all: [DailyChore] {
    [
      DailyChore("contacts") { athlete, _, _ throws(Problem) in
        try await backend.followPlannedContacts(of: athlete)
        _ = try await backend.followOthersContacts(of: athlete)
      },
      DailyChore("files", for: .athletesAndParents) { _, _, _ throws(Problem) in
        try await backend.deleteUnusedFiles()
      },
      DailyChore("notifications", for: .athletesAndParents, followsChanges: true) {
        person, now, zone throws(Problem) in
        let made = try await backend.notifications.generate(now: now, zone: zone, .daily)
        await showOnDesktop(made.created, of: person, now, zone)
      },
      DailyChore("suggestions", followsChanges: true) { athlete, now, zone throws(Problem) in
        _ = try await backend.suggestions.evaluate(for: athlete, now: now, zone: zone)
      },
    ]
  }

  /// Shows the day's new notifications on the desktop, to people who chose that. A failure is
  /// ignored: otherwise the whole day's work would count as failed and be repeated.
  private func showOnDesktop(
    _ rows: [NotificationRow], of person: RecordID, _ now: Instant, _ zone: Zone
  ) async {
    let wanted = try? await backend.devicePreferences.value(
      of: DevicePreferenceKey.desktopNotifications)
    guard wanted == "on",
      let stored = try? await backend.preferences.preference(.notifications, of: person)
    else { return }
    let settings = NotificationSettings(reading: stored.data)
    _ = try? await notices.deliver(rows, settings: settings, now: now, zone: zone)
  }
}
