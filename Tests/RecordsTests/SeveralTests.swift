import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Several records at once, and forms of a change")
struct SeveralTests {
  private func stage() -> Stage {
    let stage = Stage()
    var after = Sample.schoolRow
    after.school.priorityTier = .known(.b)
    stage.schools.answer { [after] in
      $0.rows = [Sample.schoolRow, Sample.otherRow]
      $0.details = Sample.schoolDetails
      $0.saved = Saved(after)
      $0.deletion = DeletedRecord(
        reference: Sample.school, alsoDeleted: [KindCount(.coach, 2)],
        unlinked: [KindCount(.event, 1)])
    }
    return stage
  }

  @Test(
    "Several schools take one change, a line each",
    arguments: ["schools tier s3 s4 B", "schools edit s3 s4 --tier B", "schools tier s3,s4 B"])
  func change(line: String) async throws {
    let stage = stage()
    let told = try await stage.say(line)
    #expect(told.done.first?.sentence == "Changed 2 schools.")
    #expect(
      told.done.first?.details == [
        "s3 Cedar Valley University: Tier B", "s3 Cedar Valley University: Tier B",
        "undo takes it back",
      ])
    #expect(stage.schools.asked.edited.map(\.id) == [Sample.school.id, Sample.other.id])
    #expect(stage.schools.asked.changes.allSatisfy { $0.shown == nil })
  }

  @Test("Several are deleted after one question that says what goes along with each")
  func delete() async throws {
    let stage = stage()
    let told = try await stage.say("schools delete s3 s4")
    let question = try #require(told.questions.first)
    #expect(question.words == "Delete 2 schools?")
    #expect(
      question.details.first
        == "s3 Cedar Valley University with 2 coaches; kept without the link: 1 event")
    let prompt = StagedPrompt(stage)
    await prompt.send(.deletionConfirmed([Sample.school, Sample.other]))
    #expect(stage.schools.asked.deleted == [Sample.school.id, Sample.other.id])
  }

  @Test("A form of a change begins with what is there, as its options take it")
  func prefilled() async throws {
    let stage = stage()
    let typed = try await stage.feature.typed(Sample.school)
    #expect(
      typed["tier"] == "A" && typed["student-size"] == "3600" && typed["pros"] == "near; green")
    #expect(typed["private-note"] == "mine" && typed["ranking"] == nil)
    stage.interactions.answer { $0.details = Sample.interactionRow }
    let interaction = try await stage.feature.typed(Sample.interaction)
    #expect(interaction["on"] == "2026-02-08" && interaction["at"] == "07:00")
  }

  @Test("A form asks for a few things first; all others wait behind more details")
  func first() throws {
    for command in Stage().feature.commands.map(\.description)
    where command.isGuided && command.words != "interactions log" {
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
    #expect(day.question == "When?" && day.suggestion == "today" && !day.isDetail)
    let draft = try CommandDraft(
      command, words: CommandText.words("call ana talked ten minutes yesterday"))
    #expect(draft.given["subject"].map(\.text) == ["talked ten minutes"])
    #expect(draft.given["on"].map(\.text) == ["yesterday"])
  }
}
