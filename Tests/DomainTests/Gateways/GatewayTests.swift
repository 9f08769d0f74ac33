import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Gateways")
struct GatewayTests {
  private let id = Sample.id(1)

  @Test("A gateway nobody provided names itself, the endpoint and the feature")
  func unimplemented() async throws {
    let timeline = Dependencies(for: "Tasks")[TimelineGateway.self]
    let problem = await #expect(throws: Problem.self) {
      try await timeline.completeTask(id, of: id)
    }
    #expect(problem?.cause == .unimplemented)
    #expect(
      problem?.title == "Tasks called TimelineGateway.setStatus, and nothing provides it.")
  }

  @Test("The gateways of records are told apart by their record")
  func recordGateways() async {
    let dependencies = Dependencies(for: "Records").providing(
      CoachesGateway.unimplemented(Unimplemented(capability: "mine", feature: "Records")))
    let schools = await #expect(throws: Problem.self) {
      try await dependencies[SchoolsGateway.self].list(of: id)
    }
    let coaches = await #expect(throws: Problem.self) {
      try await dependencies[CoachesGateway.self].list(of: id)
    }
    #expect(schools?.title.contains("RecordsGateway<School>.list") == true)
    #expect(coaches?.title.contains("mine.list") == true)
  }

  @Test("A test replaces one endpoint and the wrappers use it")
  func replacing() async throws {
    var timeline = TimelineGateway.unimplemented(
      Unimplemented(capability: "TimelineGateway", feature: "a test"))
    timeline.setStatus.implement { _, status, _ throws(Problem) in
      throw Problem(.offline, status.rawValue)
    }
    for (change, raw) in [
      (timeline.completeTask, "completed"), (timeline.startTask, "in_progress"),
      (timeline.skipTask, "skipped"), (timeline.resetTask, "not_started"),
    ] {
      let problem = await #expect(throws: Problem.self) { try await change(id, id) }
      #expect(problem?.title == raw)
    }
  }

  @Test(
    "A family's refusal has the cause that fits",
    arguments: [
      (FamilyRefusal.onlyAthletesCreate, Cause.refused), (.onlyParentsJoin, .refused),
      (.tooYoungForParent, .refused), (.onlyOwner, .refused),
      (.malformedCode("x"), .usage), (.ownFamily, .usage),
      (.cannotRemoveSelf, .usage), (.onlyParentsAreRemoved, .usage), (.athleteCannotLeave, .usage),
    ])
  func familyRefusals(refusal: FamilyRefusal, cause: Cause) {
    #expect(Problem(refusal).cause == cause)
    #expect(Problem(refusal).title == refusal.words)
  }

  @Test("An unknown family code is not found")
  func unknownCode() throws {
    let code = try #require(FamilyCode("FAM-ABC234"))
    #expect(Problem(.unknownCode(code)).cause == .notFound)
  }

  @Test("What one may see and not change is refused, what one may not see does not exist")
  func decisions() {
    #expect(Problem(.allowed, on: .school) == nil)
    #expect(Problem(.refused, on: .school)?.title == "You can view this but not change it.")
    #expect(Problem(.hidden, on: .school) == Problem(.notFound, "There is no such school."))
  }

  @Test(
    "Keys that changed come in the new order, then those that went",
    arguments: [
      (nil, [:], []), (nil, ["a": 1], ["a"]), (["a": 1], ["a": 1], []),
      (["a": 1, "b": 2], ["b": 3, "c": 4], ["b", "c", "a"]), ("x", ["a": 1], ["a"]),
      (["a": 1], .null, ["a"]),
    ] as [(JSONValue?, JSONValue, [String])])
  func changedFields(old: JSONValue?, new: JSONValue, changed: [String]) {
    #expect(PreferenceChange.changedFields(from: old, to: new) == changed)
  }

  @Test(
    "Rows that are there and rows that are meant are told apart",
    arguments: [(2, 5, 9, 3, false), (0, 0, 9, 0, false), (0, 0, 0, 0, true)])
  func listings(shown: Int, matching: Int, total: Int, remaining: Int, isEmpty: Bool) {
    let listing = Listing(
      rows: Array(repeating: "row", count: shown), matching: matching, total: total)
    #expect(listing.remaining == remaining)
    #expect(listing.isEmpty == isEmpty)
  }
}
