import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@Suite("What is superseded or cancelled is not heard of again")
struct StoreCancellingTests {
  @Test("A newer effect supersedes the older: what that still sends or tells is dropped")
  func supersede() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        guard action.hasPrefix("load") else { return .none }
        return .run("load") { send in
          await gate.pass()
          send.tell(.notice(Notice(action)))
          send("after " + action)
        }
      })
    let told = Journal<Outcome<String>>()
    store.onOutcome { told.write($0) }
    let first = store.send("load 1")
    let second = store.send("load 2")
    await gate.arrived(2)
    await first.settled()
    gate.open()
    await second.settled()
    #expect(store.state.heard == ["load 1", "load 2", "after load 2"])
    #expect(told.entries == [.notice(Notice("load 2"))])
  }

  @Test("Of a debounced burst only the last one's work begins")
  func debounce() async {
    let clock = TestClock()
    let begun = Journal<String>()
    let store = Store(
      ScriptedFeature { action in
        .run("search", repeats: .debounce(milliseconds: 300, clock.wallClock)) { _ in
          begun.write(action)
        }
      })
    store.send("a")
    store.send("ab")
    let last = store.send("abc")
    while clock.sleeperCount != 1 { await _Concurrency.Task.yield() }
    await clock.advance(milliseconds: 300)
    await last.settled()
    #expect(begun.entries == ["abc"])
  }

  @Test("A cancelled effect is told so, and whoever awaits it goes on, though it still runs")
  func cancel() async {
    let gate = Gate()
    let ended = Journal<Bool>()
    let store = Store(
      ScriptedFeature { action in
        switch action {
        case "start":
          .run("work") { send in
            await gate.pass()
            ended.write(_Concurrency.Task.isCancelled)
            send("late")
          }
        case "stop": .cancel("work")
        default: .none
        }
      })
    let sent = store.send("start")
    await gate.arrived()
    store.send("stop")
    await sent.settled()
    gate.open()
    while ended.entries.isEmpty { await _Concurrency.Task.yield() }
    #expect(ended.entries == [true])
    #expect(store.state.heard == ["start", "stop"])
    store.send("stop")
  }

  @Test("Cancelling effects stops everything, steps of a sequence that have not begun too")
  func cancelEffects() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .merge(
          .sequence(.run { _ in await gate.pass() }, .run { $0("next step") }),
          .run("load") { send in
            await gate.pass()
            send("loaded")
          })
      })
    let sent = store.send("go")
    await gate.arrived(2)
    store.cancelEffects()
    await sent.settled()
    gate.open()
    await store.send("after").settled()
    #expect(store.runningEffects.isEmpty)
    #expect(store.state.heard == ["go", "after"])
  }

  @Test("A handler of a cancellation may call the store")
  func cancellationHandler() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        guard action.hasPrefix("load") else { return .none }
        return .run("load") { send in
          await withTaskCancellationHandler {
            await gate.pass()
          } onCancel: {
            send("dropped")
            gate.open()
          }
        }
      })
    store.observe { _, _ in _ = store.state }
    store.send("load 1")
    await gate.arrived()
    await store.send("load 2").settled()
    #expect(store.state.heard == ["load 1", "load 2"])
  }

  @Test("An effect that has ended cannot send any more")
  func leakedSend() async {
    let leaked = Mutex<Send<String>?>(nil)
    let store = Store(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .run { send in leaked.withLock { $0 = send } }
      })
    await store.send("go").settled()
    leaked.withLock { $0 }?("late")
    leaked.withLock { $0 }?.tell(.notice(Notice("late")))
    #expect(store.state.heard == ["go"])
  }
}
