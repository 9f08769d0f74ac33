public import CivilTime
public import Domain
public import FeatureKit
import Synchronization

/// The work that the program does once a day for a person, such as creating notifications. It
/// consists of chores, which are single tasks. It runs when the person opens a prompt or a page
/// that shows its results (domain.md 9). A page in a browser does not wait for the work: it shows
/// the present data, and is refreshed when the work is done.
///
/// A page with results of the work calls `runIfDue` before it loads. It does not have to know which
/// chores exist:
///
///     await daily.runIfDue()
///     return try await notifications.list(query)
///
/// Errors of a chore are not reported here. The page itself reports problems with the data, and the
/// chore is tried again five minutes later at the earliest.
public struct DailyWork: Capability {
  private let run: @Sendable () async -> Void

  public init(_ run: @escaping @Sendable () async -> Void) {
    self.run = run
  }

  /// Runs the chores (tasks that are due once a day) that have not run today for the signed-in
  /// person, either at once or after the answer to a browser. Returns at once if all of them have
  /// run.
  public func runIfDue() async { await run() }

  /// Daily work without chores (its single tasks), for tests of a single page.
  public static let none = DailyWork {}

  public static func unimplemented(_ place: Unimplemented) -> DailyWork {
    DailyWork { place.reported("runIfDue", standIn: ()) }
  }
}

/// A chore: a task that runs once a day for each person, such as creating the notifications about
/// deadlines. A chore that follows changes also runs when records were changed after its last run.
///
/// The command `undo` does not revert a chore. Running it twice must have the same effect as
/// running it once, because it is repeated after an error.
public struct DailyChore: Sendable {
  /// The people for whom a chore (a daily task) runs. Most chores create records of an athlete
  /// (domain.md 9); the one for deadlines also runs for parents (domain.md 10.5).
  public enum Audience: Hashable, Sendable {
    case athletes, athletesAndParents
  }

  /// The key under which the day of the chore's last run is stored. It must never change between
  /// versions, or the chore would run twice on the day of an update.
  public let name: String
  let audience: Audience
  /// Whether the chore runs again on the same day after records were changed, because its results
  /// follow from them.
  let followsChanges: Bool
  let work:
    @Sendable (_ person: RecordID, _ now: Instant, _ zone: Zone) async throws(Problem) -> Void

  public init(
    _ name: String, for audience: Audience = .athletes, followsChanges: Bool = false,
    work:
      @escaping @Sendable (_ person: RecordID, _ now: Instant, _ zone: Zone) async throws(Problem)
      -> Void
  ) {
    self.name = name
    self.audience = audience
    self.followsChanges = followsChanges
    self.work = work
  }
}

extension DailyWork {
  /// Returns daily work that runs the chores (single tasks) in the order of the list. The day of
  /// the last run is stored for each chore on this machine, so that an error in one chore does not
  /// make the others run again.
  ///
  /// - Parameter changes: returns a text that is another one after each change of the records; nil
  ///   before the first change.
  public static func live(
    _ chores: [DailyChore], family: FamilyContextClient, preferences: DevicePreferencesGateway,
    calendar: LocalCalendar,
    changes: @escaping @Sendable () async throws(Problem) -> String? = { nil }
  ) -> DailyWork {
    let round = DailyRound(
      chores: chores, family: family, preferences: preferences, calendar: calendar,
      changes: changes)
    return DailyWork { await round.runIfDue() }
  }
}

/// Runs the chores (daily tasks) of a person, and caches in memory that they have run today.
private final class DailyRound: Sendable {
  /// For which person and on which day this process last ran the chores (daily tasks), and which
  /// change of the records was the newest then.
  private struct Last {
    var person: RecordID
    var day: CalendarDay
    var change: String?
    /// The time from which failed chores (daily tasks) may be tried again; nil if none failed.
    var retry: Instant?
  }

  private let chores: [DailyChore]
  private let family: FamilyContextClient
  private let preferences: DevicePreferencesGateway
  private let calendar: LocalCalendar
  private let changes: @Sendable () async throws(Problem) -> String?
  private let last = Mutex<Last?>(nil)

  /// The seconds to wait before failed chores (daily tasks) are tried again. Without a pause, a
  /// chore that fails slowly would delay every prompt.
  private static let secondsBeforeRetry: Int64 = 300

  init(
    chores: [DailyChore], family: FamilyContextClient, preferences: DevicePreferencesGateway,
    calendar: LocalCalendar, changes: @escaping @Sendable () async throws(Problem) -> String?
  ) {
    self.chores = chores
    self.family = family
    self.preferences = preferences
    self.calendar = calendar
    self.changes = changes
  }

  func runIfDue() async {
    guard let viewing = try? await family.current() else { return }
    let due = chores.filter { $0.audience.includes(viewing.role) }
    guard !due.isEmpty else { return }
    let person = viewing.person
    let (now, zone) = (calendar.now(), calendar.zone())
    guard await isDue(for: person, on: zone.day(of: now), now) else { return }
    await family.afterwards.run("daily \(person)") { () throws(Problem) in
      try await self.run(due, for: person)
    }
  }

  /// Runs the chores (daily tasks) that have not run today, or not since the newest change. If a
  /// chore fails, the next ones still run, and the problem of the last one that failed is thrown at
  /// the end.
  private func run(_ due: [DailyChore], for person: RecordID) async throws(Problem) {
    let (now, zone) = (calendar.now(), calendar.zone())
    let today = zone.day(of: now)
    // The newest change is read before the chores (daily tasks) run. If another change is made
    // while they run, it is newer than the stored one, and the chores run again.
    let change = try await changes()
    var problem: Problem?
    for chore in due {
      let run = Run(day: today, change: chore.followsChanges ? change : nil)
      do throws(Problem) {
        try await self.run(chore, for: person, now, zone, run)
      } catch {
        problem = error
      }
    }
    let retry = problem == nil ? nil : now.adding(seconds: Self.secondsBeforeRetry)
    last.withLock { $0 = Last(person: person, day: today, change: change, retry: retry) }
    if let problem { throw problem }
  }

  private func isDue(
    for person: RecordID, on today: CalendarDay, _ now: Instant
  ) async -> Bool {
    guard let last = self.last.withLock({ $0 }), last.person == person, last.day == today else {
      return true
    }
    if let retry = last.retry { return retry <= now }
    guard let change = try? await changes() else { return false }
    return change != last.change
  }

  /// The last run of a chore (a daily task): its day, and the newest change of the records at that
  /// time if the chore depends on them.
  private struct Run: CustomStringConvertible {
    var day: CalendarDay
    var change: String?

    var description: String { [day.description, change].compactMap(\.self).joined(separator: " ") }
  }

  private func run(
    _ chore: DailyChore, for person: RecordID, _ now: Instant, _ zone: Zone, _ run: Run
  ) async throws(Problem) {
    let key = DevicePreferenceKey.dailyChore(chore.name)
    guard try await preferences.value(of: key) != run.description else { return }
    try await chore.work(person, now, zone)
    try await preferences.set(run.description, for: key)
  }
}

extension DailyChore.Audience {
  fileprivate func includes(_ role: UserRole) -> Bool {
    switch role {
    case .player: true
    case .parent: self == .athletesAndParents
    case .admin: false
    }
  }
}
