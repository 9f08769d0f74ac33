import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Notifications
import Synchronization
import Testing

/// The notifications feature over a family in memory, at noon on 10 February 2026.
///
/// Sam's inbox has seven notifications, `n1` to `n7`, and the last three are unread.
struct Stage: FeatureStage {
  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: NotificationsFeature
  let desktop = Desktop()
  let zone: Zone

  var context: PageContext {
    PageContext(now: ExampleFamily.now, zone: zone, viewer: Viewer(name: "Sam"))
  }

  init(
    as person: RecordID = ExampleFamily.sam, zone: Zone = .utc,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows()
    // Opening a page runs the daily work, which creates notifications about schools and tasks.
    // Without schools and tasks it creates none, so the inbox stays as the test made it.
    rows.removeSchools()
    rows.athleteTasks = []
    change(&rows)
    let backend = ExampleBackend(
      signedIn: person, family: rows, calendar: .fixed(ExampleFamily.now, zone))
    self.backend = backend
    self.zone = zone
    family = backend.familyContext()
    let chore = DailyChore("notifications", for: .athletesAndParents) {
      _, now, zone throws(Problem) in
      _ = try await backend.notifications.generate(now: now, zone: zone, .daily)
    }
    feature = NotificationsFeature(
      backend.provided(to: .testing("Notifications")).providing(family)
        .providing(
          DailyWork.live(
            [chore], family: family, preferences: backend.devicePreferences,
            calendar: backend.calendar)
        )
        .providing(desktop.notices))
  }

  func references() async throws -> [Reference] {
    try await backend.references(to: [.notification])
  }

  func row(_ handle: String) async throws -> NotificationRow {
    try await backend.notifications.show(try await reference(handle).id)
  }

  /// Returns the list of notifications that the gateway gives.
  ///
  /// A test compares the page that the feature has loaded with this list.
  func list(
    _ narrow: (inout InboxQuery) -> Void = { _ in }
  ) async throws -> NotificationsFeature.LoadedPage {
    .list(
      try await backend.notifications.list(
        InboxQuery {
          $0.search = ""
          $0.limit = 20
          narrow(&$0)
        }))
  }
}

/// A replacement for the computer's desktop. It records the notifications that the program wants to
/// show there, or refuses them with a problem.
final class Desktop: Sendable {
  private let held = Mutex<(shown: [DesktopNotice], problem: Problem?)>(([], nil))

  var shown: [DesktopNotice] { held.withLock { $0.shown } }

  func fail(_ problem: Problem) { held.withLock { $0.problem = problem } }

  var notices: DesktopNotices {
    DesktopNotices { notice throws(Problem) in
      let problem = self.held.withLock { held in
        if held.problem == nil { held.shown.append(notice) }
        return held.problem
      }
      if let problem { throw problem }
    }
  }
}

typealias Prompt = StagedPrompt<Stage>

extension StagedPrompt<Stage> {
  convenience init(
    as person: RecordID = ExampleFamily.sam, zone: Zone = .utc,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, zone: zone, change))
  }

  var badge: String? { stage.feature.badge(state)?.text }
}

extension MadeUpFamily {
  /// Replaces Sam's inbox by this many notifications, a minute apart, the oldest first. Their
  /// handles are `n1`, `n2` and so on.
  mutating func fillInbox(_ count: Int, _ make: (inout AppNotification, Int) -> Void = { _, _ in })
  {
    removeNotifications()
    for index in 0..<count {
      let time = ExampleFamily.now.adding(seconds: Int64(index - count) * 60)
      var notification = AppNotification(
        id: .numbered(UInt64(5000 + index)), personID: ExampleFamily.sam,
        type: .known(.dailyDigest), title: "Notification \(index)", createdAt: time)
      notification.message = "Message \(index)"
      make(&notification, index)
      add(notification)
    }
  }

  mutating func addEvent(_ name: String, on day: String, id: UInt64 = 77) {
    add(
      RecruitingEvent(
        id: .numbered(id), athleteID: ExampleFamily.sam, type: .camp, name: name,
        startDate: CalendarDay(day) ?? .first))
  }

  mutating func setNotifications(_ change: (inout NotificationSettings) -> Void) {
    var settings = NotificationSettings()
    change(&settings)
    setPreference(.notifications, of: ExampleFamily.sam, to: settings.written(over: nil))
  }
}
