import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests two processes that use one file: an open shell and a running script.
@Suite struct ProcessTests {
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

  private func sam() async throws -> RecordID {
    let sam = try await shell.athlete("Sam Lee")
    shellProgram.person = sam
    scriptProgram.person = sam
    return sam
  }

  @Test("What the script wrote the shell sees, and knows that its page is old")
  func othersWrites() async throws {
    let sam = try await sam()
    let before = try shell.dataFile.changesElsewhere()
    _ = try await script.timeline.completeTask(task("9-01"), of: sam)
    #expect(try shell.dataFile.changesElsewhere() == before + 1)
    #expect(try await shell.timeline.task(task("9-01"), of: sam).task.status == .completed)
    #expect(try shell.dataFile.changesElsewhere() == before + 1)
  }

  @Test("A step of the script is taken back in the shell, and done again in the script")
  func undoAcross() async throws {
    let sam = try await sam()
    _ = try await script.timeline.completeTask(task("9-01"), of: sam)
    #expect(try await shell.undo.undo().operation == "completeTask")
    #expect(try await script.timeline.task(task("9-01"), of: sam).task.status == .notStarted)
    #expect(try await script.undo.redo().operation == "completeTask")
    #expect(await cause { _ = try await shell.undo.redo() } == .notFound)
  }

  @Test("Two that write at once lose nothing, and no two records share a handle")
  func concurrentWrites() async throws {
    let sam = try await sam()
    let each = 40
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (backend, name) in [(shell, "Shell"), (script, "Script")] {
        group.addTask {
          for number in 1...each {
            _ = try await backend.schools.add(
              RecordChange<School> { $0.name = "\(name) \(number)" }, for: sam)
          }
        }
      }
      try await group.waitForAll()
    }
    let schools = try await shell.schools.list(of: sam).rows
    #expect(schools.count == 2 * each)
    #expect(Set(schools.map(\.reference.handle)) == Set((1...2 * each).map { "s\($0)" }))
    #expect(try await script.undo.history(limit: 999).count == 2 * each + 1)
    #expect(try shell.dataFile.findings() == [])
  }

  @Test("A task two of them complete at once has one row")
  func oneRow() async throws {
    let sam = try await sam()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for backend in [shell, script] {
        for key in ["9-01", "9-02", "9-05"] {
          group.addTask { _ = try await backend.timeline.completeTask(task(key), of: sam) }
        }
      }
      try await group.waitForAll()
    }
    let rows = try shell.dataFile.read { connection in
      try connection.one("SELECT count(*) FROM athlete_task") { row in try row.int(0) }
    }
    #expect(rows == 3)
  }

  @Test("After the file changed its form a step is kept for history and not taken back")
  func migrationBetween() async throws {
    let sam = try await sam()
    _ = try await shell.timeline.completeTask(task("9-01"), of: sam)
    shell.dataFile.close()
    script.dataFile.close()
    let program = ActingProcess(process: 3, acting: sam)
    let updated = program.backend(folder.path + "/compass.sqlite", schema: .withMottoes)
    #expect(await cause { _ = try await updated.undo.undo() } == .conflict)
    #expect(try await updated.timeline.task(task("9-01"), of: sam).task.status == .completed)
    #expect(try await updated.undo.history(limit: 9).allSatisfy { !$0.isUndoable })
    _ = try await updated.timeline.skipTask(task("9-02"), of: sam)
    #expect(try await updated.undo.undo().operation == "skipTask")
    // A newer version of the program has changed the schema of the file. This older version must
    // refuse to open the file and must change nothing.
    #expect(
      await cause { _ = try await shell.timeline.task(task("9-01"), of: sam) }
        == .storage(.tooNew))
  }
}
