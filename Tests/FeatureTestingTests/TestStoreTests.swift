import FeatureKit
import FeatureTesting
import Testing

@Suite("A test store that is used rightly is silent")
struct TestStoreTests {
  typealias Heard = ScriptedFeature.State

  @Test("A sent action, what its effect sends, and the outcome are asserted in order")
  func actionsAndOutcomes() async {
    let store = TestStore(
      ScriptedFeature { action in
        switch action {
        case "load":
          .load("words") { () throws(Problem) in
            "loaded"
          } into: {
            (try? $0.get()) ?? "failed"
          }
        case "loaded": .tell(.notice(Notice("Loaded.")))
        default: .none
        }
      })
    await store.send("load") { $0.heard = ["load"] }
    await store.receive("loaded") { $0.heard = ["load", "loaded"] }
    await store.expect(.notice(Notice("Loaded.")))
    #expect(store.state == Heard(["load", "loaded"]))
    await store.finish()
  }

  @Test("Merged effects run in written order, however often each awaits", arguments: 1...20)
  func mergedInWrittenOrder(run: Int) async {
    let store = TestStore(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .merge(
          (1...5).map { number in
            .run { send in
              for _ in 0..<(5 - number) { await _Concurrency.Task.yield() }
              send("\(number)")
            }
          })
      })
    await store.send("go") { $0.heard = ["go"] }
    for number in 1...5 {
      await store.receive("\(number)") { $0.heard.append("\(number)") }
    }
    await store.finish()
  }

  @Test("Sequenced effects run one after the other, each with what it caused")
  func sequence() async {
    let clock = TestClock()
    let store = TestStore(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .sequence(
          .run { send in
            await clock.wallClock.sleep(milliseconds: 10)
            send("first")
          }, .tell(.notice(Notice("Between"))), .run { $0("second") })
      })
    await store.send("go") { $0.heard = ["go"] }
    await clock.advance(milliseconds: 10)
    await store.receive("first") { $0.heard.append("first") }
    await store.expect(.notice(Notice("Between")))
    await store.receive("second") { $0.heard.append("second") }
    await store.finish()
  }

  @Test(
    "A newer effect of the same id supersedes, a joined one is swallowed",
    arguments: [
      (Repeats.supersede, "2"), (Repeats.join, "1"),
    ])
  func repeats(repeats: Repeats, survivor: String) async {
    let clock = TestClock()
    let store = TestStore(
      ScriptedFeature { action in
        guard action.hasPrefix("save") else { return .none }
        return .run("save", repeats: repeats) { send in
          await clock.wallClock.sleep(milliseconds: 100)
          send(String(action.dropFirst(4)))
        }
      })
    await store.send("save1") { $0.heard.append("save1") }
    await clock.advance(milliseconds: 50)
    await store.send("save2") { $0.heard.append("save2") }
    await clock.advance(milliseconds: 100)
    await store.receive(survivor) { $0.heard.append(survivor) }
    await store.finish()
  }

  @Test("Only the last of a burst runs after a debounce")
  func debounce() async {
    let clock = TestClock()
    let store = TestStore(
      ScriptedFeature { action in
        guard action.hasPrefix("type") else { return .none }
        return .run(
          "search", repeats: .debounce(milliseconds: 300, clock.wallClock)
        ) { send in send("searched " + action) }
      })
    await store.send("type a") { $0.heard.append("type a") }
    await clock.advance(milliseconds: 299)
    await store.send("type b") { $0.heard.append("type b") }
    await clock.advance(milliseconds: 299)
    #expect(store.state.heard == ["type a", "type b"])
    await clock.advance(milliseconds: 1)
    await store.receive("searched type b") { $0.heard.append("searched type b") }
    await store.finish()
  }

  @Test("A cancelled effect is no longer running, and what it sends is dropped")
  func cancel() async {
    let clock = TestClock()
    let store = TestStore(
      ScriptedFeature { action in
        switch action {
        case "start":
          .run("wait") { send in
            await clock.wallClock.sleep(milliseconds: 100)
            send("late")
          }
        case "stop": .cancel("wait")
        default: .none
        }
      })
    await store.send("start") { $0.heard.append("start") }
    await store.send("stop") { $0.heard.append("stop") }
    #expect(clock.sleeperCount == 0)
    await store.finish()
  }

  @Test("Yes to a question sends its action")
  func question() async {
    let question = Question("Delete it?", agree: "Delete", yes: "deleted")
    let store = TestStore(
      ScriptedFeature { $0 == "delete" ? .tell(.question(question)) : .none })
    await store.send("delete") { $0.heard.append("delete") }
    await store.expect(.question(question))
    await store.answerYes { $0.heard.append("deleted") }
    await store.finish()
  }

  @Test("An artifact comes out with all its bytes")
  func artifact() async throws {
    let made = Artifact(name: "report.csv", mediaType: "text/csv") { sink throws(Problem) in
      try sink.write("a,b\n")
      try sink.write([0x31, 0x0A])
    }
    let store = TestStore(ScriptedFeature { _ in .tell(.artifact(made)) })
    await store.send("csv") { $0.heard.append("csv") }
    let artifact = try #require(await store.expectArtifact("report.csv"))
    #expect(try await artifact.collectedText() == "a,b\n1\n")
    await store.finish()
  }

  @Test("An event of the host is sent as the feature's own action")
  func event() async {
    let store = TestStore(ScriptedFeature { _ in .none })
    await store.send(event: .opened) { $0.heard = ["opened"] }
    await store.finish()
  }

  @Test("An effect that works on another thread is waited for")
  func otherThread() async {
    let store = TestStore(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .run { send in
          send(await _Concurrency.Task.detached { "done" }.value)
        }
      })
    await store.send("go") { $0.heard = ["go"] }
    await store.receive("done") { $0.heard = ["go", "done"] }
    await store.finish()
  }

  @Test("A test can begin at a state of its choice")
  func givenState() async {
    let store = TestStore(ScriptedFeature { _ in .none }, state: Heard(["before"]))
    await store.send("now") { $0.heard = ["before", "now"] }
    await store.finish()
  }
}
