import CivilTime
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@Suite struct TestClockTests {
  final class Diary: Sendable {
    let entries = Mutex<[String]>([])

    func write(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  @Test(
    "Sleepers wake in the order of their hours, each at its own, then in the order they lay down")
  func order() async {
    let clock = TestClock(now: Instant(milliseconds: 0))
    let diary = Diary()
    let store = TestStore(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .merge(
          [("b", Int64(20)), ("a", 10), ("c", 20)].map { name, delay in
            .run { _ in
              await clock.wallClock.sleep(milliseconds: delay)
              diary.write("\(name) at \(clock.now.milliseconds)")
            }
          })
      })
    await store.send("go") { $0.heard = ["go"] }
    #expect(clock.sleeperCount == 3)
    await clock.advance(milliseconds: 19)
    #expect(diary.entries.withLock { $0 } == ["a at 10"])
    await clock.advance(milliseconds: 1)
    #expect(diary.entries.withLock { $0 } == ["a at 10", "b at 20", "c at 20"])
    await store.finish()
  }

  @Test("One who lies down again within the time is woken again")
  func again() async {
    let clock = TestClock(now: Instant(milliseconds: 0))
    let diary = Diary()
    let store = TestStore(
      ScriptedFeature { _ in
        .run { _ in
          for _ in 1...3 {
            await clock.wallClock.sleep(milliseconds: 10)
            diary.write("\(clock.now.milliseconds)")
          }
        }
      })
    await store.send("go") { $0.heard = ["go"] }
    await clock.advance(milliseconds: 35)
    #expect(diary.entries.withLock { $0 } == ["10", "20", "30"])
    #expect(clock.now == Instant(milliseconds: 35))
    await store.finish()
  }

  @Test("A sleep that is cancelled, before or while it sleeps, ends at once")
  func cancelled() async {
    let clock = TestClock()
    let before = _Concurrency.Task {
      while !_Concurrency.Task.isCancelled { await _Concurrency.Task.yield() }
      await clock.wallClock.sleep(milliseconds: 1)
    }
    before.cancel()
    await before.value
    let during = _Concurrency.Task { await clock.wallClock.sleep(milliseconds: 1) }
    while clock.sleeperCount == 0 { await _Concurrency.Task.yield() }
    during.cancel()
    await during.value
    #expect(clock.sleeperCount == 0)
  }

  @Test("Ids are counted, and read as numbers")
  func ids() {
    let ids = Dependencies.testing()[IDSource.self]
    #expect(ids.next().description == "00000000-0000-4000-8000-000000000001")
    #expect(ids.next() == .numbered(2))
    #expect(IDSource.counted(from: 40).next() == .numbered(40))
  }

  @Test("The testing dependencies hold the given clock")
  func clock() async {
    let clock = TestClock()
    let dependencies = Dependencies.testing(clock: clock)
    await clock.advance(milliseconds: 5)
    #expect(dependencies[WallClock.self].now() == Instant(milliseconds: 1_770_717_600_005))
  }
}
