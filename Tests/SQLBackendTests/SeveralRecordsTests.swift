import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests commands that change several records at once, and the undo of such a command.
@Suite struct SeveralRecordsTests {
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() {
    backend = program.backend(DatabaseConnection.inMemoryPath)
  }

  private func schools(_ names: String...) async throws -> (sam: RecordID, ids: [RecordID]) {
    let sam = try await backend.athlete("Sam Lee")
    program.person = sam
    var ids: [RecordID] = []
    for name in names {
      ids.append(try await backend.schools.add(for: sam) { $0.name = name }.row.reference.id)
      program.wait()
    }
    return (sam, ids)
  }

  @Test("The step of a contact names its school, and that of a choice both its words")
  func wordsOfTheStep() async throws {
    let (sam, ids) = try await schools("Elm")
    func summary() async throws -> String? {
      try await backend.undo.history(limit: 1).first?.summary
    }
    _ = try await backend.schools.edit(
      ids, RecordChange { $0.status = .known(.contacted) }, of: sam)
    #expect(try await summary() == "Changed s1 Elm: Status from Researching to Contacted")
    _ = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.type) = (ids[0], .known(.text))
      $0.occurredAt = ActingProcess.start
      $0.subject = "Official visit weekend"
    }
    #expect(try await summary() == "Logged i1 Official visit weekend, Elm")
    _ = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.type) = (ids[0], .known(.text))
      $0.occurredAt = ActingProcess.start
      $0.subject = "Visit at Elm"
    }
    #expect(try await summary() == "Logged i2 Visit at Elm")
  }

  @Test("The step of one record names the fields that changed, and no private note")
  func fieldsOfTheStep() async throws {
    let (sam, ids) = try await schools("Elm")
    _ = try await backend.schools.edit(
      ids,
      RecordChange {
        $0.priorityTier = .known(.a)
        $0.city = "Faro"
      }, of: sam)
    #expect(
      try await backend.undo.history(limit: 1).first?.summary == "Changed s1 Elm: Tier to A, City")
    _ = try await backend.schools.edit(
      ids, RecordChange { $0.privateNotes = ["\(sam)": "Mine"] }, of: sam)
    #expect(try await backend.undo.history(limit: 1).first?.summary == "Changed s1 Elm")
  }

  @Test("Several are one step, which one undo takes back")
  func oneStep() async throws {
    let (sam, ids) = try await schools("Elm", "Oak", "Ash")
    let saved = try await backend.schools.edit(
      ids, RecordChange { $0.priorityTier = .known(.a) }, of: sam)
    #expect(saved.map(\.row.reference.handle) == ["s1", "s2", "s3"])
    let undone = try await backend.undo.undo()
    #expect(undone.summary == "Changed 3 schools")
    let tiers = try await backend.schools.list(of: sam).rows.map(\.school.priorityTier)
    #expect(tiers == [nil, nil, nil])
    #expect(try await backend.schools.delete(ids, of: sam).count == 3)
    #expect(try await backend.schools.list(of: sam).total == 0)
    _ = try await backend.undo.undo()
    #expect(try await backend.schools.list(of: sam).total == 3)
  }

  @Test("When one cannot be changed none is, and it is said which and why")
  func allOrNothing() async throws {
    let (sam, ids) = try await schools("Elm", "Oak")
    do throws(Problem) {
      _ = try await backend.schools.edit(
        ids,
        RecordChange { school in
          school.ranking = school.name == "Oak" ? 0 : 7
        }, of: sam)
      Issue.record("A ranking of 0 was taken.")
    } catch {
      #expect(
        error.details.first == "It is s2 Oak that cannot be; none of the 2 was touched.",
        "\(error)")
    }
    #expect(try await backend.schools.list(of: sam).rows.allSatisfy { $0.school.ranking == nil })
    let gone = RecordID.version4(high: 1, low: 1)
    await #expect(throws: Problem.self) {
      _ = try await backend.schools.delete([ids[0], gone], of: sam)
    }
    #expect(try await backend.schools.list(of: sam).total == 2)
  }

  @Test("Words are found in any order and any of the texts; the newest comes first when asked")
  func words() async throws {
    let (sam, ids) = try await schools("Valley of Elms", "Elm Valley", "Elm Hill")
    func found(_ words: String, newest: Bool = false) async throws -> [RecordID] {
      try await backend.schools.list(
        ListQuery {
          $0.search = words
          $0.newestFirst = newest
        }, of: sam
      ).rows.map(\.reference.id)
    }
    #expect(try await found("valley ELM") == [ids[1], ids[0]])
    #expect(try await found("elm  valley", newest: true) == [ids[1], ids[0]])
    #expect(try await found("elm", newest: true) == [ids[2], ids[1], ids[0]])
    #expect(try await found("elm lake").isEmpty)
  }

  @Test("Names of tasks come with those of the athlete's own grade first, each grade by handle")
  func tasksOfThisGrade() async throws {
    let (sam, _) = try await schools("Elm")
    let tasks = try await backend.recordIndex.find(.words([.task], beginnings: []), of: sam)
    let grades = tasks.compactMap(\.detail)
    let own = try #require(grades.first)
    let beginning = grades.prefix { $0 == own }
    #expect(!beginning.isEmpty && !grades.dropFirst(beginning.count).contains(own))
    let numbers = tasks.prefix(beginning.count).compactMap { Int($0.reference.handle.dropFirst()) }
    #expect(numbers == numbers.sorted() && grades.count > beginning.count)
  }

  @Test("What happened last comes first, whenever it was written")
  func happened() async throws {
    let (sam, ids) = try await schools("Elm")
    for (subject, days) in [("camp b", -1), ("camp a", -3), ("camp c", -2)] {
      _ = try await backend.interactions.add(for: sam) {
        ($0.schoolID, $0.type) = (ids[0], .known(.email))
        ($0.subject, $0.occurredAt) = (subject, ActingProcess.start.adding(days: days))
      }
    }
    let rows = try await backend.interactions.list(
      ListQuery {
        $0.search = "camp"
        $0.newestFirst = true
      }, of: sam
    ).rows
    #expect(rows.map(\.interaction.subject) == ["camp b", "camp c", "camp a"])
  }
}
