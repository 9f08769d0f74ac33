import Domain
import ExampleBackend
import FeatureKit
import Synchronization
import Testing

@Suite("The hook that sees the calls to a backend")
struct BackendHookTests {
  private let backend = ExampleBackend()
  private let sam = ExampleFamily.sam

  @Test(
    "Any cause can be made to fail every endpoint",
    arguments: [
      Cause.timedOut, .offline, .serverError, .sessionExpired, .refused, .failed,
      .storage(.full),
    ])
  func failing(cause: Cause) async throws {
    backend.hook.fail(cause)
    let timeline = await #expect(throws: Problem.self) {
      try await backend.timeline.tasks(of: sam, today: backend.calendar.today())
    }
    let people = await #expect(throws: Problem.self) { try await backend.people.profiles() }
    #expect(timeline?.cause == cause && people?.cause == cause)
    backend.hook.recover()
    _ = try await backend.people.profiles()
  }

  @Test("One endpoint can fail while the others answer")
  func oneFailing() async throws {
    backend.hook.fail("viewLog.record", .offline)
    backend.signIn(ExampleFamily.dana)
    await #expect(throws: Problem(.offline)) {
      try await backend.viewLog.record(.timeline, of: sam)
    }
    #expect(try await backend.viewLog.views(of: sam, limit: 5).isEmpty)
  }

  @Test("A write that fails has written nothing")
  func nothingWritten() async throws {
    backend.hook.fail("quickTasks.add", .serverError)
    await #expect(throws: Problem(.serverError)) { try await backend.quickTasks.add("Call") }
    #expect(try await backend.quickTasks.list().isEmpty)
  }

  @Test("A held call waits for its gate while a later one passes it")
  func holding() async throws {
    let gate = backend.hook.hold("timeline.tasks")
    let today = backend.calendar.today()
    let answers = Answers()
    try await withThrowingTaskGroup { group in
      group.addTask {
        let slow = try await backend.timeline.tasks(of: sam, grade: 9, today: today)
        answers.add(slow.grade.level)
      }
      while backend.hook.count(of: "timeline.tasks") == 0 { await _Concurrency.Task.yield() }
      let quick = try await backend.timeline.tasks(of: sam, grade: 12, today: today)
      answers.add(quick.grade.level)
      gate.open()
      try await group.waitForAll()
    }
    #expect(answers.inOrder == [12, 9])
    #expect(backend.hook.calls == ["timeline.tasks", "timeline.tasks"])
  }

  @Test("A gate opened beforehand holds nobody")
  func openGate() async throws {
    backend.hook.hold("people.profiles").open()
    #expect(try await backend.people.profiles().count == 4)
  }

  @Test("A cancelled call does not wait for ever")
  func cancelling() async throws {
    _ = backend.hook.hold("people.profiles")
    let call = _Concurrency.Task { try await backend.people.profiles() }
    while backend.hook.count(of: "people.profiles") == 0 { await _Concurrency.Task.yield() }
    call.cancel()
    _ = await call.result
  }

  @Test("Nobody signed in may do nothing but choose a profile")
  func signedOut() async throws {
    backend.signIn(nil)
    #expect(try await backend.people.profiles().count == 4)
    await #expect(throws: Problem.signInNeeded) { try await backend.families.families() }
    await #expect(throws: Problem.signInNeeded) { try await backend.quickTasks.add("Call") }
    await #expect(throws: Problem.signInNeeded) { try await backend.undo.undo() }
  }

  @Test("It provides every gateway it has")
  func providing() async throws {
    let dependencies = backend.provided(to: Dependencies(for: "a test"))
    let families = try await dependencies[FamiliesGateway.self].families()
    #expect(families.map(\.family.name) == ["Lee Family"])
    _ = try await dependencies[RecordIndexGateway.self].find(
      .words([.task], beginnings: []), of: sam)
    #expect(backend.hook.calls == ["families.families", "recordIndex.find"])
  }
}

/// Records the results of concurrent calls in the order in which the calls return.
private final class Answers: Sendable {
  private let levels = Mutex<[Int]>([])

  var inOrder: [Int] { levels.withLock { $0 } }

  func add(_ level: Int) { levels.withLock { $0.append(level) } }
}
