import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@Suite("A store reduces and tells, one action at a time")
struct StoreTests {
  @Test("When send returns, the action is reduced and observers have seen the state")
  func synchronous() {
    let store = Store(ScriptedFeature { _ in .none })
    let heard = Journal<String>()
    store.observe { state, action in heard.write("\(action): \(state.heard)") }
    store.send("a")
    #expect(store.state.heard == ["a"])
    store.send("b")
    #expect(heard.entries == [#"a: ["a"]"#, #"b: ["a", "b"]"#])
  }

  @Test("Observers hear in the order they came, and not after they left")
  func observers() {
    let store = Store(ScriptedFeature { _ in .none })
    let heard = Journal<String>()
    let ends = ["first", "second", "third"].map { name in
      store.observe { _, action in heard.write("\(name) \(action)") }
    }
    store.send("a")
    ends[1]()
    ends[1]()
    store.send("b")
    ends[0]()
    ends[2]()
    store.send("c")
    #expect(heard.entries == ["first a", "second a", "third a", "first b", "third b"])
  }

  @Test("An observer can read the state, leave, and bring others while it is told")
  func observerUsesStore() {
    let store = Store(ScriptedFeature { _ in .none })
    let heard = Journal<[String]>()
    let end = Mutex<(@Sendable () -> Void)?>(nil)
    let leave = store.observe { _, _ in
      heard.write(store.state.heard)
      store.observe { _, action in heard.write(["new", action]) }
      end.withLock { $0 }?()
    }
    end.withLock { $0 = leave }
    store.send("a")
    store.send("b")
    #expect(heard.entries == [["a"], ["new", "b"]])
  }

  @Test("What an observer sends waits until all have heard the action before it")
  func reentrantSendsWait() {
    let store = Store(ScriptedFeature { _ in .none })
    let heard = Journal<String>()
    store.observe { _, action in
      heard.write("first \(action)")
      if action == "a" {
        store.send("b")
        store.send("c")
      }
    }
    store.observe { _, action in heard.write("second \(action)") }
    store.send("a")
    #expect(store.state.heard == ["a", "b", "c"])
    #expect(
      heard.entries == ["first a", "second a", "first b", "second b", "first c", "second c"])
  }

  @Test("What the host sends while it is told an outcome waits for the other outcomes")
  func sendFromOutcome() {
    let store = Store(
      ScriptedFeature { action in
        action == "a"
          ? .merge(.tell(.notice(Notice("1"))), .tell(.notice(Notice("2")))) : .none
      })
    let told = Journal<String>()
    store.observe { _, action in told.write(action) }
    store.onOutcome { outcome in
      guard case .notice(let notice) = outcome else { return }
      told.write(notice.text)
      store.send("after " + notice.text)
    }
    store.send("a")
    #expect(told.entries == ["a", "1", "2", "after 1", "after 2"])
  }

  @Test("A loop of observers is cut off and reported once; the store goes on")
  func loop() {
    let store = Store(ScriptedFeature { _ in .none })
    let problems = Journal<Problem>()
    store.onOutcome { outcome in
      if case .problem(let problem) = outcome { problems.write(problem) }
    }
    let end = store.observe { _, action in
      store.send(action)
      store.send(action)
    }
    store.send("again")
    #expect(store.state.heard.count == 10_001)
    let words = Problem(
      .failed, "Scripted sent itself more than 10000 actions at once; the rest was dropped.",
      fix: "An observer answers every action with another one. Please report this.")
    #expect(problems.entries == [words])
    store.send("again")
    #expect(problems.entries == [words, words])
    end()
    store.send("quiet")
    #expect(store.state.heard.last == "quiet")
    #expect(problems.entries.count == 2)
  }

  @Test("No action is lost, doubled or reordered when threads contend")
  func contention() async {
    let store = Store(ScriptedFeature { _ in .none })
    let heard = Journal<String>()
    store.observe { state, action in
      heard.write(action)
      if state.heard.last != action { heard.write("another state than after \(action)") }
    }
    await withTaskGroup { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<200 { store.send("\(sender) \(number)") } }
      }
    }
    #expect(heard.entries == store.state.heard)
    for sender in 0..<8 {
      let own = heard.entries.filter { $0.hasPrefix("\(sender) ") }
      #expect(own == (0..<200).map { "\(sender) \($0)" })
    }
  }
}
