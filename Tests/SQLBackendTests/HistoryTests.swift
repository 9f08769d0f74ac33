import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Testing

@testable import SQLBackend

@Suite("What history tells whom")
struct HistoryTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily

  init() throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
  }

  @Test("A parent is told of the athlete's schools and not of the letters")
  func lettersAreTheAthletes() async throws {
    let casey = demo.athlete.id
    _ = try await backend.schools.add(for: casey) { $0.name = "Elm" }
    let letter = try await backend.letters.add(for: casey) { $0.writerName = "Ms Secret" }
    _ = try await backend.letters.edit(letter.row.reference.id, of: casey) { $0.notes = "Hidden" }
    _ = try await backend.archive.importRows(
      request(.recommendationLetter, [["writer_name": "Mr Secret"]]), for: casey)
    _ = try await backend.letters.delete(letter.row.reference.id, of: casey)
    #expect(try await backend.undo.history(limit: 50).count == 5)
    program.person = try #require(demo.parents.first).id
    let told = try await backend.undo.history(limit: 50)
    #expect(told.map(\.operation) == ["addSchool"])
    #expect(try await backend.undo.history(limit: 1).count == 1)
  }

  @Test("Every operation of letters that there is stays the athlete's")
  func everyOperation() {
    let parent = Caller(
      id: RecordID(high: 1, low: 1), role: .parent, families: [RecordID(high: 2, low: 2)])
    #expect(
      Set(StepSubject.hidden(from: parent)) == [
        RecommendationLetter.table.adding.operation, "editLetter", "deleteLetter", "importLetters",
        "generateNotifications",
      ])
  }
}
