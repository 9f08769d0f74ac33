public import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var keptFiles: KeptFilesGateway {
    KeptFilesGateway {
      $0.keep.implement { name, bytes, athlete throws(Problem) in
        if let problem = Problem.notKept(name, bytes.count) { throw problem }
        guard let type = KeptFileType(content: bytes) else { throw .unknownContent(of: name) }
        return try await self.remember { scope in
          try scope.caller.requireToChangeData(of: athlete, doing: Document.table.adding.operation)
          let file = KeptFile(id: scope.ids.next(), named: name, type: type)
          let rows = KeptFileRows(connection: scope.connection, owner: athlete)
          try rows.deleteUnused(at: scope.now)
          try rows.insert(file.id, bytes, at: scope.now)
          return file
        }
      }
      $0.fileState.implement { document, athlete throws(Problem) in
        try await self.read { scope in
          let (file, rows) = try Self.file(of: document, athlete, scope)
          return try file.map { try rows.state(of: $0.id) }
        }
      }
      $0.content.implement { document, athlete, receive throws(Problem) in
        var (part, sent) = (0, 0)
        while true {
          let wanted = part
          let (size, bytes) = try await self.read { scope in
            let (file, rows) = try Self.file(of: document, athlete, scope)
            guard let file else { throw Problem.fileIsElsewhere }
            let fileState = try rows.state(of: file.id)
            guard case .here(let size) = fileState else {
              throw fileState.problem ?? .fileIsElsewhere
            }
            guard let bytes = try rows.bytes(of: file.id, part: wanted) else {
              throw Problem.fileIsDamaged
            }
            return (size, bytes)
          }
          try receive(bytes)
          (part, sent) = (part + 1, sent + bytes.count)
          guard sent < size else { return }
        }
      }
    }
  }

  /// The functions with which a sync with the server lists, reads and stores the files of
  /// documents.
  public var storedFiles: StoredFiles {
    StoredFiles(
      named: { person throws(Problem) in
        try self.answering { try self.file.read { try KeptFileRows.named(for: person, in: $0) } }
      },
      part: { file, part throws(Problem) in
        try self.answering {
          try self.file.read { connection in
            let rows = KeptFileRows(connection: connection, owner: file.athlete)
            guard let bytes = try rows.bytes(of: file.file.id, part: part) else {
              throw Problem.fileIsDamaged
            }
            return bytes
          }
        }
      },
      store: { file, bytes throws(Problem) in
        let now = self.calendar.now()
        try self.answering {
          try self.file.writeFetched { connection in
            let rows = KeptFileRows(connection: connection, owner: file.athlete)
            // The document may have been deleted while its file was being fetched. Then the file is
            // not stored.
            guard try rows.isNamed(file.file.id) else { return }
            try rows.delete(file.file.id)
            try rows.insert(file.file.id, bytes, at: now)
          }
        }
      })
  }

  /// Deletes stored files of documents to which no document, no undo step (a recorded change) and
  /// no unsent change refers any more, for all athletes whose data the signed-in person may read.
  public func deleteUnusedFiles() async throws(Problem) {
    try await remember { scope in
      for athlete in try KeptFileRows.owners(in: scope.connection) {
        guard (try? scope.requireToRead(athlete)) != nil else { continue }
        try KeptFileRows(connection: scope.connection, owner: athlete).deleteUnused(at: scope.now)
      }
    }
  }

  private static func file(
    of document: RecordID, _ athlete: RecordID, _ scope: Scope
  ) throws -> (KeptFile?, KeptFileRows) {
    let document = try RecordScope(scope, of: athlete).require(Document.self, document)
    return (
      document.keptFile,
      KeptFileRows(connection: scope.connection, owner: document.athleteID)
    )
  }
}

/// Reads and writes the stored files of one athlete. Each file is stored in parts, which are rows
/// of `kept_files`.
struct KeptFileRows {
  let connection: DatabaseConnection
  let owner: RecordID

  /// The number of parts of documents' files that an export reads at once. So many parts together
  /// have at most two megabytes.
  static let exportedAtOnce = 8

  /// Returns an SQL condition for the rows of `kept_files` to which documents refer.
  ///
  /// - Parameter documents: an SQL condition that selects the documents.
  static func named(by documents: String) -> String {
    """
    (user_id, file_id) IN (
      SELECT user_id, substr(file_url, \(KeptFile.scheme.count + 1), 36) FROM documents
      WHERE file_url GLOB '\(KeptFile.scheme)*' AND (\(documents)))
    """
  }

  /// Returns the files of the documents that the person may see. The size of a file is nil if the
  /// data file does not contain it completely, for example because it was not fetched yet.
  static func named(
    for person: RecordID, in connection: DatabaseConnection
  ) throws -> [NamedFile] {
    let links = try connection.query(
      """
      SELECT DISTINCT user_id, file_url FROM \(Document.tableName)
      WHERE (\(Document.visibleToCaller)) AND file_url GLOB '\(KeptFile.scheme)*'
      """, person
    ) { row in (try row.recordID(0), try row.text(1)) }
    return try links.compactMap { athlete, link in
      guard let file = KeptFile(link: link) else { return nil }
      let fileState = try KeptFileRows(connection: connection, owner: athlete).state(of: file.id)
      guard case .here(let size) = fileState else {
        return NamedFile(athlete: athlete, file: file, size: nil)
      }
      return NamedFile(athlete: athlete, file: file, size: size)
    }
  }

  func isNamed(_ file: RecordID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM \(Document.tableName) WHERE user_id = ? AND file_url GLOB ? || '/*'",
      owner, KeptFile.scheme + file.description, read: { _ in true }) ?? false
  }

  func delete(_ file: RecordID) throws {
    try connection.execute(
      "DELETE FROM \(TableName.keptFiles) WHERE user_id = ? AND file_id = ?",
      values: [.id(owner), .id(file)])
  }

  func insert(_ file: RecordID, _ bytes: [UInt8], at now: Instant) throws {
    for (part, start) in stride(from: 0, to: bytes.count, by: KeptFile.partSize).enumerated() {
      let end = min(bytes.count, start + KeptFile.partSize)
      try connection.execute(
        """
        INSERT INTO \(TableName.keptFiles) (user_id, file_id, part, size, bytes, added_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        values: [
          .id(owner), .id(file), .integer(Int64(part)), .integer(Int64(bytes.count)),
          .blob(Array(bytes[start..<end])), .instant(now),
        ])
    }
  }

  func state(of file: RecordID) throws -> KeptFileState {
    try connection.one(
      """
      SELECT max(size), sum(length(bytes)) FROM \(TableName.keptFiles)
      WHERE user_id = ? AND file_id = ?
      """, owner, file
    ) { row in
      guard let size = try row.optionalInt(0) else { return .elsewhere }
      return try row.optionalInt(1) == size ? .here(bytes: size) : .damaged
    }
  }

  func bytes(of file: RecordID, part: Int) throws -> [UInt8]? {
    try connection.first(
      "SELECT bytes FROM \(TableName.keptFiles) WHERE user_id = ? AND file_id = ? AND part = ?",
      owner, file, part
    ) { row in try row.blob(0) }
  }

  /// Returns the ids of the athletes who own stored files.
  static func owners(in connection: DatabaseConnection) throws -> [RecordID] {
    try connection.query("SELECT DISTINCT user_id FROM \(TableName.keptFiles)") { row in
      try row.recordID(0)
    }
  }

  /// Deletes files to which no document, no undo step and no change to send to a server refers. A
  /// file that was added within the last day stays, because the document that refers to it may not
  /// be stored yet.
  func deleteUnused(at now: Instant) throws {
    let changes = try Outbox.tablesOfChanges(in: connection).map { table in
      """
       AND NOT EXISTS (
        SELECT 1 FROM \(table) WHERE instr(changeset, CAST('\(KeptFile.scheme)' || file_id AS BLOB)) > 0)
      """
    }
    try connection.execute(
      """
      DELETE FROM \(TableName.keptFiles)
      WHERE user_id = ? AND added_at < ? AND NOT \(Self.named(by: "1"))\(changes.joined())
      """, values: [.id(owner), .instant(now.adding(days: -1))])
  }
}
