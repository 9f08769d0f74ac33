import Domain
import ExampleBackend
import FeatureKit
import Synchronization

/// Records what an import reads from a file and passes to the archive's gateway, so that a test can
/// compare it with the file.
final class HandedOver: Sendable {
  struct Notes: Sendable {
    var rows: [ImportRequest.Line] = []
    /// The tables of the imported file, each with all of its rows. If the file was read twice,
    /// these are the tables of the second reading.
    var tables: [ExportedTable] = []
    var portions: [Int] = []
    var updates = false
    var hasDecimalCommas = false
  }

  private let kept = Mutex(Notes())

  var notes: Notes { kept.withLock { $0 } }

  func watch(_ archive: inout ArchiveGateway) {
    let (importRows, importEverything) = (archive.importRows, archive.importEverything)
    archive.importRows.implement { request, athlete throws(Problem) in
      var watched = request
      watched.rows = ImportRows { () throws(Problem) in
        let next = try request.rows.open()
        return { () throws(Problem) in
          let lines = try next()
          self.kept.withLock {
            $0.rows += lines
            if !lines.isEmpty { $0.portions.append(lines.count) }
          }
          return lines
        }
      }
      self.kept.withLock {
        $0.updates = request.updates
        $0.hasDecimalCommas = request.hasDecimalCommas
      }
      return try await importRows((watched, athlete))
    }
    archive.importEverything.implement { source, isDryRun throws(Problem) in
      let watched = ExportSource { () throws(Problem) in
        let next = try source.open()
        // The backend may read an imported file twice. The second reading begins here, so the
        // recorded tables of the first one are removed.
        self.kept.withLock { ($0.tables, $0.portions) = ([], []) }
        return { () throws(Problem) in
          let table = try next()
          if let table { self.note(table) }
          return table
        }
      }
      return try await importEverything((watched, isDryRun))
    }
  }

  private func note(_ portion: ExportedTable) {
    kept.withLock { notes in
      notes.portions.append(portion.rows.count)
      if notes.tables.last?.name == portion.name {
        notes.tables[notes.tables.count - 1].rows += portion.rows
      } else {
        notes.tables.append(portion)
      }
    }
  }
}

extension ArchiveGateway {
  /// Replaces imports by functions that read all rows and then return these reports. A test uses it
  /// for rows that a real import would refuse, or for more rows than a test could import.
  mutating func onlyRead(
    rows report: ImportReport = ImportReport(added: [], duplicates: []),
    tables: [ImportedTable] = []
  ) {
    importRows.implement { request, _ throws(Problem) in
      let next = try request.rows.open()
      while try !next().isEmpty {}
      return report
    }
    importEverything.implement { source, _ throws(Problem) in
      let next = try source.open()
      while try next() != nil {}
      return tables
    }
  }

  /// Replaces exports by functions that return these rows: a full export returns all of them, and
  /// an export of one kind of record returns Sam's rows of that kind.
  mutating func handOut(_ batches: [(table: String, batch: ExportBatch)]) {
    exportRows.implement { kind, athlete, receive throws(Problem) in
      let own = batches.filter { $0.table == kind.plural && athlete == ExampleFamily.sam }
      for (_, batch) in own { try await receive(batch) }
      return own.reduce(0) { $0 + $1.batch.rowCount }
    }
    exportEverything.implement { receive throws(Problem) in
      for (table, batch) in batches { try await receive(table, batch) }
      return batches.reduce(0) { $0 + $1.batch.rowCount }
    }
  }
}
