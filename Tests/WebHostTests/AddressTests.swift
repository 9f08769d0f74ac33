import Conversation
import FeatureKit
import Foundation
import Records
import Synchronization
import Tasks
import Testing
import Threads
import WebRendering

@testable import WebHost

@Suite("Commands as addresses")
struct AddressTests {
  let addresses = Addresses(
    index: CommandIndex(
      [
        FeatureBox(RecordsFeature.self, dependencies: Dependencies(), tell: { _ in }),
        FeatureBox(TasksFeature.self, dependencies: Dependencies(), tell: { _ in }),
      ], reserved: HostCommand.words), current: "/tasks?status=completed")

  @Test(
    "A command leads to its path, to a form, or is a button",
    arguments: [
      ("tasks", HTMLTarget.page("/tasks")), ("tasks list", .page("/tasks")),
      ("tasks --status completed", .page("/tasks?status=completed")),
      ("tasks show t3", .page("/tasks/t3")), ("schools show s1", .page("/schools/s1")),
      // An address of a record has no name in it.
      ("schools show Kent", .page("/c?line=schools+show+Kent")),
      ("tasks complete t3", .action("/command")),
      ("tasks complete", .page("/c?line=tasks+complete")),
      ("schools add", .page("/c?line=schools+add")),
      ("interactions log email c1", .page("/c?line=interactions+log+email+c1")),
      ("interactions log email s2", .page("/c?line=interactions+log+email+s2")),
      ("tasks catch-up", .page("/c?line=tasks+catch-up")),
      ("tasks catch-up none", .action("/command")), ("refresh", .page("/tasks?status=completed")),
      ("undo", .action("/command")), ("help", .page("/c?line=help")),
      ("open /tasks", .page("/tasks")), ("set theme dark", .action("/command")),
    ] as [(String, HTMLTarget)])
  func targets(_ command: String, _ target: HTMLTarget) {
    #expect(addresses.target(command) == target)
  }

  @Test(
    "What means something at a prompt only leads nowhere",
    arguments: ["back", "clear", "quit", "serve", "open 3", "3", "", "nonsense", "\"open"])
  func nowhere(_ command: String) {
    #expect(addresses.target(command) == nil)
  }

  @Test("The athlete that a parent looks at is in each address")
  func athlete() throws {
    var addresses = addresses
    addresses.athlete = RecordID(high: 1, low: 2)
    let id = "athlete=00000000-0000-0001-0000-000000000002"
    #expect(addresses.target("tasks") == .page("/tasks?" + id))
    #expect(addresses.target("tasks --status completed") == .page("/tasks?status=completed&" + id))
    #expect(addresses.target("help") == .page("/c?line=help&" + id))
  }

  @Test("More work than threads is done, by threads that are not those of tasks")
  func threads() async {
    let threads = WorkThreads(most: 2)
    let seen = ThreadsSeen()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask(executorPreference: threads) {
          for _ in 0..<3 {
            seen.note(UInt(pthread_self()))
            await Task.yield()
          }
        }
      }
    }
    #expect((1...2).contains(seen.count))
  }
}

private final class ThreadsSeen: Sendable {
  private let seen = Mutex<Set<UInt>>([])

  func note(_ thread: UInt) { seen.withLock { _ = $0.insert(thread) } }
  var count: Int { seen.withLock { $0.count } }
}
