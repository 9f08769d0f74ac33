public import Basics
public import Domain
import JSON
import Persistence
import SQLite

extension SQLBackend {
  /// Imports an export into a file without people, in one transaction. The import is not an undo
  /// step, because no person entered these rows.
  ///
  /// The rows are written in the order of the export, so that they get the same handles (short
  /// names of records, such as `s4`) in every file.
  public func fill(from source: ExportSource) throws(Problem) {
    let newcomer = try EverythingImport.firstPerson(in: source)
    try answering {
      try file.write { connection in
        guard try connection.hasNobody() else {
          throw Problem(
            .conflict, "\(file.path) has people in it already.",
            details: ["Nothing was changed."],
            fix: "Give the demo a folder of its own:  --data FOLDER --demo")
        }
        guard let newcomer else { return }
        var work = EverythingImport(
          try scope(connection, ActingPerson(newcomer, on: .comingToBe)), isRestricted: false)
        _ = try work.run(source)
        try connection.allotQuickTasks()
      }
    }
  }

  /// Writes rows into a file with any content, without a check of rights or rules. An existing row
  /// with the same key gets the new values. Tests use it to act as another program that writes into
  /// the file.
  package func write(_ source: ExportSource) throws {
    let next = try source.open()
    try file.write { connection in
      while let table = try next() {
        for row in table.rows {
          let names = row.values.keys.map(DatabaseConnection.quoted)
          let places = names.map { _ in "?" }.joined(separator: ", ")
          let changes = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
          try connection.execute(
            """
            INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))
            ON CONFLICT DO UPDATE SET \(changes)
            """, values: row.values.members.map { EverythingImport.value($0.value) })
          if let kind = ArchiveTable.named(table.name)?.kind,
            let id = row.values[.id]?.string.flatMap({ RecordID($0) })
          {
            try connection.handles.allot(kind, to: id)
          }
        }
      }
    }
  }
}
