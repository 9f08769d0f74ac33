import Basics
import CivilTime
import FeatureTesting
import Testing

/// A capability with an endpoint that throws and one that cannot.
private struct Oracle: Capability {
  var ask: @Sendable () async throws(Problem) -> Int
  var glance: @Sendable () -> Int

  static func unimplemented(_ place: Unimplemented) -> Oracle {
    Oracle(
      ask: { () throws(Problem) in throw place.problem("ask") },
      glance: { place.reported("glance", standIn: -1) })
  }
}

@Suite struct DependenciesTests {
  static func words(_ endpoint: String, of feature: String = "Tasks") -> Problem {
    Problem(
      .unimplemented, "\(feature) called Oracle.\(endpoint), and nothing provides it.",
      fix: "Provide Oracle in its Dependencies, or replace \(endpoint) in the test.")
  }

  @Test("What nobody provides fails with the capability, the endpoint and the feature")
  func unimplemented() async {
    let oracle = Dependencies(for: "Tasks")[Oracle.self]
    await #expect(throws: Self.words("ask")) { try await oracle.ask() }
  }

  @Test("Where an endpoint cannot throw, the call is reported and a stand-in given")
  func reported() {
    let heard = Journal<Problem>()
    UnimplementedReports.$listener.withValue({ heard.write($0) }) {
      let dependencies = Dependencies(for: "Tasks")
      #expect(dependencies[Oracle.self].glance() == -1)
      #expect(dependencies[WallClock.self].now() == Instant(milliseconds: 0))
      #expect(dependencies[IDSource.self].next() == RecordID(high: 0, low: 0))
    }
    #expect(
      heard.entries.map(\.title) == [
        Self.words("glance").title, "Tasks called WallClock.now, and nothing provides it.",
        "Tasks called IDSource.next, and nothing provides it.",
      ])
  }

  @Test("What is provided is given, and replaced in a copy only")
  func provided() throws {
    let one = Oracle(ask: { () throws(Problem) in 1 }, glance: { 1 })
    let two = Oracle(ask: { () throws(Problem) in 2 }, glance: { 2 })
    let first = Dependencies(for: "Tasks").providing(one)
    var second = first
    second[Oracle.self] = two
    #expect(first[Oracle.self].glance() == 1)
    #expect(second[Oracle.self].glance() == 2)
  }

  @Test("A group is put together once, for what stands nowhere before it")
  func group() {
    let made = Journal<String>()
    let one = Oracle(ask: { () throws(Problem) in 1 }, glance: { 1 })
    let two = Oracle(ask: { () throws(Problem) in 2 }, glance: { 2 })
    let dependencies = Dependencies()
      .providing(LocalCalendar(now: { Instant(milliseconds: 7) }, zone: { .utc }))
      .offering(group: {
        made.write("first")
        return Dependencies().offering(one)
      })
      .offering(group: {
        made.write("second")
        return Dependencies().offering(two).providing(
          WallClock(now: { Instant(milliseconds: 9) }, wait: { _ in }))
      })
    #expect(dependencies[LocalCalendar.self].now() == Instant(milliseconds: 7))
    #expect(made.entries == [])
    #expect(dependencies[Oracle.self].glance() == 1)
    #expect(dependencies.forFeature("Tasks")[Oracle.self].glance() == 1)
    #expect(made.entries == ["first"])
    #expect(dependencies[WallClock.self].now() == Instant(milliseconds: 9))
    #expect(made.entries == ["first", "second"])
  }

  @Test("Handed to another feature, what is missing is blamed on that one")
  func blame() async {
    let oracle = Dependencies(for: "Tasks").forFeature("Account")[Oracle.self]
    await #expect(throws: Self.words("ask", of: "Account")) { try await oracle.ask() }
  }

  @Test("A fixed clock stands still and does not keep anyone waiting")
  func fixedClock() async {
    let clock = WallClock.fixed(Instant(milliseconds: 5))
    await clock.sleep(milliseconds: 1_000_000)
    #expect(clock.now() == Instant(milliseconds: 5))
  }
}
