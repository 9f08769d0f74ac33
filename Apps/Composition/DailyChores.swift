import CivilTime
import Domain
import FamilyContext
import FeatureKit
import SQLBackend

/// What is done by itself once a local day for a person (rule 9). A chore is added here, and pages that show what it makes
/// ask for `DailyWork`.
struct DailyChores: Sendable {
  let backend: SQLBackend

  var all: [DailyChore] {
    [
      DailyChore("contacts") { athlete, _, _ throws(Problem) in
        try await backend.followPlannedContacts(of: athlete)
        _ = try await backend.followOthersContacts(of: athlete)
      },
      DailyChore("notifications", for: .athletesAndParents) { person, now, zone throws(Problem) in
        let made = try await backend.notifications.generate(now: now, zone: zone, .daily)
        await showOnDesktop(made.created, of: person, now, zone)
      },
      DailyChore("suggestions") { athlete, now, zone throws(Problem) in
        _ = try await backend.suggestions.evaluate(for: athlete, now: now, zone: zone)
      },
    ]
  }

  /// Shows what a new day brought to those who asked for it; a desktop that cannot is no reason to do the day again.
  private func showOnDesktop(
    _ rows: [NotificationRow], of person: RecordID, _ now: Instant, _ zone: Zone
  ) async {
    let wanted = try? await backend.devicePreferences.value(
      of: DevicePreferenceKey.desktopNotifications)
    guard wanted == "on",
      let stored = try? await backend.preferences.preference(.notifications, of: person)
    else { return }
    let settings = NotificationSettings(reading: stored.data)
    _ = try? await DesktopNotices.live.deliver(rows, settings: settings, now: now, zone: zone)
  }
}
