import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests of the command `doctor`, which lists each malformed value of a data file, and of `doctor
/// --repair`, which must change only the listed values.
@Suite struct RepairTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() throws {
    folder = try TemporaryFolder()
    backend = program.backend(folder.path + "/compass.sqlite")
  }

  private func damaged() async throws -> RecordID {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let school = try await backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference.id
    for number in 1...3 {
      _ = try await backend.metrics.add(for: sam) {
        ($0.type, $0.value) = (.known(.other), 2)
        $0.recordedDate = day("2026-02-0\(number)")
      }
      _ = try await backend.offers.add(for: sam) {
        ($0.schoolID, $0.type) = (school, .known(.partial))
        $0.offerDate = day("2026-02-0\(number)")
      }
    }
    try backend.dataFile.write { connection in
      try connection.executeScript(
        """
        UPDATE performance_metrics SET recorded_date = 'Feb 3, 2026' WHERE recorded_date = '2026-02-01';
        UPDATE performance_metrics SET value = 9e999 WHERE recorded_date = '2026-02-02';
        UPDATE offers SET deadline_date = 'soon', scholarship_amount = -9e999
          WHERE offer_date = '2026-02-01';
        UPDATE task SET dependency_task_ids = 'none' WHERE id = (SELECT min(id) FROM task);
        """)
    }
    return sam
  }

  @Test("Every malformed value is named with its table, id and column, and what can be done")
  func findings() async throws {
    _ = try await damaged()
    let values = try backend.damagedValues()
    #expect(
      values.map { "\($0.table).\($0.column) \($0.found) \($0.remedyWords)" } == [
        "offers.scholarship_amount infinite It is emptied.",
        "offers.deadline_date “soon” It is emptied.",
        "performance_metrics.recorded_date “Feb 3, 2026” It becomes 2026-02-03.",
        "performance_metrics.value infinite The row is removed.",
        "task.dependency_task_ids malformed It is emptied.",
      ])
    #expect(values.map(\.hidesRow) == [false, false, true, true, false])
    #expect(values[2].handle == "m1")
    #expect(values[2].words.contains(values[2].id) && values[2].words.contains("recorded_date"))
  }

  @Test("A repair does what it said, after a backup, and is one step of undo")
  func repair() async throws {
    let sam = try await damaged()
    #expect(try await backend.metrics.list(of: sam).total == 1)
    let values = try backend.damagedValues()
    let repaired = try await backend.repair(values)
    #expect(repaired.words == "Repaired 4 values. Removed 1 row")
    #expect(try backend.dataFile.backups.list().contains { repaired.backup.hasSuffix($0) })
    #expect(try backend.damagedValues().isEmpty)
    #expect(
      try await backend.metrics.list(of: sam).rows.map(\.metric.recordedDate)
        == [day("2026-02-03"), day("2026-02-03")])
    #expect(try await backend.undo.undo().summary == "Repaired 4 values. Removed 1 row")
    #expect(try backend.damagedValues() == values)
  }

  @Test("What changed since it was listed stays as it is")
  func changedMeanwhile() async throws {
    let sam = try await damaged()
    let values = try backend.damagedValues()
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE performance_metrics SET value = 7 WHERE value > 1e300")
    }
    let repaired = try await backend.repair(values)
    #expect(repaired.rows == 0)
    #expect(try await backend.metrics.list(of: sam).total == 3)
  }

  @Test("A parent may not repair, and nobody who is not signed in")
  func authority() async throws {
    _ = try await damaged()
    let values = try backend.damagedValues()
    program.person = try await backend.parent("Dana")
    #expect(await cause { _ = try await backend.repair(values) } == .refused)
    program.person = nil
    #expect(await cause { _ = try await backend.repair(values) } == .signInNeeded)
  }

  @Test("No failure of the file shows a query, a type or a column to people")
  func words() async throws {
    let failures: [any Error] = [
      SQLiteError.unexpectedValue(
        column: "value", wanted: "real", found: "text", FailedQuery(sql: "SELECT value")),
      SQLiteError.noRow(FailedQuery(sql: "SELECT 1")), SQLiteError.misuse("SELECT", .none),
      SQLiteError.other(code: 1, message: "malformed JSON in SELECT", .none),
      PersistenceError.misuse("SELECT"), CancellationError(),
    ]
    for failure in failures {
      let problem = backend.dataFile.problem(for: failure)
      let text = ([problem.title] + problem.details + [problem.fix ?? ""]).joined(separator: " ")
      #expect(!text.contains("SELECT") && !text.contains("Error") && !text.contains("code"))
      #expect(text.contains("doctor"))
    }
  }
}
