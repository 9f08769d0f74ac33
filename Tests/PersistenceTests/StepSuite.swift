import Basics
import Persistence
import SQLite

/// The base of the test suites about undo: a data file with its journal of steps, and short
/// functions to write steps.
protocol StepSuite {
  var file: DataFile { get }
  var journal: Journal { get }
}

extension StepSuite {
  func step(
    _ sql: String, by person: RecordID = Sample.sam, _ summary: String = "Changed it",
    batch: RecordID? = nil
  ) throws {
    var act = Sample.act(person, "change", summary)
    act.batch = batch
    try journal.step(act) { step in
      try step.connection.executeScript(sql)
    }
  }

  func count(_ table: String) throws -> Int {
    try file.read { try $0.one("SELECT count(*) FROM \(table)") { row in try row.int(0) } }
  }

  func summaries() throws -> [String] {
    try journal.history(limit: 100).map { ($0.isUndone ? "(undone) " : "") + $0.act.summary }
  }
}
