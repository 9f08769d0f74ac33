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
      importEverything: { tables, isDryRun throws(Problem) in
        try await self.importEverything(tables, isDryRun: isDryRun)
      },
      calendar: { athlete throws(Problem) in
        let today = self.calendar.today()
        return try await self.read { scope in
          try CalendarFacts(RecordScope(scope, of: athlete), today: today).all()
        }
      },
      backups: { () throws(Problem) in
        _ = try await self.person()
        return try self.answering { try self.file.backups.list() }
      },
      backUp: { target throws(Problem) in
        _ = try await self.person()
        return try self.answering {
          guard let target else { return try self.file.backUp() }
          try self.file.backUp(to: target)
          return target
        }
      },
      restore: { backup throws(Problem) in
        try await self.requireToReplaceEverything()
        return try self.answering {
          let own = try self.file.backups.list().contains(backup)
          return try self.file.restore(
            from: own ? "\(self.file.backups.folder)/\(backup)" : backup)
        }
      },
      erasurePreview: { scope throws(Problem) in try await self.erasurePreview(scope) },
      erase: { scope throws(Problem) in try await self.erase(scope) })
  }

  /// An athlete may, and anybody where there is nobody to ask: in an empty file, or in one that no longer opens.
  private func requireToReplaceEverything() async throws(Problem) {
    if let isEmpty = try? file.read({ try $0.hasNobody() }), !isEmpty {
      try await read { scope in
        guard scope.caller.role == .player else { throw Problem.readOnly }
      }
    }
  }
}

extension Connection {
  func hasNobody() throws -> Bool {
    try first("SELECT 1 FROM users LIMIT 1") { _ in true } == nil
  }
}
