import CivilTime
import Testing

@testable import Auth

/// Tests of the program's security time, which measures waits and sessions. No change of the
/// machine's clock can turn it back (domain.md 10.12).
@Suite struct SecurityTimeTests {
  private let start = Instant("2026-02-10T12:00:00.000Z")!
  private let hour: Int64 = 3_600_000

  private func moment(
    _ wallHours: Int, boot: String? = "one", sinceBootHours: Int
  ) -> MachineMoment {
    MachineMoment(
      wall: start.adding(seconds: Int64(wallHours) * 3_600), boot: boot,
      sinceBoot: Int64(sinceBootHours) * hour)
  }

  private func hours(_ time: SecurityTime, at moment: MachineMoment) -> Int64 {
    start.milliseconds(until: time.now(at: moment)) / hour
  }

  @Test(
    "While the machine runs, only what went by since its start counts",
    arguments: [(5, 5), (-400, 5), (9_000, 5)])
  func sameStart(wall: Int, passed: Int) {
    let time = SecurityTime(beginningAt: moment(0, sinceBootHours: 7))
    #expect(hours(time, at: moment(wall, sinceBootHours: 7 + passed)) == Int64(passed))
  }

  @Test(
    "After another start the wall clock counts, and a step back is no time",
    arguments: [(5, Int64(5)), (0, 0), (-400, 0)])
  func anotherStart(wall: Int, passed: Int64) {
    let time = SecurityTime(beginningAt: moment(0, sinceBootHours: 7))
    #expect(hours(time, at: moment(wall, boot: "two", sinceBootHours: 900)) == passed)
    #expect(hours(time, at: moment(wall, boot: nil, sinceBootHours: 900)) == passed)
  }

  @Test("A machine that does not say when it was started goes by the wall clock")
  func unknownStart() {
    let time = SecurityTime(beginningAt: moment(0, boot: nil, sinceBootHours: 7))
    #expect(hours(time, at: moment(5, boot: nil, sinceBootHours: 900)) == 5)
    #expect(hours(time, at: moment(-5, boot: nil, sinceBootHours: 900)) == 0)
  }

  @Test("It never goes backwards, whatever the clocks do and whenever it is remembered")
  func neverBackwards() {
    var state: UInt64 = 88
    func draw(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    var time = SecurityTime(beginningAt: moment(0, sinceBootHours: 0))
    var (last, boot, since) = (time.now(at: moment(0, sinceBootHours: 0)), 0, 0)
    for _ in 0..<2_000 {
      if draw(10) == 0 { (boot, since) = (boot + 1, 0) }
      since += draw(3)
      let current = moment(draw(200) - 100, boot: "\(boot)", sinceBootHours: since)
      #expect(time.now(at: current) >= last)
      last = time.now(at: current)
      // The program stores the security time anew at its first use after each start of the machine,
      // and now and then besides. Storing it (`moved`) must not change the time that it gives.
      if time.isOld(at: current) { time = time.moved(to: current) }
      #expect(time.now(at: current) == last)
    }
  }

  @Test("What the file remembers is read back, and nothing else is")
  func text() {
    for boot in ["one", nil] {
      let time = SecurityTime(beginningAt: moment(3, boot: boot, sinceBootHours: 7))
      #expect(SecurityTime(reading: time.text) == time)
    }
    for text in ["", "x y z", "2026-02-10T12:00:00.000Z", "2026-02-10T12:00:00.000Z now 3 one"] {
      #expect(SecurityTime(reading: text) == nil)
    }
  }
}
