public import Basics
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  /// The exports, imports and backups for programs that cannot ask for a passphrase. An operation
  /// that needs a passphrase throws "sign-in needed".
  public var archive: ArchiveGateway {
    archive { _, _ throws(Problem) in throw .signInNeeded }
  }

  /// Returns the functions for exports, imports and backups.
  ///
  /// - Parameter proving: throws unless the text is the person's passphrase. Failed tries count as
  ///   failed sign-ins, so that a person cannot guess a passphrase here.
  public func archive(
    proving: @escaping @Sendable (RecordID, SecretText) async throws(Problem) -> Void
  ) -> ArchiveGateway {
    let whole = WholeFileGuard(backend: self, proving: proving)
    return ArchiveGateway {
      $0.exportRows.implement { kind, athlete, receive throws(Problem) in
        try await self.exportRows(of: kind, athlete: athlete, receive: receive)
      }
      $0.importRows.implement { request, athlete throws(Problem) in
        try await self.importRows(request, for: athlete)
      }
      $0.exportEverything.implement { receive throws(Problem) in
        try await self.exportEverything(receive: receive)
      }
      $0.importEverything.implement { source, isDryRun throws(Problem) in
        try await self.importEverything(source, isDryRun: isDryRun)
      }
      $0.backups.implement { () throws(Problem) in
        try await whole.require(.backUp)
        return try self.answering {
          let shelf = self.file.backups
          return try shelf.list().map {
            BackupFile(name: $0, bytes: SystemFile.size(of: "\(shelf.folder)/\($0)") ?? 0)
          }
        }
      }
      $0.backUp.implement { () throws(Problem) in
        try await whole.require(.backUp)
        let reason = try await self.read { scope in try scope.backupReason("by-hand") }
        return try self.answering { try self.file.backUp(reason: reason) }
      }
      $0.guards.implement { use throws(Problem) in try await whole.guards(of: use) }
      $0.copyFile.implement { passphrases, receive throws(Problem) in
        try await whole.agree(on: .takeAlong, passphrases)
        try self.answering { try self.file.copy(to: receive) }
      }
      $0.inspect.implement { backup throws(Problem) in
        try await whole.require(.inspect)
        return try self.answering {
          let now =
            try self.hasAnybody()
            ? try self.file.read { try RightsRows(connection: $0).read() } : nil
          return try self.file.inspect(backup: try self.path(of: backup)) { candidate in
            var contents = try candidate.contents()
            contents.rights = try RightsRows(connection: candidate).read().differences(from: now)
            contents.isAlone = now == nil
            return contents
          }
        }
      }
      $0.restore.implement { backup, passphrases, rights throws(Problem) in
        try await whole.agree(on: .restore, passphrases)
        let reason = try await whole.reasonForCopyBeforeRestore()
        return try self.answering {
          try self.file.restore(from: try self.path(of: backup), keepingAs: reason) {
            candidate, live in
            try RightsRows(connection: candidate).settle(rights, by: live)
          }
        }
      }
      $0.erasurePreview.implement { scope throws(Problem) in try await self.erasurePreview(scope) }
      $0.erase.implement { scope throws(Problem) in try await self.erase(scope) }
    }
  }

  /// Returns the path of a backup that the user named: by its file name in the folder of backups,
  /// or else by a path.
  private func path(of backup: String) throws -> String {
    try file.backups.list().contains(backup) ? "\(file.backups.folder)/\(backup)" : backup
  }

  /// Returns whether the data file has people whom the program can ask for permission.
  ///
  /// A missing, empty or unreadable file has none, and any user who can write its folder may then
  /// restore a backup.
  func hasAnybody() throws(Problem) -> Bool {
    guard SystemFile.exists(file.path) || file.path == DatabaseConnection.inMemoryPath else {
      return false
    }
    // A file in which tables are missing counts as one without people, because it may not say which
    // people it has and who has a passphrase.
    guard file.lostTables().isEmpty else { return false }
    do {
      // All rows about people and their rights are read, not only counted. An index may still show
      // that there are people when a damaged page of the file has made their rows unreadable; then
      // reading fails.
      return try file.read { try !RightsRows(connection: $0).read().people.isEmpty }
    } catch  where file.isWreck(error) {
      return false
    } catch {
      throw file.problem(for: error)
    }
  }
}

extension DatabaseConnection {
  /// Returns the names of the people in a backup and the number of its records of each kind, so
  /// that the user can check whether it is the right backup.
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
