import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@testable import Conversation

/// Tests of a conversation with a browser: one request has all input, and one answer has all output
/// as values.
@Suite("A request is answered with values")
struct RequestTests {
  let deeds = Deeds()

  private func answer(
    _ line: String, fields: [String: [String]]? = nil, agreement: Agreement = .none,
    isReadOnly: Bool = false
  ) async -> Answer {
    await Conversation(.of("Dana", isReadOnly: isReadOnly, deeds)).answer(
      Request(line, fields: fields, agreement: agreement))
  }

  @Test("A line or a web path gives its page, and what the data showed meanwhile")
  func page() async {
    let answer = await answer("errands")
    #expect(answer.page?.title == "Errands of Dana")
    #expect(answer.exitCode == .done)
    #expect(answer.shownBy == "errands")
    #expect(answer.notices.map(\.text) == ["One row could not be read."])
    let conversation = Conversation(.of("Dana"))
    #expect(await conversation.answer(Route("/errands/e2")).page?.title == "Mail")
    let nowhere = await conversation.answer(Route("/nowhere"))
    #expect(nowhere.exitCode == .notFound)
    #expect(nowhere.problem?.title == "There is no page `/nowhere`.")
  }

  @Test(
    "A page that another feature's takes the screen from is left, once; its own pages do not leave it"
  )
  func leaving() async {
    let conversation = Conversation(.of("Dana", deeds))
    for line in ["errands", "errands show mail", "errands"] {
      _ = await conversation.answer(Request(line))
    }
    #expect(!deeds.all.contains("left"))
    for line in ["garden", "garden"] { _ = await conversation.answer(Request(line)) }
    #expect(deeds.all.count { $0 == "left" } == 1)
  }

  @Test("A write says what it did, with its records, and which page shows it")
  func write() async {
    let answer = await answer("errands done mail")
    #expect(answer.done?.sentence == "Mail is done.")
    #expect(answer.done?.references.map(\.handle) == ["e2"])
    #expect(answer.page == nil)
    #expect(answer.shownBy == "errands")
    #expect(deeds.all == ["done e2"])
  }

  @Test("Fields and words together are the command")
  func fields() async {
    let answer = await answer(
      "errands move 1",
      fields: ["day": ["2026-03-04"], "note": ["rain"], "urgent": ["on"]])
    #expect(answer.done?.sentence == "Milk is moved to 2026-03-04.")
    #expect(deeds.all == ["move e1 2026-03-04 rain, urgent"])
    let plain = await self.answer(
      "errands move", fields: ["errand": ["stamps"], "day": ["2026-03-04"], "note": [""]])
    #expect(plain.exitCode == .done)
    #expect(deeds.all.last == "move e3 2026-03-04 ")
  }

  @Test("Everything that is wrong with a form is told at once, and nothing is done")
  func faults() async {
    let answer = await answer(
      "errands move", fields: ["errand": ["milch"], "day": ["32 May"], "note": ["much too long"]])
    #expect(answer.exitCode == .notFound)
    #expect(answer.faults.map(\.parameter) == ["errand", "day", "note"])
    #expect(answer.problem == answer.faults.first?.problem)
    #expect(answer.faults[1].problem.title.contains("32 May"))
    let missing = await self.answer("errands move", fields: ["day": [""]])
    #expect(missing.faults.map(\.parameter) == ["errand", "day"])
    #expect(missing.exitCode == .usage)
    #expect(deeds.all == [])
  }

  @Test("A field that the command does not take is refused")
  func foreignField() async {
    let answer = await answer("errands move 1 2026-03-04", fields: ["admin": ["yes"]])
    #expect(answer.exitCode == .usage)
    #expect(answer.problem?.title == "`errands move` has no option --admin.")
    #expect(deeds.all == [])
  }

  @Test("A question comes back as a value, and only its own digest agrees to it")
  func question() async throws {
    let asked = await answer("errands drop 1")
    let question = try #require(asked.question)
    #expect(question.words == "Drop Milk?")
    #expect(question.details == ["It is needed."])
    #expect(question.agree == "Drop")
    #expect(question.command == "errands drop 1")
    #expect(asked.exitCode == .usage)
    let other = await answer("errands drop 2", agreement: .to(digest: question.digest))
    #expect(other.question?.words == "Drop Mail?")
    #expect(deeds.all == [])
    let agreed = await answer(question.command, agreement: .to(digest: question.digest))
    #expect(agreed.done?.sentence == "Milk is dropped.")
    let written = await answer("errands drop 1 --yes=\(question.digest)")
    #expect(written.done?.sentence == "Milk is dropped.")
  }

  @Test("A digest that is none, is only near or is another question's agrees to nothing")
  func otherDigests() async throws {
    let digest = try #require(await answer("errands drop 1").question).digest
    let other = try #require(await answer("errands drop 2").question).digest
    for near in ["", String(digest.dropLast()), digest + " ", digest + digest, "*", "yes", other] {
      let asked = await answer("errands drop 1", agreement: .to(digest: near))
      #expect(asked.question?.digest == digest, "\(near)")
      #expect(asked.exitCode == .usage && asked.done == nil, "\(near)")
    }
    #expect(deeds.all == [])
  }

  @Test(
    "A person who may only look changes nothing, also with an agreement to everything",
    arguments: [
      "errands done 1", "errands drop 1", "errands drop 1 --yes",
      "errands move 1 2026-03-04 --urgent", "open errands done 1",
    ])
  func onlyLooks(line: String) async {
    let answer = await answer(line, agreement: .toAll, isReadOnly: true)
    #expect(answer.exitCode == .refused, "\(answer)")
    #expect(answer.question == nil && answer.done == nil)
    #expect(deeds.all == [])
  }

  @Test(
    "Undo takes back the step that its button carries, else the one that was typed, else the newest",
    arguments: [
      ("undo", nil, "undo"), ("undo", 7, "undo step 7"), ("undo 7", nil, "undo earlier 7"),
      ("undo 3", 7, "undo step 7"), ("redo", nil, "redo"), ("redo", 7, "redo step 7"),
    ] as [(String, Int?, String)])
  func undo(line: String, step: Int?, deed: String) async {
    let answer = await Conversation(.turning(deeds)).answer(Request(line, step: step))
    #expect(answer.exitCode == .done, "\(answer)")
    #expect(deeds.all == [deed])
  }

  @Test(
    "What is not the number of a step takes nothing back",
    arguments: [
      "undo 0", "undo -1", "undo x", "undo 1.5", "undo 99999999999999999999", "undo 7 8",
      "undo --all", "redo 7",
    ])
  func noStep(line: String) async {
    let answer = await Conversation(.turning(deeds)).answer(Request(line))
    #expect(answer.exitCode == .usage, "\(answer)")
    #expect(deeds.all == [])
  }

  @Test("A page that leads back to itself ends with a problem")
  func circle() async {
    let answer = await answer("errands go /circle")
    #expect(answer.exitCode == .failed)
    #expect(answer.problem?.title == "`errands go /circle` leads back to itself.")
  }

  @Test("A problem quotes the beginning and the end of a long value, and no more")
  func longValue() async {
    let answer = await answer("errands done " + String(repeating: "x", count: 50_000))
    #expect(answer.exitCode == .notFound)
    let problem = answer.problem
    for words in [problem?.title, problem?.fix].compactMap({ $0 }) + (problem?.details ?? []) {
      #expect(words.count <= 3_000)
    }
  }

  @Test("Whoever may only look is refused before a form is shown, and when it is sent")
  func refused() async throws {
    let answer = await answer("errands move 1", fields: ["day": ["no day"]], isReadOnly: true)
    #expect(answer.exitCode == .refused)
    #expect(answer.faults.isEmpty)
    await #expect(throws: Problem.self) {
      _ = try await Conversation(.of("Dana", isReadOnly: true)).form(for: "errands move 1")
    }
    #expect(deeds.all == [])
  }

  @Test("Whoever has no athlete to view is told so in place of a form that changes data")
  func withoutAthlete() async throws {
    let lack = Problem(.notFound, "You are not linked to an athlete.")
    func form(_ line: String) async throws -> FormOutline {
      var visit = Visit.of("Dana")
      visit.looking = { () throws(Problem) in
        var looking = Looking(viewer: Viewer(name: "Dana"), identity: "Dana")
        looking.withoutAthlete = lack
        return looking
      }
      return try await Conversation(visit).form(for: line)
    }
    await #expect(throws: lack) { _ = try await form("errands move 1") }
    #expect(try await form("errands lock").command.words == "errands lock")
  }

  @Test("A form begins with what the line gave, else with what is there")
  func form() async throws {
    let form = try await Conversation(.of("Dana")).form(for: "errands move mail --note now")
    #expect(form.command.words == "errands move")
    #expect(form.fields.map(\.parameter.name) == ["errand", "day", "note", "urgent"])
    #expect(form.fields.map(\.values) == [["e2"], ["2026-03-01"], ["now"], []])
    #expect(form.fields[0].reference?.title == "Mail")
    await #expect(throws: Problem.self) {
      _ = try await Conversation(.of("Dana")).form(for: "errands move e9")
    }
  }

  @Test(
    "A form suggests a value, with which nothing that is sent is compared, unless the line gives one",
    arguments: [("errands go", "/errands"), ("errands go /away", "/away")])
  func suggested(line: String, value: String) async throws {
    let form = try await Conversation(.of("Dana")).form(for: line)
    #expect(form.fields.map(\.values) == [[value]])
    #expect(form.fields.map(\.began) == [nil])
  }

  @Test("A secret comes in a field, and never names a file of the host")
  func secrets() async {
    #expect(
      await answer("errands lock", fields: ["passphrase": ["hunter2"]]).done?.sentence
        == "A secret of 7 letters.")
    let named = await answer("errands lock --passphrase-file /etc/hostname", fields: [:])
    #expect(named.exitCode == .usage)
    #expect(named.done == nil)
    #expect(await answer("errands lock --passphrase hunter2").exitCode == .usage)
  }

  @Test("What the work shows to be needed is a fault of its field")
  func need() async {
    let answer = await answer("errands unlock", fields: [:])
    #expect(answer.faults.map(\.parameter) == ["passphrase"])
    #expect(answer.problem?.title == "It has a passphrase.")
    #expect(answer.exitCode == .signInNeeded)
  }

  @Test("A file comes back as it was made, and is read where it is wanted")
  func artifact() async throws {
    let answer = await answer("errands export")
    let artifact = try #require(answer.artifacts.first)
    #expect(artifact.name == "errands.csv")
    let bytes = Mutex<[UInt8]>([])
    try await artifact.write(ArtifactSink { part in bytes.withLock { $0 += part } })
    #expect(bytes.withLock { $0 } == Array("a\n".utf8))
  }

  @Test("A place to go is gone to; what needs a screen is refused")
  func elsewhere() async {
    #expect(await answer("errands go /errands/e1").page?.title == "Milk")
    for line in ["back", "refresh", "3"] {
      #expect(await answer(line).exitCode == .usage)
    }
    #expect(await answer("quit").leaves)
  }

  @Test("Long work tells how far it is, and ends when its request does")
  func stopped() async {
    let heard = Mutex<[String]>([])
    let deeds = deeds
    let request = Task {
      await Conversation(.of("Dana", deeds)).answer(
        Request("errands wait") { progress in heard.withLock { $0.append(progress.words) } })
    }
    while !deeds.all.contains("waits") { await Task.yield() }
    request.cancel()
    let answer = await request.value
    #expect(answer.exitCode == .interrupted)
    #expect(answer.problem?.title == "Stopped.")
    #expect(heard.withLock { $0 } == ["Waiting"])
  }

  @Test("Badges and completions are told without a page")
  func badges() async throws {
    let conversation = Conversation(.of("Dana"))
    try await conversation.look()
    await conversation.refreshBadges()
    #expect(conversation.badges().map { "\($0.feature) \($0.badge.text)" } == ["Errands 1 open"])
    let found = await conversation.completer().candidates("errands done ma", 15)
    #expect(found.map(\.text) == ["Mail"])
  }

  @Test(
    "What only reads changes nothing, whatever its line says",
    arguments: [
      "errands done milk", "errands drop milk --yes", "errands move milk friday", "undo", "redo",
      "set theme dark", "open errands done milk", "errands lock",
    ])
  func onlyReads(_ line: String) async {
    let deeds = Deeds()
    var request = Request(line, fields: [:], agreement: .toAll)
    request.onlyReads = true
    let answer = await Conversation(.of("Dana", deeds)).answer(request)
    #expect(answer.exitCode == .usage, "\(answer)")
    #expect(answer.done == nil)
    #expect(deeds.all.isEmpty)
  }

  @Test("What only reads shows what it would show", arguments: ["errands", "set", "help undo"])
  func reads(_ line: String) async {
    var request = Request(line)
    request.onlyReads = true
    let answer = await Conversation(.of("Dana")).answer(request)
    #expect(answer.exitCode == .done && answer.page != nil, "\(answer)")
  }

  @Test("The features of a request are gone with it")
  func freed() async {
    let boxes = Mutex<[WeakBox]>([])
    for _ in 0..<50 {
      let visit = Visit.of(
        "Dana",
        made: { made in
          boxes.withLock { $0 += made.map { WeakBox($0) } }
        })
      _ = await Conversation(visit).answer(Request("errands"))
    }
    #expect(boxes.withLock { $0.count } == 100)
    #expect(boxes.withLock { $0.allSatisfy { $0.box == nil } })
  }
}
