import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests edits from a page that shows an older version of a record, because another program has
/// changed the record since.
@Suite struct RecordConflictTests {
  private let folder: TemporaryFolder
  private let shellProgram = ActingProcess(process: 1)
  private let scriptProgram = ActingProcess(process: 2)
  private let shell: SQLBackend
  private let script: SQLBackend

  init() throws {
    folder = try TemporaryFolder()
    shell = shellProgram.backend(folder.path + "/compass.sqlite")
    script = scriptProgram.backend(folder.path + "/compass.sqlite")
  }

  /// Creates a school, and returns the version of it that a page of the shell shows.
  private func shownSchool() async throws -> (sam: RecordID, shown: School) {
    let sam = try await shell.athlete("Sam Lee")
    shellProgram.person = sam
    scriptProgram.person = sam
    let saved = try await shell.schools.add(for: sam) {
      $0.name = "Elm"
      $0.notes = "As shown"
      $0.studentSize = 900
    }
    return (sam, saved.row.school)
  }

  private func refusal(
    _ sam: RecordID, _ shown: School, _ change: @escaping @Sendable (inout School) -> Void
  ) async -> Problem? {
    do throws(Problem) {
      _ = try await shell.schools.edit(shown.id, RecordChange(shown: shown, change), of: sam)
      return nil
    } catch {
      return error
    }
  }

  private func stored(_ school: School) throws -> School? {
    try shell.dataFile.read { try School.form.find(school.id, in: $0) }
  }

  @Test("What both wrote is refused with both words, and nothing is changed")
  func both() async throws {
    let (sam, shown) = try await shownSchool()
    _ = try await script.schools.edit(shown.id, of: sam) {
      $0.notes = "Theirs"
      $0.ranking = 7
    }
    let before = try stored(shown)
    let problem = await refusal(sam, shown) {
      $0.notes = "Mine"
      $0.ranking = nil
      $0.city = "Lima"
    }
    #expect(problem?.exitCode == .conflict)
    #expect(problem?.title == "s1 Elm was changed after the page had shown it.")
    // The page showed no ranking, and the edit writes that back. The other program has set a
    // ranking since, which the edit would remove, so this is a conflict.
    #expect(
      problem?.details
        == [
          "Ranking: “7” now, nothing wanted", "Notes: “Theirs” now, “Mine” wanted",
          "Nothing was changed.",
        ])
    #expect(problem?.fix == "Look at it again, then change it:  open s1")
    #expect(try stored(shown) == before)
    // A refused edit makes no step, so `undo` undoes the edit of the other program.
    #expect(try await shell.undo.undo().operation == "editSchool")
    #expect(try stored(shown)?.notes == "As shown")
    #expect(await refusal(sam, shown) { $0.notes = "Mine" } == nil)
  }

  @Test("What only one of them wrote stays beside what the other wrote, members of JSON alike")
  func beside() async throws {
    let (sam, shown) = try await shownSchool()
    _ = try await script.schools.edit(shown.id, of: sam) {
      $0.academicInfo = ["student_size": 900, "tuition": 30_000]
      $0.notes = "Theirs"
    }
    #expect(await refusal(sam, shown) { $0.studentSize = 1200 } == nil)
    let now = try stored(shown)
    #expect(now?.notes == "Theirs")
    #expect(now?.academicInfo == ["student_size": 1200, "tuition": 30_000])
    // The page still shows the number of students from before the last edit. Another edit of this
    // number, a member of a JSON column, is therefore a conflict. The message calls it "Students",
    // as the page does.
    let problem = await refusal(sam, shown) { $0.studentSize = 1300 }
    #expect(problem?.details.first == "Students: “1,200” now, “1,300” wanted")
  }

  @Test("Both writing the same is no conflict")
  func agreed() async throws {
    let (sam, shown) = try await shownSchool()
    _ = try await script.schools.edit(shown.id, of: sam) { $0.notes = "Visit in May" }
    #expect(await refusal(sam, shown) { $0.notes = "Visit in May" } == nil)
  }

  @Test("A record that was deleted meanwhile is not there, and comes back by nobody's change")
  func deleted() async throws {
    let (sam, shown) = try await shownSchool()
    _ = try await script.schools.delete(shown.id, of: sam)
    #expect(await refusal(sam, shown) { $0.notes = "Mine" }?.exitCode == .notFound)
    #expect(try stored(shown) == nil)
  }

  @Test("Notes of others outlive a shown row that is put in place of the stored one")
  func notesOfOthers() async throws {
    let (sam, shown) = try await shownSchool()
    let dana = RecordID.version4(high: 1, low: 2)
    try shell.dataFile.write { connection in
      try connection.execute(
        "UPDATE schools SET private_notes = ?", "{\"\(dana)\":\"Too far away\"}")
    }
    #expect(shown.privateNotes == [:])
    _ = try await shell.schools.edit(shown.id, of: sam) { $0 = shown }
    _ = try await shell.schools.edit(shown.id, of: sam) {
      $0 = shown
      $0.privateNotes = ["\(dana)": "forged", "\(sam)": "My own"]
    }
    #expect(try stored(shown)?.privateNotes == ["\(dana)": "Too far away", "\(sam)": "My own"])
    _ = try await shell.schools.edit(shown.id, of: sam) { $0.setPrivateNote(nil, of: sam) }
    #expect(try stored(shown)?.privateNotes == ["\(dana)": "Too far away"])
    let added = try await shell.schools.add(for: sam) {
      $0.name = "Oak"
      $0.privateNotes = ["\(dana)": "forged"]
    }
    #expect(try stored(added.row.school)?.privateNotes == [:])
  }

  @Test("My own note is held against what another of my programs wrote, not against others' notes")
  func ownNote() async throws {
    let (sam, shown) = try await shownSchool()
    _ = try await script.schools.edit(shown.id, of: sam) { $0.setPrivateNote("Later", of: sam) }
    let problem = await refusal(sam, shown) { $0.setPrivateNote("Now", of: sam) }
    #expect(problem?.details.first == "Private note: “Later” now, “Now” wanted")
  }

  @Test("A word that this version does not know survives a change of something else")
  func unknownWords() async throws {
    let (sam, shown) = try await shownSchool()
    try shell.dataFile.write { connection in
      try connection.execute("UPDATE schools SET division = 'D7', status = 'wait_list'")
    }
    #expect(await refusal(sam, shown) { $0.notes = "Mine" } == nil)
    let now = try stored(shown)
    #expect(now?.division == .unknown("D7") && now?.status == .unknown("wait_list"))
    let problem = await refusal(sam, shown) { $0.division = .known(.d1) }
    #expect(problem?.details.first == "Division: “D7” now, “D1” wanted")
  }

  @Test("A refusal names no record that the caller may not see")
  func foreignNames() async throws {
    let (sam, shown) = try await shownSchool()
    let mia = try await shell.athlete("Mia")
    shellProgram.person = mia
    let secret = try await shell.schools.add(for: mia) { $0.name = "Secret College" }
    shellProgram.person = sam
    let coach = try await shell.coaches.add(for: sam) {
      ($0.schoolID, $0.role) = (shown.id, .known(.head))
      $0.lastName = "Rivera"
    }
    let other = try await script.schools.add(for: sam) { $0.name = "Oak" }.row.school
    _ = try await script.coaches.edit(coach.row.coach.id, of: sam) { $0.schoolID = other.id }
    for (target, cause) in [(secret.row.school.id, Cause.notFound), (shown.id, .conflict)] {
      let change = RecordChange(shown: coach.row.coach) { $0.schoolID = target }
      do throws(Problem) {
        _ = try await shell.coaches.edit(coach.row.coach.id, change, of: sam)
        Issue.record("written over")
      } catch {
        #expect(error.cause == cause)
        #expect(error.details.joined().contains("Oak") == (cause == .conflict))
        #expect(!error.details.joined().contains("Secret"))
      }
    }
  }
}
