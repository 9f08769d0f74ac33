import FeatureKit
import Synchronization
import Testing

@testable import Conversation

/// A person at a terminal, who answers each question with the next of these answers, and presses
/// Ctrl-C when there is none left.
private final class Asked: Counterpart {
  private var answers: ArraySlice<String>
  private(set) var asked: [String] = []

  init(_ answers: [String]) { self.answers = answers[...] }

  var canAnswer: Bool { true }

  func adopt(_ options: LineOptions) {}
  func say(_ notice: Notice) {}
  func say(_ problem: Problem) {}
  func say(_ done: Done) {}
  func show(_ page: Page) -> Bool { true }
  var repeatsPages: Bool { true }
  func show(_ changed: [Row]) {}
  func fits(_ page: Page) -> Bool { true }
  func introduce(_ need: Need) {}
  func say(_ question: HostQuestion, of command: String, hasChanged: Bool) {}
  func agrees(to question: HostQuestion) throws(Problem) -> Bool { true }

  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer {
    asked.append(question.parameter.name)
    guard let answer = answers.popFirst() else { throw .stopped }
    return .text(answer)
  }

  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> (words: [CommandText.Word], secrets: [PromisedSecret]) { (words, []) }

  func take(_ artifact: Artifact) async throws(Problem) {}

  func wait(
    for sent: Sent, of inbox: OutcomeInbox, cancel: @escaping @Sendable () -> Void
  ) async throws(Problem) {
    await sent.settled()
  }
}

@Suite("Answers that are kept while a command asks")
struct KeptAnswerTests {
  private final class Kept: Sendable {
    let all = Mutex<[KeptAnswers?]>([])

    var memory: AnswerMemory {
      AnswerMemory(load: { nil }, keep: { kept in self.all.withLock { $0.append(kept) } })
    }
  }

  private let kept = Kept()

  private func typing(_ line: String, _ answers: [String]) async -> (
    run: CommandRun, asked: [String]
  ) {
    var visit = Visit.of("Dana")
    visit.answers = kept.memory
    let person = Asked(answers)
    let run = CommandRun(Conversation(visit), person, LineOptions())
    await run.run(line)
    return (run, person.asked)
  }

  @Test("A secret is never among the answers that are kept, and nothing is kept of what is done")
  func secret() async {
    let (run, asked) = await typing("errands seal", ["Box", "hunter2"])
    #expect(run.exitCode == .done)
    #expect(asked == ["label", "passphrase"])
    let stored = kept.all.withLock { $0 }
    let answers = stored.compactMap { $0 }.flatMap(\.answers)
    #expect(!answers.isEmpty)
    #expect(answers.allSatisfy { $0 == KeptAnswers.Answer(parameter: "label", text: "Box") })
    #expect(
      stored.compactMap { $0 }.allSatisfy { $0.command == "errands seal" && $0.given.isEmpty })
    #expect(stored.last == .some(nil))
  }

  @Test("A command that asks for a secret alone keeps nothing")
  func secretAlone() async {
    let (run, asked) = await typing("errands lock", ["hunter2"])
    #expect(run.exitCode == .done && asked == ["passphrase"])
    #expect(kept.all.withLock { $0.compactMap { $0 } } == [])
  }

  @Test("Ctrl-C at a question leaves no answer behind")
  func stopped() async {
    let (run, asked) = await typing("errands seal", ["Box"])
    #expect(run.exitCode == .interrupted && asked == ["label", "passphrase"])
    #expect(kept.all.withLock { $0.last } == .some(nil))
  }

  @Test("The values of a line are kept with its answers, and a secret of it is not")
  func given() throws {
    let words = try CommandText.words("errands seal Box")
    let match = try Conversation(.of("Dana")).index.match(words)
    var draft = try CommandDraft(match.command, words: match.rest, leavesOpen: true)
    draft.fill("passphrase", with: "hunter2")
    #expect(
      KeptAnswers(draft) == KeptAnswers(command: "errands seal", given: ["label": ["Box"]]))
  }

  @Test("The next start offers the line that asks again, and no answer of it")
  func notice() {
    let answers = KeptAnswers(
      command: "errands seal", given: ["label": ["Box"]],
      answers: [.init(parameter: "note", text: "private")])
    #expect(answers.notice.text.hasSuffix("To go on:  errands seal Box"))
    #expect(!answers.notice.text.contains("private"))
  }
}
