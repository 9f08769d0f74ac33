import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import Synchronization
import Testing

/// A family's program with a clock that tests set, and daily jobs that record their runs.
private final class Days: Sendable {
  let backend: ExampleBackend
  let family: FamilyContextClient
  private let clock = Mutex(ExampleFamily.now)
  private let zone: Zone
  private let done = Mutex<[String]>([])
  private let failing = Mutex<Set<String>>([])
  private let newestChange = Mutex<String?>(nil)

  init(_ person: RecordID? = ExampleFamily.sam, zone: Zone = .utc) {
    let backend = ExampleBackend(signedIn: person)
    self.backend = backend
    self.zone = zone
    family = backend.familyContext()
  }

  /// Returns the daily work of a newly started program.
  ///
  /// It knows earlier runs only from the file, because nothing stays in memory between two starts.
  func start(
    _ names: [String] = ["first", "second"], for audience: DailyChore.Audience = .athletes,
    followingChanges: Set<String> = []
  ) -> DailyWork {
    .live(
      names.map { name in
        DailyChore(name, for: audience, followsChanges: followingChanges.contains(name)) {
          athlete, now, zone throws(Problem) in
          if self.failing.withLock({ $0.contains(name) }) { throw Problem(.offline) }
          let who = athlete == ExampleFamily.sam ? "Sam" : "somebody"
          self.done.withLock { $0.append("\(name) for \(who) on \(zone.day(of: now))") }
        }
      }, family: family, preferences: backend.devicePreferences,
      calendar: LocalCalendar(now: { self.clock.withLock { $0 } }, zone: { self.zone }),
      changes: { self.newestChange.withLock { $0 } })
  }

  func change(_ name: String?) { newestChange.withLock { $0 = name } }

  func pass(seconds: Int64) { clock.withLock { $0 = $0.adding(seconds: seconds) } }
  func fail(_ names: Set<String>) { failing.withLock { $0 = names } }

  func signIn(_ person: RecordID?) { backend.signIn(person) }

  func takeDone() -> [String] {
    done.withLock { done in
      defer { done = [] }
      return done
    }
  }
}

@Suite("Daily work")
struct DailyWorkTests {
  @Test("Every chore is done once a local day, whichever run of the program comes first")
  func onceADay() async {
    let days = Days()
    let daily = days.start()
    await daily.runIfDue()
    await daily.runIfDue()
    await days.start().runIfDue()
    #expect(days.takeDone() == ["first for Sam on 2026-02-10", "second for Sam on 2026-02-10"])
    days.pass(seconds: 86_400)
    await daily.runIfDue()
    await days.start().runIfDue()
    #expect(days.takeDone() == ["first for Sam on 2026-02-11", "second for Sam on 2026-02-11"])
  }

  @Test("The day begins at local midnight, not at Greenwich", arguments: [-5, 10])
  func localDay(hours: Int) async throws {
    let zone = Zone.fixed(minutes: hours * 60)
    let days = Days(zone: zone)
    let daily = days.start(["only"])
    await daily.runIfDue()
    let untilMidnight =
      ExampleFamily.now.milliseconds(
        until: zone.midnight(of: zone.day(of: ExampleFamily.now).adding(days: 1))) / 1000
    days.pass(seconds: untilMidnight - 1)
    await daily.runIfDue()
    #expect(days.takeDone().count == 1)
    days.pass(seconds: 1)
    await daily.runIfDue()
    #expect(days.takeDone().count == 1)
  }

  @Test("Nothing is done for a parent, for somebody of no role, or when nobody is signed in")
  func onlyAthletes() async {
    for person in [ExampleFamily.dana, nil] {
      let days = Days(person)
      await days.start().runIfDue()
      #expect(days.takeDone() == [])
      #expect(days.backend.hook.count(of: "devicePreferences.set") == 0)
    }
  }

  @Test("What is a parent's too is done once a day for each of them")
  func parents() async {
    let days = Days()
    let daily = days.start(["only"], for: .athletesAndParents)
    for person in [ExampleFamily.sam, ExampleFamily.dana, ExampleFamily.sam, nil] {
      days.signIn(person)
      await daily.runIfDue()
    }
    #expect(days.takeDone() == ["only for Sam on 2026-02-10", "only for somebody on 2026-02-10"])
  }

  @Test("After a change of the records only the chores that follow from them are done again, once")
  func changed() async {
    let days = Days()
    let daily = days.start(followingChanges: ["second"])
    await daily.runIfDue()
    #expect(days.takeDone().count == 2)
    days.change("1")
    await daily.runIfDue()
    await daily.runIfDue()
    #expect(days.takeDone() == ["second for Sam on 2026-02-10"])
    await days.start(followingChanges: ["second"]).runIfDue()
    #expect(days.takeDone() == [])
    days.change("2")
    await days.start(followingChanges: ["second"]).runIfDue()
    #expect(days.takeDone() == ["second for Sam on 2026-02-10"])
  }

  @Test("Each athlete has a day of their own")
  func twoAthletes() async {
    let days = Days()
    let daily = days.start(["only"])
    await daily.runIfDue()
    days.signIn(ExampleFamily.mia)
    await daily.runIfDue()
    days.signIn(ExampleFamily.sam)
    await daily.runIfDue()
    #expect(days.takeDone() == ["only for Sam on 2026-02-10", "only for somebody on 2026-02-10"])
  }

  @Test("A chore that fails keeps no other from being done, and is tried again, but not at once")
  func failing() async {
    let days = Days()
    days.fail(["first"])
    let daily = days.start()
    await daily.runIfDue()
    #expect(days.takeDone() == ["second for Sam on 2026-02-10"])
    days.fail([])
    await daily.runIfDue()
    #expect(days.takeDone() == [])
    days.pass(seconds: 300)
    await daily.runIfDue()
    await daily.runIfDue()
    #expect(days.takeDone() == ["first for Sam on 2026-02-10"])
  }

  @Test("It is no undo step, and what cannot be remembered harms nobody")
  func silent() async throws {
    let days = Days()
    let daily = days.start(["only"])
    days.backend.hook.fail("devicePreferences.set", .storage(.readOnly))
    await daily.runIfDue()
    #expect(days.takeDone().count == 1)
    #expect(try await days.backend.undo.history(limit: 10).isEmpty)
    days.backend.hook.fail("devicePreferences.value", .offline)
    await days.start(["only"]).runIfDue()
    #expect(days.takeDone() == [])
  }
}
