import CivilTime
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import InMemoryBackend
import JSON
import Notifications
import Synchronization
import Testing

/// The feature over a family in memory, at noon of 10 February 2026: Sam's inbox is `n1` to `n7`, the last three unread.
struct Stage: Sendable {
  let backend: InMemoryBackend
  let family: FamilyContextClient
  let feature: NotificationsFeature
  let desktop = Desktop()
  let zone: Zone

  init(
    as person: RecordID = ExampleFamily.sam, zone: Zone = .utc,
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    var world = ExampleFamily.world()
    change(&world)
    let backend = InMemoryBackend.example(
      signedIn: person, world: world, calendar: .fixed(ExampleFamily.now, zone))
    self.backend = backend
    self.zone = zone
    family = .live(
      signedIn: { person }, people: backend.people, families: backend.families,
      preferences: backend.devicePreferences, viewLog: backend.viewLog)
    let chore = DailyChore("notifications") { athlete, now, zone throws(Problem) in
      _ = try await backend.notifications.generate(for: athlete, now: now, zone: zone, .daily)
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

  func store() -> TestStore<NotificationsFeature> { TestStore(feature) }

  func references() async throws -> [Reference] {
    try await backend.recordIndex.find(.words([.notification], beginnings: []), of: nil)
      .map(\.reference)
  }

  func reference(_ handle: String) async throws -> Reference {
    try #require(try await references().first { $0.handle == handle })
  }

  func row(_ handle: String) async throws -> NotificationRow {
    try await backend.notifications.show(try await reference(handle).id)
  }

  /// What one load of the list is to bring.
  func list(
    _ narrow: (inout InboxQuery) -> Void = { _ in }
  ) async throws -> NotificationsFeature.Sheet {
    .list(
      try await backend.notifications.list(
        InboxQuery {
          $0.search = ""
          $0.limit = 20
          narrow(&$0)
        }))
  }

  func page(_ state: NotificationsFeature.State, rowLimit: Int? = nil) -> Page {
    feature.page(
      state,
      in: PageContext(
        now: ExampleFamily.now, zone: zone, viewer: Viewer(name: "Sam"), rowLimit: rowLimit))
  }
}

/// A desktop that keeps what it was asked to show, or refuses it.
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

/// A prompt in a test: lines go in, outcomes are kept, the page is what a host would show.
final class Prompt: Sendable {
  typealias Outcomes = [Outcome<NotificationsFeature.Action>]

  let stage: Stage
  private let store: Store<NotificationsFeature>
  private let told = Mutex<Outcomes>([])

  init(_ stage: Stage) {
    self.stage = stage
    store = Store(stage.feature)
    store.onOutcome { [weak self] outcome in self?.told.withLock { $0.append(outcome) } }
  }

  convenience init(
    as person: RecordID = ExampleFamily.sam, zone: Zone = .utc,
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, zone: zone, change))
  }

  var state: NotificationsFeature.State { store.state }
  var badge: String? { stage.feature.badge(store.state)?.text }

  func page(rowLimit: Int? = nil) -> Page { stage.page(store.state, rowLimit: rowLimit) }

  /// What the line told, after everything it set going has settled.
  @discardableResult
  func enter(_ line: String) async throws -> Outcomes {
    await send(
      try await stage.feature.action(
        for: line, knowing: try await stage.references(), now: ExampleFamily.now))
  }

  /// The page after the line.
  func show(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    try await enter(line)
    return page(rowLimit: rowLimit)
  }

  @discardableResult
  func send(_ action: NotificationsFeature.Action) async -> Outcomes {
    await store.send(action).settled()
    return told.withLock { told in
      defer { told = [] }
      return told
    }
  }

  @discardableResult
  func hear(_ event: HostEvent) async -> Outcomes {
    guard let action = stage.feature.action(for: event) else { return [] }
    return await send(action)
  }
}

extension World {
  /// An inbox of Sam's with these alone, the first the oldest, a minute apart; handles go on from `n9`.
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
