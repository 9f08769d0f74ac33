import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Several records at once, and forms of a change")
struct SeveralTests {
  @Test(
    "Several schools take one change, a line each",
    arguments: ["schools tier s1 s2 B", "schools edit s1 s2 --tier B", "schools tier s1,s2 B"])
  func change(line: String) async throws {
    let prompt = Prompt()
    let backend = prompt.stage.backend
    try await prompt.enter("schools show s1")
    // Another program changes the schools after the page was shown. The page shows only one of
    // them, so a command for several schools starts from the stored values, and the change causes
    // no conflict.
    try backend.change("UPDATE schools SET priority_tier = 'C'")
    let told = try await prompt.enter(line)
    #expect(told.done.first?.sentence == "Changed 2 schools.")
    #expect(
      told.done.first?.details == [
        "s1 Cedar Valley University: Tier B", "s2 Granite Ford University: Tier B",
        "undo takes it back",
      ])
    let stored = try await prompt.stage.stored(backend.schools)
    #expect(stored.map(\.priorityTier?.known) == [.b, .b])
  }

  @Test("Several are deleted after one question that says what goes along with each")
  func delete() async throws {
    let prompt = Prompt()
    let told = try await prompt.enter("schools delete s1 s2")
    let question = try #require(told.questions.first)
    #expect(question.words == "Delete 2 schools?")
    #expect(
      question.details.first
        == "s1 Cedar Valley University with 1 coach, 1 interaction and 1 offer; kept without the link: 1 event and 1 document"
    )
    #expect(try await prompt.stage.stored(prompt.stage.backend.schools).count == 2)
    await prompt.send(question.yes)
    #expect(try await prompt.stage.stored(prompt.stage.backend.schools).isEmpty)
  }

  @Test("A form of a change begins with what is there, as its options take it")
  func prefilled() async throws {
    let stage = Stage()
    let typed = try await stage.feature.typed(stage.reference("s1"))
    #expect(
      typed["tier"] == ["A"] && typed["student-size"] == ["3600"]
        && typed["pros"] == ["near; green"])
    #expect(typed["private-note"] == ["mine"] && typed["ranking"] == nil)
    let interaction = try await stage.feature.typed(stage.reference("i1"))
    #expect(interaction["on"] == ["2026-02-08"] && interaction["at"] == ["07:00"])
  }

  @Test("A form asks for a few things first; all others wait behind more details")
  func first() throws {
    for command in Stage().feature.commands.map(\.description)
    where command.isGuided {
      let asked = command.parameters.filter { $0.isAsked && !$0.isDetail }
      #expect((2...6).contains(asked.count), "\(command.words): \(asked.map(\.name))")
      let needed = command.parameters.filter(\.isRequired)
      #expect(needed.allSatisfy { !$0.isDetail }, "\(command.words)")
    }
  }

  @Test("`interactions log` asks when, and what is said last may be the day")
  func log() throws {
    let command = try #require(
      Stage().feature.commands.map(\.description).first { $0.words == "interactions log" })
    let day = try #require(command.parameters.first { $0.name == "on" })
    #expect(day.question == "On which day?" && day.suggestion == "today" && !day.isDetail)
    let draft = try CommandDraft(
      command, words: CommandText.words("call ana talked ten minutes yesterday"))
    #expect(draft.given["subject"].map(\.text) == ["talked ten minutes"])
    #expect(draft.given["on"].map(\.text) == ["yesterday"])
  }
}
