import FeatureKit
import FeatureTesting
import Testing

@Suite("What a test store says when an assertion does not hold")
struct TestStoreWordsTests {
  let failures = Failures()

  func store(
    _ effect: @escaping @Sendable (String) -> Effect<String> = { _ in .none }
  ) -> TestStore<ScriptedFeature> {
    TestStore(ScriptedFeature(effect), failures: failures.sink)
  }

  @Test("A state that is not the expected one is shown line by line")
  func otherState() async {
    let store = store()
    await store.send("a") { $0.heard = ["b"] }
    await store.finish()
    #expect(
      failures.messages == [
        """
        After "a" the state is not the expected one (- expected, + actual):

              State(
                heard: [
            -     "b"
            +     "a"
                ]
              )
        """
      ])
  }

  @Test("A failure stands at the line of its assertion")
  func location() async {
    let store = store()
    await store.send("a"); let sent = #line
    await store.expect(.notice(Notice("?"))); let expected = #line
    await store.finish()
    #expect(failures.lines == [sent, expected])
  }

  @Test("One failure does not cause the next: the state goes on from what is there")
  func noCascade() async {
    let store = store()
    await store.send("a")
    await store.send("b") { $0.heard = ["a", "b"] }
    await store.finish()
    #expect(failures.messages.count == 1)
  }

  @Test("Another action than the expected one")
  func otherAction() async {
    let store = store { $0 == "go" ? .run { $0("x") } : .none }
    await store.send("go") { $0.heard = ["go"] }
    await store.receive("y") { $0.heard.append("y") }
    await store.finish()
    #expect(
      failures.messages == [
        """
        Another action was received than the expected one (- expected, + actual):

            - "y"
            + "x"
        """
      ])
  }

  @Test("An outcome where an action was expected, and the other way round")
  func otherKind() async {
    let store = store { action in
      switch action {
      case "tell": .tell(.open(Route("/tasks")))
      case "go": .run { $0("x") }
      default: .none
      }
    }
    await store.send("tell") { $0.heard = ["tell"] }
    await store.receive("x")
    await store.send("go") { $0.heard.append("go") }
    await store.expect(.open(Route("/tasks")))
    await store.finish()
    #expect(
      failures.messages == [
        """
        Expected the action "x", but first came the outcome

            .open(Route(path: "/tasks"))
        """,
        """
        Expected the outcome .open(Route(path: "/tasks")), but first came the action

            "x"
        """,
      ])
  }

  @Test("Another outcome than the expected one")
  func otherOutcome() async {
    let store = store { _ in .tell(.problem(Problem(.locked, "Locked."))) }
    await store.send("go") { $0.heard = ["go"] }
    await store.expect(.problem(Problem(.refused, "Locked.")))
    await store.finish()
    #expect(
      failures.messages == [
        """
        The outcome is not the expected one (- expected, + actual):

              .problem(
                Problem(
            -     cause: .refused,
            +     cause: .locked,
                  title: "Locked.",
                  details: [],
                  fix: nil,
              …
              )
        """
      ])
  }

  @Test("Another outcome than the expected artifact")
  func otherArtifact() async {
    let store = store { _ in
      .tell(.artifact(Artifact(name: "a.csv", mediaType: "text/csv", text: "")))
    }
    await store.send("go") { $0.heard = ["go"] }
    let artifact = await store.expectArtifact("b.csv")
    await store.finish()
    #expect(artifact == nil)
    #expect(
      failures.messages == [
        """
        Expected the artifact b.csv, but the outcome is

            .artifact(
              Artifact(
                name: "a.csv",
                mediaType: "text/csv",
                path: nil,
                isAnswer: false,
                contents: nil,
                write: (function)
              )
            )
        """
      ])
  }

  @Test("Nothing came, and nothing runs or something still does")
  func silence() async {
    let clock = TestClock()
    let store = store { action in
      guard action == "wait" else { return .none }
      return .run("sleep") { _ in await clock.wallClock.sleep(milliseconds: 1) }
    }
    await store.receive("x")
    await store.send("wait") { $0.heard = ["wait"] }
    await store.expectArtifact("x.csv")
    await clock.advance(milliseconds: 1)
    await store.finish()
    #expect(
      failures.messages == [
        "Expected the action \"x\", but nothing came. No effect is running.",
        "Expected the artifact x.csv, but nothing came. Still running: `sleep`.",
      ])
  }

  @Test("What was not asserted is listed before the next action and at the end")
  func leftovers() async {
    let store = store { action in
      switch action {
      case "go": .merge(.tell(.notice(Notice("Gone."))), .run { $0("x") })
      default: .none
      }
    }
    await store.send("go") { $0.heard = ["go"] }
    await store.send("go") { $0.heard += ["go"] }
    await store.finish()
    let events = [
      "    the outcome .notice(Notice(text: \"Gone.\", tone: .info))", "    the action \"x\"",
    ]
    #expect(
      failures.messages == [
        (["Before \"go\" is sent, this has to be asserted:", ""] + events)
          .joined(separator: "\n"),
        (["The test ended, and this was not asserted:", ""] + events).joined(separator: "\n"),
      ])
  }

  @Test("Effects that still run at the end are named, and stopped")
  func stillRunning() async {
    let clock = TestClock()
    let store = store { _ in
      .merge(
        .run(EffectID("save", .numbered(7))) { _ in
          await clock.wallClock.sleep(milliseconds: 5)
        }, .run { _ in await clock.wallClock.sleep(milliseconds: 5) })
    }
    await store.send("go") { $0.heard = ["go"] }
    await store.finish()
    #expect(clock.sleeperCount == 0)
    #expect(
      failures.messages == [
        "The test ended, and effects still run: `save` of 00000000-0000-4000-8000-000000000007, one without an id. Let each end, advance its clock, or cancel it."
      ])
  }

  @Test("A store that is never finished says so where it was made")
  func notFinished() async {
    let made = #line + 1
    var store: TestStore? = TestStore(ScriptedFeature { _ in .none }, failures: failures.sink)
    await store?.send("a") { $0.heard = ["a"] }
    store = nil
    #expect(
      failures.messages
        == ["This store was never finished. End the test with `await store.finish()`."])
    #expect(failures.lines == [made])
  }

  @Test("There is no question to say yes to, or the yes was said")
  func noQuestion() async {
    let question = Question("Sure?", yes: "yes")
    let store = store { $0 == "ask" ? .tell(.question(question)) : .none }
    await store.answerYes()
    await store.send("ask") { $0.heard = ["ask"] }
    await store.expect(.question(question))
    await store.answerYes { $0.heard.append("yes") }
    await store.answerYes()
    await store.finish()
    let words =
      "There is no question to answer. Assert one first: `await store.expect(.question(…))`."
    #expect(failures.messages == [words, words])
  }

  @Test("An event the feature does not care for")
  func ignoredEvent() async {
    let store = store()
    await store.send(event: .signedOut)
    await store.finish()
    #expect(failures.messages == ["The feature has no action for the event .signedOut."])
  }

  @Test("A capability nobody provided fails the test, even where it cannot throw")
  func unimplemented() async {
    let ids = Dependencies(for: "Scripted")[IDSource.self]
    let store = store { action in
      guard action == "go" else { return .none }
      return .run { _ in _ = ids.next() }
    }
    await store.send("go") { $0.heard = ["go"] }
    await store.finish()
    #expect(
      failures.messages == [
        "Scripted called IDSource.next, and nothing provides it. Provide IDSource in its Dependencies, or replace next in the test."
      ])
  }
}
