import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import Testing

@Suite struct ExampleBackendTests {
  private let sam = ExampleFamily.sam

  @Test(
    "The example family is there for each of its people, with handles in the order it was made up")
  func filled() async throws {
    let backend = ExampleBackend()
    #expect(
      try await backend.people.profiles().map(\.reference.handle) == ["p1", "p2", "p3", "p4"])
    let schools = try await backend.schools.list(of: sam)
    #expect(schools.total == ExampleFamily.schools.count)
    #expect(try await backend.metrics.list(of: sam).total == ExampleFamily.metrics.count)
    let names = try await backend.recordIndex.find(.words([.school], beginnings: []), of: sam)
    #expect(
      names.map(\.reference.title).sorted() == ExampleFamily.schools.map(\.name).sorted())
    backend.signIn(ExampleFamily.dana)
    #expect(try await backend.families.families().count == 2)
  }

  @Test("Nobody did what is in it, so there is nothing to take back")
  func noSteps() async throws {
    let backend = ExampleBackend()
    #expect(try await backend.undo.history(limit: 5).isEmpty)
    await #expect(throws: Problem.self) { try await backend.undo.undo() }
  }

  @Test("Two backends share nothing, and the same commands give the same rows")
  func repeatable() async throws {
    let (one, other) = (ExampleBackend(), ExampleBackend())
    let before = try other.everything()
    _ = try await one.quickTasks.add("Call")
    _ = try await one.families.regenerateCode(ExampleFamily.samsFamily)
    #expect(try other.everything() == before)
    _ = try await other.quickTasks.add("Call")
    _ = try await other.families.regenerateCode(ExampleFamily.samsFamily)
    #expect(try one.everything() == other.everything())
    #expect(try one.everything() != before)
  }

  @Test("A family that does not fit into a file fails every call and says why")
  func misfit() async throws {
    var family = ExampleFamily.rows()
    family.families = []
    let backend = ExampleBackend(family: family)
    let problem = await #expect(throws: Problem.self) { try await backend.people.profiles() }
    #expect(problem?.title.contains("does not fit") == true)
  }
}
