import CivilTime
import Domain
import FamilyContext
import FeatureKit
import SQLBackend

/// Work that runs by itself once a local day for a person (rule 9). Add a chore here; pages that show its results use `DailyWork`.
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
      DailyChore("notifications", for: .athletesAndParents) { person, now, zone throws(Problem) in
        let made = try await backend.notifications.generate(now: now, zone: zone, .daily)
        await showOnDesktop(made.created, of: person, now, zone)
      },
      DailyChore("suggestions") { athlete, now, zone throws(Problem) in
        _ = try await backend.suggestions.evaluate(for: athlete, now: now, zone: zone)
      },
    ]
  }

  /// Shows the new day's notifications on the desktop, for people who asked for that. A failure is
  /// ignored, because it must not repeat the day's work.
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
