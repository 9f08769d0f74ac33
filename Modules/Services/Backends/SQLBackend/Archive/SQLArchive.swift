public import Domain
import FeatureKit
import Persistence
import SQLite

extension SQLBackend {
  public var archive: ArchiveGateway {
    ArchiveGateway(
      exportRows: { kind, athlete, receive throws(Problem) in
        try await self.exportRows(of: kind, athlete: athlete, receive: receive)
      },
      importRows: { request, athlete throws(Problem) in
        try await self.importRows(request, for: athlete)
      },
      exportEverything: { receive throws(Problem) in
        try await self.exportEverything(receive: receive)
      },
      importEverything: { source, isDryRun throws(Problem) in
        try await self.importEverything(source, isDryRun: isDryRun)
      },
      calendar: { athlete throws(Problem) in
        let today = self.calendar.today()
        return try await self.read { scope in
          try CalendarFacts(RecordScope(scope, of: athlete), today: today).all()
        }
      },
      backups: { () throws(Problem) in
        if try self.hasAnybody() { _ = try await self.person() }
        return try self.answering { try self.file.backups.list() }
      },
      backUp: { () throws(Problem) in
        _ = try await self.person()
        return try self.answering { try self.file.backUp() }
      },
      copyFile: { receive throws(Problem) in
        _ = try await self.person()
        try self.answering { try self.file.copy(to: receive) }
      },
      inspect: { backup throws(Problem) in
        try await self.requireToReplaceEverything()
        return try self.answering {
          try self.file.inspect(backup: try self.path(of: backup)) { try $0.contents() }
        }
      },
      restore: { backup throws(Problem) in
        try await self.requireToReplaceEverything()
        return try self.answering { try self.file.restore(from: try self.path(of: backup)) }
      },
      erasurePreview: { scope throws(Problem) in try await self.erasurePreview(scope) },
      erase: { scope throws(Problem) in try await self.erase(scope) })
  }

  /// Where a backup is: one of ours by its name, any other by its path.
  private func path(of backup: String) throws -> String {
    try file.backups.list().contains(backup) ? "\(file.backups.folder)/\(backup)" : backup
  }

  /// An athlete may, and anybody where there is nobody to ask: in an empty file, or in one that no longer opens.
  private func requireToReplaceEverything() async throws(Problem) {
    guard try hasAnybody() else { return }
    try await read { scope in
      guard scope.caller.role == .player else { throw Problem.readOnly }
    }
  }

  /// Whether there is anybody in the file who can be asked: nobody is in one that is missing or empty, nor in one that does not
  /// open. Who may write its folder may then restore from the shelf.
  private func hasAnybody() throws(Problem) -> Bool {
    guard SystemFile.exists(file.path) || file.path == Connection.inMemoryPath else { return false }
    do {
      return try file.read { try !$0.hasNobody() }
    } catch  where DataFile.isWreck(error) {
      return false
    } catch {
      throw file.problem(for: error)
    }
  }
}

extension Connection {
  /// Who and what is in a file, for somebody who wonders whether it is the right one.
  fileprivate func contents() throws -> BackupContents {
    BackupContents(
      people: try query("SELECT coalesce(full_name, email) FROM users ORDER BY role, rowid") {
        try $0.text(0)
      },
      records: try RecordNames.sources.filter { $0.kind != .person && $0.kind != .task }.compactMap
      {
        source in
        let count = try one("SELECT count(*) FROM \(source.table)") { try $0.int(0) }
        return count > 0 ? KindCount(source.kind, count) : nil
      })
  }

  func hasNobody() throws -> Bool {
    try first("SELECT 1 FROM users LIMIT 1") { _ in true } == nil
  }
}
