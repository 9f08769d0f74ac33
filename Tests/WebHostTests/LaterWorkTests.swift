import ExampleBackend
import FeatureKit
import Synchronization
import Testing
import WebTesting

@testable import WebHost

@Suite("What a page leaves behind")
struct LaterWorkTests {
  /// Writes that record their names, and fail with the set cause.
  private final class Writes: Sendable {
    let later = LaterWork()
    private let cause = Mutex<Cause?>(nil)
    private let tried = Mutex<[String]>([])

    func fail(_ cause: Cause?) { self.cause.withLock { $0 = cause } }

    func add(_ words: String, named name: String? = nil) {
      later.add(name) { () throws(Problem) in
        self.tried.withLock { $0.append(words) }
        if let cause = self.cause.withLock({ $0 }) { throw Problem(cause) }
      }
    }

    /// Does the writes that wait, and returns the names of those that were tried.
    func run() async -> [String] {
      await later.run()
      return tried.withLock { tried in
        defer { tried = [] }
        return tried
      }
    }
  }

  @Test("Writes are done in their order, and of those with one name only the newest")
  func order() async {
    let writes = Writes()
    writes.add("first")
    writes.add("day", named: "day")
    writes.add("first")
    writes.add("newer day", named: "day")
    #expect(!writes.later.isEmpty)
    #expect(await writes.run() == ["first", "first", "newer day"])
    #expect(writes.later.isEmpty)
    #expect(await writes.run() == [])
  }

  @Test(
    "A write that another program keeps from the file is tried again with the next one",
    arguments: [Cause.storage(.busy), .storage(.full)])
  func again(cause: Cause) async {
    let writes = Writes()
    writes.fail(cause)
    writes.add("visit")
    writes.add("day", named: "day")
    #expect(await writes.run() == ["visit", "day"])
    #expect(await writes.run() == [])
    writes.fail(nil)
    writes.add("newer day", named: "day")
    #expect(await writes.run() == ["visit", "newer day"])
    #expect(await writes.run() == [])
  }

  @Test("A write that is refused is not tried again")
  func refused() async {
    let writes = Writes()
    writes.fail(.refused)
    writes.add("visit")
    #expect(await writes.run() == ["visit"])
    writes.fail(nil)
    writes.add("next")
    #expect(await writes.run() == ["next"])
  }

  @Test("No more than a number of writes are kept, and the oldest go first")
  func most() async {
    let writes = Writes()
    for number in 0...LaterWork.most { writes.add("\(number)") }
    let done = await writes.run()
    #expect(done.count == LaterWork.most && done.first == "1")
  }

  @Test("A parent's page is answered before the visit is written")
  func visit() async throws {
    try await served(as: ExampleFamily.dana) { (family) async throws -> Void in
      let hook = family.backend.hook
      let gate = hook.hold("viewLog.record")
      let page = try await family.browser().get("/tasks")
      #expect(page.status == 200)
      #expect(family.host.hasLaterWork)
      gate.open()
      await family.host.doLaterWork()
      #expect(!family.host.hasLaterWork)
      #expect(hook.count(of: "viewLog.record") == 1)
    }
  }
}
