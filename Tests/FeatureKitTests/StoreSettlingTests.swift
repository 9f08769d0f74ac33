import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@Suite("A send tells when all it set going has settled")
struct StoreSettlingTests {
  @Test("A send has settled when its effects, and those they caused, have")
  func settled() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        switch action {
        case "a": .run { $0("b") }
        case "b":
          .run { send in
            await gate.pass()
            send("c")
          }
        default: .none
        }
      })
    let sent = store.send("a")
    await gate.arrived()
    #expect(store.state.heard == ["a", "b"])
    gate.open()
    await sent.settled()
    #expect(store.state.heard == ["a", "b", "c"])
    await sent.settled()
    await store.send("quiet").settled()
  }

  @Test("A send has settled when what observers sent because of it has")
  func settledReentrantly() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        guard action == "caused" else { return .none }
        return .run { send in
          await gate.pass()
          send("done")
        }
      })
    let inner = Mutex<Sent?>(nil)
    store.observe { _, action in
      if action == "a" { inner.withLock { $0 = store.send("caused") } }
    }
    let outer = store.send("a")
    await gate.arrived()
    gate.open()
    await outer.settled()
    #expect(store.state.heard == ["a", "caused", "done"])
    await inner.withLock { $0 }?.settled()
  }

  @Test("What an observer sends because of an effect's action counts to that effect's send")
  func settledThroughObservers() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        switch action {
        case "a": .run { $0("b") }
        case "c":
          .run { send in
            await gate.pass()
            send("d")
          }
        default: .none
        }
      })
    store.observe { _, action in if action == "b" { store.send("c") } }
    let sent = store.send("a")
    await gate.arrived()
    gate.open()
    await sent.settled()
    #expect(store.state.heard == ["a", "b", "c", "d"])
  }

  @Test("A joined repeat runs nothing of its own, and settles with what it joined")
  func join() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        switch action {
        case "save":
          .run("save", repeats: .join) { send in
            await gate.pass()
            send("saved")
          }
        case "saved": .run { $0("reloaded") }
        default: .none
        }
      })
    let first = store.send("save")
    await gate.arrived()
    let second = store.send("save")
    let settled = Journal<String>()
    let waiting = _Concurrency.Task {
      await second.settled()
      settled.write("after \(store.state.heard.last ?? "")")
    }
    gate.open()
    await waiting.value
    await first.settled()
    #expect(settled.entries == ["after reloaded"])
    #expect(store.state.heard == ["save", "save", "saved", "reloaded"])
    #expect(gate.arrivals == 1)
  }

  @Test("A joined repeat of an effect that joins itself does not wait for itself")
  func joinSelf() async {
    let store = Store(
      ScriptedFeature { action in
        guard action == "save" || action == "again" else { return .none }
        return .run("save", repeats: .join) { send in send("again") }
      })
    await store.send("save").settled()
    #expect(store.state.heard == ["save", "again"])
  }

  @Test("Two effects that join each other settle")
  func joinEachOther() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        switch action {
        case "a", "b":
          .run(EffectID(action), repeats: .join) { send in
            await gate.pass()
            send(action == "a" ? "also b" : "also a")
            send("\(action) done")
          }
        case "also a": .run("a", repeats: .join) { $0("wrong") }
        case "also b": .run("b", repeats: .join) { $0("wrong") }
        default: .none
        }
      })
    let sent = ["a", "b"].map { store.send($0) }
    await gate.arrived(2)
    let both = _Concurrency.Task { for one in sent { await one.settled() } }
    gate.open()
    await both.value
    #expect(store.state.heard.filter { $0.hasSuffix("done") }.count == 2)
  }

  @Test("An effect that sets the next one going may do so a hundred thousand times")
  func longChain() async {
    let store = Store(Ticking(Dependencies()))
    await store.send(.ticked).settled()
    #expect(store.state.count == 100_000)
  }
}

/// A feature that counts to 100,000. Each action has an effect that sends the next action.
private struct Ticking: FeatureModule {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case ticked }

  static let manifest = FeatureManifest(id: "Ticking", title: "", summary: "", order: 1, nouns: [])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    state.count += 1
    return state.count == 100_000 ? .none : .run { $0(.ticked) }
  }

  var commands: Commands<Ticking> {}

  func page(_ state: State, in context: PageContext) -> Page { Page(title: "") {} }

  func action(for event: HostEvent) -> Action? { nil }
}
