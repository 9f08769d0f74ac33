import FeatureKit
import FeatureTesting
import Testing

@Suite("A store runs effects")
struct StoreEffectTests {
  @Test("Work that is one call of one endpoint can be compared without running it")
  func calls() async {
    var lines = Endpoint<Void, Int>("lines")
    var add = Endpoint<(line: String, at: Int), Int>("add")
    lines.implement { () throws(Problem) in 3 }
    add.implement { input throws(Problem) in input.at }
    let effect = Effect<String>.merge(
      .load("lines", lines) { "\($0)" },
      .sequence(
        .cancel("x"), .save("add", add, ("milk", 2)) { "\($0)" }, .run { $0("not a call") }),
      .save("again", lines) { "\($0)" })
    #expect(
      effect.calls == [
        EndpointCall(lines, ()), EndpointCall(add, ("milk", 2)), EndpointCall(lines, ()),
      ])
    #expect(effect.calls[1] != EndpointCall(add, ("milk", 3)))
    #expect(effect.calls[0] != EndpointCall(Endpoint<Void, Int>("other"), ()))
    #expect(
      effect.calls.map(\.description) == ["lines()", #"add(line: "milk", at: 2)"#, "lines()"])

    let store = Store(ScriptedFeature { $0 == "go" ? effect : .none })
    await store.send("go").settled()
    #expect(
      Set(store.state.heard) == ["go", "success(3)", "success(2)", "not a call"])
  }

  @Test("Effects of two records do not touch each other")
  func records() async {
    let gate = Gate()
    let store = Store(
      ScriptedFeature { action in
        guard let number = UInt64(action) else { return .none }
        return .run(EffectID("save", .numbered(number)), repeats: .join) { send in
          await gate.pass()
          send("saved \(number)")
        }
      })
    let sent = ["1", "2", "1"].map { store.send($0) }
    await gate.arrived(2)
    gate.open()
    for one in sent { await one.settled() }
    #expect(Set(store.state.heard) == ["1", "2", "saved 1", "saved 2"])
    #expect(store.state.heard.count == 5)
  }

  @Test("Steps of a sequence begin when the one before, and what it caused, has settled")
  func sequence() async {
    let store = Store(
      ScriptedFeature { action in
        switch action {
        case "go":
          .sequence(
            .run { $0("one") },
            .sequence(.run { $0("two") }, .merge(.run { $0("three") }, .none)),
            .run { $0("four") })
        case "one": .run { $0("caused by one") }
        case "caused by one": .sequence(.none, .run { $0("caused in turn") })
        default: .none
        }
      })
    await store.send("go").settled()
    #expect(
      store.state.heard
        == ["go", "one", "caused by one", "caused in turn", "two", "three", "four"])
  }

  @Test("Steps that take no time are done before send returns")
  func immediateSteps() async {
    let store = Store(
      ScriptedFeature { action in
        guard action == "go" else { return .none }
        return .sequence(
          .tell(.notice(Notice("1"))), .merge(.cancel("x"), .tell(.notice(Notice("2")))),
          .run { $0("ran") }, .tell(.notice(Notice("3"))))
      })
    let told = Journal<Outcome<String>>()
    store.onOutcome { told.write($0) }
    let sent = store.send("go")
    #expect(told.entries.prefix(2) == [.notice(Notice("1")), .notice(Notice("2"))])
    await sent.settled()
    #expect(told.entries.last == .notice(Notice("3")))
  }

  @Test("A load sends what came of it, success or problem, as one action")
  func load() async {
    let store = Store(
      ScriptedFeature { action in
        guard action == "good" || action == "bad" else { return .none }
        return .load("load") { () throws(Problem) in
          if action == "bad" { throw Problem(.offline, "Off.") }
          return "loaded"
        } into: { result in
          switch result {
          case .success(let words): words
          case .failure(let problem): problem.title
          }
        }
      })
    await store.send("good").settled()
    await store.send("bad").settled()
    #expect(store.state.heard == ["good", "loaded", "bad", "Off."])
  }

  @Test("A running effect keeps its store until it ends")
  func lifetime() async {
    let gate = Gate()
    let heard = Journal<String>()
    func begin() -> () -> Store<ScriptedFeature>? {
      let store = Store(
        ScriptedFeature { action in
          guard action == "go" else { return .none }
          return .run { send in
            await gate.pass()
            send("done")
          }
        })
      store.observe { _, action in heard.write(action) }
      store.send("go")
      return { [weak store] in store }
    }
    let store = begin()
    await gate.arrived()
    #expect(store() != nil)
    gate.open()
    while store() != nil { await _Concurrency.Task.yield() }
    #expect(heard.entries == ["go", "done"])
  }
}
