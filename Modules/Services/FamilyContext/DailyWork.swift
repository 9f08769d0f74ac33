public import CivilTime
public import Domain
public import FeatureKit
import Synchronization

/// What is done by itself once a local day, when a person's prompt or a page that lives on it opens (rule 9).
///
/// A page that shows what a chore makes asks for it before it loads, and never has to know which chores there are:
///
///     await daily.runIfDue()
///     return try await notifications.list(query)
///
/// Nothing that fails is told: the page behind it says what is wrong with the data, and the chore is tried again
/// later.
public struct DailyWork: Capability {
  private let run: @Sendable () async -> Void

  public init(_ run: @escaping @Sendable () async -> Void) {
    self.run = run
  }

  /// Does what has not been done today; returns at once when everything has.
  public func runIfDue() async { await run() }

  /// Nothing is ever due: for pages tried out alone.
  public static let none = DailyWork {}

  public static func unimplemented(_ place: Unimplemented) -> DailyWork {
    DailyWork { place.reported("runIfDue", standIn: ()) }
  }
}

/// One thing to do daily for a person. It is no undo step, and doing it twice must change nothing more.
public struct DailyChore: Sendable {
  /// Whose day it belongs to: most of what is made by itself is an athlete's (rule 9), deadlines are a parent's too (rule
  /// 10.5).
  public enum Audience: Hashable, Sendable {
    case athletes, athletesAndParents
  }

  /// Under which it is remembered when it was done last; never to be changed.
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
  /// The chores in their order, each remembered with its day on this machine, so that one that fails does not repeat the
  /// others.
  public static func live(
    _ chores: [DailyChore], family: FamilyContextClient, preferences: DevicePreferencesGateway,
    calendar: LocalCalendar
  ) -> DailyWork {
    let round = DailyRound(
      chores: chores, family: family, preferences: preferences, calendar: calendar)
    return DailyWork { await round.runIfDue() }
  }
}

/// Goes through the chores, and remembers for this run that there is nothing left to do.
private final class DailyRound: Sendable {
  /// The last time somebody's chores were gone through.
  private struct Last {
    var person: RecordID
    var day: CalendarDay
    /// When what failed may be tried again; nil when nothing did.
    var retry: Instant?
  }

  private let chores: [DailyChore]
  private let family: FamilyContextClient
  private let preferences: DevicePreferencesGateway
  private let calendar: LocalCalendar
  private let last = Mutex<Last?>(nil)

  /// A chore that fails slowly must not slow every prompt down.
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
