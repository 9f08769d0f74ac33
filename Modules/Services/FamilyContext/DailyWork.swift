public import CivilTime
public import Domain
public import FeatureKit
import Synchronization

/// Work that runs once per local day, when a person opens a prompt or a page that depends on it (rule 9).
///
/// A page that shows the result of a chore calls this before it loads. It does not have to know which chores exist:
///
///     await daily.runIfDue()
///     return try await notifications.list(query)
///
/// Failures are not reported here: the page reports problems with the data, and the chore is tried again later.
public struct DailyWork: Capability {
  private let run: @Sendable () async -> Void

  public init(_ run: @escaping @Sendable () async -> Void) {
    self.run = run
  }

  /// Runs the chores that have not run today; returns at once when all have.
  public func runIfDue() async { await run() }

  /// Runs no chores: for tests of a single page.
  public static let none = DailyWork {}

  public static func unimplemented(_ place: Unimplemented) -> DailyWork {
    DailyWork { place.reported("runIfDue", standIn: ()) }
  }
}

/// A daily chore of a person. It is not an undo step, and running the chore twice must not change
/// more than running it once.
public struct DailyChore: Sendable {
  /// The people who get the chore: most generated records belong to an athlete (rule 9 of domain.md), deadlines to a
  /// parent too (rule 10.5).
  public enum Audience: Hashable, Sendable {
    case athletes, athletesAndParents
  }

  /// The key under which the day of the last run is stored; it must never change.
  public let name: String
  let audience: Audience
  let work:
    @Sendable (_ person: RecordID, _ now: Instant, _ zone: Zone) async throws(Problem) -> Void

  public init(
    _ name: String, for audience: Audience = .athletes,
    work:
      @escaping @Sendable (_ person: RecordID, _ now: Instant, _ zone: Zone) async throws(Problem)
      -> Void
  ) {
    self.name = name
    self.audience = audience
    self.work = work
  }
}

extension DailyWork {
  /// Runs the chores in order. The day of each chore's last run is stored on this machine, so that
  /// a failing chore does not make the other chores run again.
  public static func live(
    _ chores: [DailyChore], family: FamilyContextClient, preferences: DevicePreferencesGateway,
    calendar: LocalCalendar
  ) -> DailyWork {
    let round = DailyRound(
      chores: chores, family: family, preferences: preferences, calendar: calendar)
    return DailyWork { await round.runIfDue() }
  }
}

/// Runs the chores, and remembers within this process when all of them are done.
private final class DailyRound: Sendable {
  /// The last run of a person's chores.
  private struct Last {
    var person: RecordID
    var day: CalendarDay
    /// When failed chores may be tried again; nil when none failed.
    var retry: Instant?
  }

  private let chores: [DailyChore]
  private let family: FamilyContextClient
  private let preferences: DevicePreferencesGateway
  private let calendar: LocalCalendar
  private let last = Mutex<Last?>(nil)

  /// The pause in seconds before failed chores are tried again. A slow failure must not delay every
  /// prompt.
  private static let secondsBeforeRetry: Int64 = 300

  init(
    chores: [DailyChore], family: FamilyContextClient, preferences: DevicePreferencesGateway,
    calendar: LocalCalendar
  ) {
    self.chores = chores
    self.family = family
    self.preferences = preferences
    self.calendar = calendar
  }

  func runIfDue() async {
    guard let viewing = try? await family.current() else { return }
    let due = chores.filter { $0.audience.includes(viewing.role) }
    guard !due.isEmpty else { return }
    let person = viewing.person
    let (now, zone) = (calendar.now(), calendar.zone())
    let today = zone.day(of: now)
    guard isDue(for: person, on: today, now) else { return }
    var failed = false
    for chore in due {
      do throws(Problem) {
        try await run(chore, for: person, now, zone, today)
      } catch {
        failed = true
      }
    }
    let retry = failed ? now.adding(seconds: Self.secondsBeforeRetry) : nil
    last.withLock { $0 = Last(person: person, day: today, retry: retry) }
  }

  private func isDue(for person: RecordID, on today: CalendarDay, _ now: Instant) -> Bool {
    last.withLock { last in
      guard let last, last.person == person, last.day == today else { return true }
      return last.retry.map { $0 <= now } ?? false
    }
  }

  private func run(
    _ chore: DailyChore, for person: RecordID, _ now: Instant, _ zone: Zone, _ today: CalendarDay
  ) async throws(Problem) {
    let key = DevicePreferenceKey.dailyChore(chore.name)
    guard try await preferences.value(of: key) != today.description else { return }
    try await chore.work(person, now, zone)
    try await preferences.set(today.description, for: key)
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
