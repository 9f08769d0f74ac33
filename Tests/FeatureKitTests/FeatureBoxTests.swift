import CivilTime
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

struct FeatureBoxTests {
  let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
  let page = PageContext(
    now: Instant(milliseconds: 0), zone: .utc, viewer: Viewer(name: "Sam"))

  func box(
    _ effect: @escaping @Sendable (String) -> Effect<String> = { _ in .none },
    tell: @escaping @Sendable (HostOutcome) -> Void = { _ in }
  ) -> FeatureBox {
    FeatureBox(
      ScriptedFeature.self, dependencies: ScriptedFeature.dependencies(effect), tell: tell)
  }

  func draft(_ line: String, of box: FeatureBox) throws -> CommandDraft {
    let match = try CommandIndex([box]).match(CommandText.words(line))
    return try CommandDraft(match.command, words: match.rest)
  }

  @Test("A line goes in, and the page shows what came of it")
  func perform() async throws {
    let box = box { $0 == "hi" ? .run { $0("there") } : .none }
    try await box.perform(draft("scripted say hi", of: box), in: context).settled()
    #expect(box.page(in: page).blocks == [.paragraph(Paragraph("hi there"))])
    #expect(box.manifest == ScriptedFeature.manifest)
    #expect(box.badge == nil)
  }

  @Test("A value that does not fit is refused, and nothing is sent")
  func badValue() throws {
    let box = box()
    let draft = try draft("scripted say \"\"", of: box)
    #expect(throws: Problem(.usage, "An empty text cannot be used here.")) {
      try box.perform(draft, in: context)
    }
    #expect(box.page(in: page).blocks == [.paragraph(Paragraph(""))])
  }

  @Test("The draft of another feature's command is refused")
  func otherCommand() throws {
    let box = box()
    let other = CommandDescription(noun: "tasks", verb: "list", summary: "", mode: .reads)
    #expect(throws: Problem(.usage, "Scripted has no command `tasks list`.")) {
      try box.perform(CommandDraft(other, words: []), in: context)
    }
  }

  @Test("An event the feature cares for is sent, another is not")
  func events() {
    let box = box()
    #expect(box.send(.opened) != nil)
    #expect(box.send(.signedOut) == nil)
    #expect(box.page(in: page).blocks == [.paragraph(Paragraph("opened"))])
  }

  @Test("Every outcome reaches the host, in order, with its action put away")
  func outcomes() throws {
    let told = Journal<String>()
    let box = box(
      { _ in
        .merge(
          .tell(.notice(Notice("1"))), .tell(.problem(Problem(.locked, "2"))),
          .tell(.done(Done("3"))),
          .tell(.artifact(Artifact(name: "4", mediaType: "", text: ""))),
          .tell(.progress(Progress("5", done: 1, of: 2))), .tell(.open(Route("6"))),
          .tell(.needs(Need("7", Problem(.usage, "8")))))
      },
      tell: { outcome in
        switch outcome {
        case .notice(let notice): told.write(notice.text)
        case .problem(let problem): told.write(problem.title)
        case .done(let done): told.write(done.sentence)
        case .artifact(let artifact): told.write(artifact.name)
        case .progress(let progress): told.write(progress.words)
        case .open(let route): told.write(route.path)
        case .needs(let need): told.write(need.parameter)
        case .question: told.write("question")
        }
      })
    box.send(.opened)
    #expect(told.entries == ["1", "2", "3", "4", "5", "6", "7"])
  }

  @Test("Yes to a question sends its action, even when the box is gone")
  func question() async throws {
    let heard = Journal<String>()
    let asked = Mutex<HostQuestion?>(nil)
    func ask() {
      let box = box(
        { action in
          heard.write(action)
          return action == "opened"
            ? .tell(.question(Question("Sure?", details: ["Really."], agree: "Do", yes: "done")))
            : .none
        },
        tell: { if case .question(let question) = $0 { asked.withLock { $0 = question } } })
      box.send(.opened)
    }
    ask()
    let question = try #require(asked.withLock { $0 })
    await question.yes().settled()
    #expect(heard.entries == ["opened", "done"])
    #expect(question.words == "Sure?")
    #expect(question.details == ["Really."])
    #expect(question.agree == "Do")
    #expect(question.digest == Question("Sure?", details: ["Really."], yes: "other").digest)
  }

  @Test("Cancelling, and letting the box go, stops what runs")
  func cancel() async throws {
    let gate = Gate()
    let heard = Journal<String>()
    let effect: @Sendable (String) -> Effect<String> = { action in
      heard.write(action)
      guard action == "opened" else { return .none }
      return .run { send in
        await gate.pass()
        send("late")
      }
    }
    let box = box(effect)
    let cancelled = box.send(.opened)
    box.cancelEffects()
    await cancelled?.settled()
    var passing: FeatureBox? = self.box(effect)
    let dropped = passing?.send(.opened)
    passing = nil
    await dropped?.settled()
    gate.open()
    await box.send(.opened)?.settled()
    #expect(heard.entries == ["opened", "opened", "opened", "late"])
  }

  @Test("The digest of a question changes with its words and where they stand")
  func digest() {
    let questions = [
      Question("Delete?", yes: 1), Question("Delete!", yes: 1),
      Question("Delete?", details: [""], yes: 1), Question("Delete", details: ["?"], yes: 1),
      Question("Delete?", details: ["a", "b"], yes: 1),
      Question("Delete?", details: ["ab"], yes: 1),
    ]
    #expect(Set(questions.map(\.digest)).count == questions.count)
    #expect(Question("Delete?", yes: 1).digest == Question("Delete?", agree: "Go", yes: 2).digest)
  }
}
