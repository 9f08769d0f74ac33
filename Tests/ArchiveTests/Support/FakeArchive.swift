import Domain
import FeatureKit
import FeatureTesting
import JSON
import Synchronization

/// An archive that notes what it was asked and answers what a test wants, or fails with the test's problem.
final class FakeArchive: Sendable {
  struct Memory: Sendable {
    var failure: Problem?
    var batches: [(table: String, batch: ExportBatch)] = []
    var facts: [CalendarFact] = []
    var backups: [String] = []
    var contents = BackupContents(people: [], records: [])
    /// Whose passphrases it takes.
    var guards: [Reference] = []
    var erasure = Erasure(people: [], records: [], journalSteps: 0, backups: [])
    var importedTables: [ImportedTable] = []
    var report = ImportReport(added: [], duplicates: [])
    var isMutated = false
    /// What was asked, in order.
    var calls: [String] = []
    var rows: [ImportRequest.Line] = []
    var updates = false
    var hasDecimalCommas = false
    var tables: [ExportedTable] = []
    var portions: [Int] = []
  }

  private let memory: Mutex<Memory>

  init(_ change: (inout Memory) -> Void = { _ in }) {
    var memory = Memory()
    change(&memory)
    self.memory = Mutex(memory)
  }

  var calls: [String] { memory.withLock { $0.calls } }
  var rows: [ImportRequest.Line] { memory.withLock { $0.rows } }
  var updates: Bool { memory.withLock { $0.updates } }
  var hasDecimalCommas: Bool { memory.withLock { $0.hasDecimalCommas } }
  var portions: [Int] { memory.withLock { $0.portions } }

  /// The tables that came, each once with all its rows.
  var tables: [ExportedTable] {
    memory.withLock { memory in
      memory.tables.reduce(into: []) { whole, portion in
        if whole.last?.name == portion.name {
          whole[whole.count - 1].rows += portion.rows
        } else {
          whole.append(portion)
        }
      }
    }
  }

  private func asked(_ call: String) throws(Problem) -> Memory {
    let memory = memory.withLock { memory in
      memory.calls.append(call)
      return memory
    }
    if let failure = memory.failure { throw failure }
    return memory
  }

  var gateway: ArchiveGateway {
    ArchiveGateway {
      $0.exportRows = { kind, athlete, receive throws(Problem) in
        let memory = try self.asked("exportRows \(kind.plural) \(athlete)")
        for (_, batch) in memory.batches { try await receive(batch) }
        return memory.batches.reduce(0) { $0 + $1.batch.rowCount }
      }
      $0.importRows = { request, athlete throws(Problem) in
        let memory = try self.asked(
          "importRows \(request.kind.plural) \(athlete)\(request.isDryRun ? " dry" : "")")
        self.memory.withLock {
          $0.updates = request.updates
          $0.hasDecimalCommas = request.hasDecimalCommas
        }
        let next = try request.rows.open()
        while case let lines = try next(), !lines.isEmpty {
          self.memory.withLock {
            $0.rows += lines
            $0.portions.append(lines.count)
          }
        }
        return memory.report
      }
      $0.exportEverything = { receive throws(Problem) in
        let memory = try self.asked("exportEverything")
        for (table, batch) in memory.batches { try await receive(table, batch) }
        return memory.batches.reduce(0) { $0 + $1.batch.rowCount }
      }
      $0.importEverything = { source, isDryRun throws(Problem) in
        let memory = try self.asked("importEverything\(isDryRun ? " dry" : "")")
        let next = try source.open()
        while let table = try next() {
          self.memory.withLock {
            $0.tables.append(table)
            $0.portions.append(table.rows.count)
          }
        }
        return memory.importedTables
      }
      $0.calendar = { athlete throws(Problem) in try self.asked("calendar \(athlete)").facts }
      $0.backups = { () throws(Problem) in try self.asked("backups").backups }
      $0.backUp = { () throws(Problem) in
        _ = try self.asked("backUp")
        return "/home/casey/backups/compass-20260210T120000000Z-by-hand.sqlite"
      }
      $0.guards = { use throws(Problem) in try self.asked("guards \(use)").guards }
      $0.copyFile = { passphrases, receive throws(Problem) in
        _ = try self.asked("copyFile" + passphrases.map { " " + $0.revealed }.joined())
        try receive(Array("SQLite format 3".utf8))
      }
      $0.inspect = { backup throws(Problem) in try self.asked("inspect \(backup)").contents }
      $0.restore = { backup, passphrases throws(Problem) in
        _ = try self.asked(
          "restore \(backup)" + passphrases.map { " " + $0.revealed }.joined())
        return "/home/casey/backups/compass-20260210T120000000Z-before-restore.sqlite"
      }
      $0.erasurePreview = { scope throws(Problem) in try self.asked("preview \(scope)").erasure }
      $0.erase = { scope throws(Problem) in try self.asked("erase \(scope)").erasure }
    }
  }
}
