import Basics
import CivilTime
import Glibc
public import SQLite

extension DataFile {
  public var backups: BackupShelf { BackupShelf(besideFile: path) }

  /// Copies the committed content of the data file into the folder `backups` and returns the path
  /// of the copy.
  ///
  /// It is called for a backup by hand, and before changes of many rows such as a repair or a sync
  /// that deletes many records.
  public func backUp(reason: String = "by-hand") throws -> String {
    try read { _ in }
    return try backups.save(reason: reason, at: now())
  }

  /// Copies the committed content of the data file and passes the bytes of the copy in portions to
  /// `receive`.
  public func copy(to receive: ([UInt8]) throws -> Void) throws {
    try read { _ in }
    let staging = try Staging(for: path)
    try withExtendedLifetime(staging) {
      let part = staging.path()
      try FileCopy.write(
        try Opening.connect(to: path, .readWrite), to: part, withoutFreePages: true)
      let descriptor = Glibc.open(part, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemFile.failure(part) }
      defer { Glibc.close(descriptor) }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemFile.failure(part) }
        guard count > 0 else { return }
        try receive(Array(chunk[..<count]))
      }
    }
  }

  /// Runs `body` on a copy of a backup, so that the backup can be described before it is restored.
  /// The copy is checked and migrated as `restore` would do it.
  public func inspect<Result>(
    backup: String, _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    let staging = try Staging(for: path)
    return try withExtendedLifetime(staging) {
      try body(try BackupCheck(path: backup, schema: schema, now: now).copy(to: staging.path()))
    }
  }

  /// Replaces the content of the data file with a backup and returns the path of the old content.
  ///
  /// The backup is first checked and migrated on a copy. Other processes that have the data file
  /// open see the new content at their next query, because one transaction replaces the content and
  /// the file itself stays. Only a data file that cannot be opened any more is moved aside.
  ///
  /// - Parameter prepare: changes the content of the backup depending on the current content, which
  ///   is nil when it cannot be read. It runs under the lock of the replacement.
  public func restore(
    from backup: String, keepingAs reason: String = "before-restore",
    preparing prepare: (_ candidate: DatabaseConnection, _ live: DatabaseConnection?) throws ->
      Void = { _, _ in }
  ) throws -> String {
    let staging = try Staging(for: path)
    return try withExtendedLifetime(staging) {
      let candidate = try BackupCheck(path: backup, schema: schema, now: now)
        .copy(to: staging.path())
      if let kept = try replaceContent(by: candidate, reason, prepare) { return kept }
      return try closed {
        try exchangingFile {
          // Before this process locked the folder, another process may have put a readable file at
          // this path. Then the content of that file is replaced, and the file stays.
          if let kept = try replaceContent(by: candidate, reason, prepare) { return kept }
          try prepare(candidate, nil)
          // A data file that lost tables may still be open. It is closed before it is replaced.
          close()
          return try replaceFile(by: candidate, staging)
        }
      }
    }
  }

  /// Replaces the content of the data file, and returns the path of the old content. Returns nil
  /// when the current file is not a database whose content can be replaced.
  ///
  /// The old content is saved under the lock of the replacement. So a write of another process that
  /// was acknowledged is either part of the saved content or comes after the restore.
  private func replaceContent(
    by candidate: DatabaseConnection, _ reason: String,
    _ prepare: (_ candidate: DatabaseConnection, _ live: DatabaseConnection?) throws -> Void
  ) throws -> String? {
    do {
      try alone { _ in }
    } catch  where isWreck(error) {
      return nil
    }
    // A copy of a file that lost tables is no usable backup. The caller therefore gets nil, moves
    // the file itself aside and keeps it unchanged.
    guard lostTables().isEmpty else { return nil }
    var kept = ""
    do {
      try alone { live in
        try candidate.copy(to: live) {
          // `current` is a separate connection, because the target of a copy must not run queries
          // while the copy runs.
          let current = try Opening.connectReader(to: path, schema)
          try candidate.continueNumbers(of: current)
          try prepare(candidate, current)
          kept = try backups.save(reason: reason, at: now())
        }
      }
    } catch SQLiteError.damaged, SQLiteError.notADatabase {
      return nil
    }
    try requireSameFile()
    return kept
  }

  /// Moves a data file that cannot be opened aside, with its log, and puts a new data file in its
  /// place.
  private func replaceFile(by candidate: DatabaseConnection, _ staging: Staging) throws -> String {
    // If the path is a symbolic link to a file, that file is replaced and the link stays. A link to
    // anything else is moved aside itself.
    let real = SystemFile.resolved(path)
    let path = SystemFile.isFile(real) ? real : path
    let fresh = staging.path()
    try FileCopy.write(candidate, to: fresh)
    let aside = try backups.pathForDamaged(at: now())
    // The log is moved first, because SQLite would apply a log beside the new file to that file.
    for suffix in ["-wal", "-shm", "-journal"] where SystemFile.isTaken(path + suffix) {
      guard rename(path + suffix, aside + suffix) == 0 else { throw SystemFile.failure(path) }
    }
    // `link` and then `rename` keep a file at this path all the time. Without one, another process
    // would create a new data file. A folder or a file on another disk cannot be linked, so it is
    // renamed.
    if link(path, aside) != 0, rename(path, aside) != 0 { throw SystemFile.failure(path) }
    guard rename(fresh, path) == 0 else { throw SystemFile.failure(path) }
    FileCopy.synchronizeFolder(of: path)
    FileCopy.synchronizeFolder(of: aside)
    return aside
  }

  /// Returns whether the error means that the data file cannot be read at all. Then the data file
  /// cannot say which people may replace it, so the right to do so cannot be checked.
  public func isWreck(_ error: any Error) -> Bool {
    switch error {
    case SQLiteError.notADatabase, SQLiteError.damaged, SQLiteError.cannotOpen,
      SQLiteError.inTheWay:
      true
    case PersistenceError.notOurs: true
    case PersistenceError.damaged(path, _): true
    // A query that SQLite rejects is usually a defect of the program. The data file is the cause
    // only if it has lost the program's tables.
    case SQLiteError.misuse: !lostTables().isEmpty
    default: false
    }
  }
}

extension DatabaseConnection {
  /// Lets a backup continue the numbers of handles (the 51 in `s51`) and of undo steps where the
  /// current file has arrived. Otherwise a number of the current file would be assigned again, and
  /// a page that was opened before the restore would name another record or step with it.
  ///
  /// Records and steps of the backup keep their numbers. If the current file is so damaged that its
  /// numbers cannot be read, it can be replaced nevertheless.
  fileprivate func continueNumbers(of current: DatabaseConnection) throws {
    let assigned =
      (try? current.query("SELECT kind, number, id FROM handles") { row in
        (kind: try row.text(0), number: try row.int(1), id: try row.text(2))
      }) ?? []
    let lastStep = try? current.first(
      "SELECT seq FROM sqlite_sequence WHERE name = 'journal'"
    ) { row in try row.int(0) }
    try transaction(.immediate) {
      for handle in assigned {
        try execute(
          "INSERT OR IGNORE INTO handles (kind, number, id) VALUES (?, ?, ?)", handle.kind,
          handle.number, handle.id)
      }
      // The current file may have given its highest number to a record that has another number in
      // the backup. The insertions above then skip that number. An entry without a record keeps it,
      // so that it is not assigned again.
      let highest = Dictionary(
        assigned.map { ($0.kind, $0.number) }, uniquingKeysWith: { max($0, $1) })
      for (kind, number) in highest {
        try execute(
          """
          INSERT INTO handles (kind, number, id)
          SELECT ?1, ?2, ?3 WHERE ?2 > (SELECT max(number) FROM handles WHERE kind = ?1)
          ON CONFLICT (kind, id) DO UPDATE SET number = excluded.number
          """, kind, number, Handles.nobody)
      }
      guard let lastStep else { return }
      try execute(
        "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'journal' AND seq < ?1", lastStep)
      try execute(
        """
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'journal', ?1 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'journal')
        """, lastStep)
    }
  }
}

/// Makes a copy of a backup, checks it and migrates it, so that a restore can use it.
struct BackupCheck {
  let path: String
  let schema: Schema
  let now: @Sendable () -> Instant

  func copy(to part: String) throws -> DatabaseConnection {
    guard SystemFile.exists(path) else { throw PersistenceError.missing(path: path) }
    guard SystemFile.isFile(path) else { throw PersistenceError.notOurs(path: path) }
    do {
      let source = try DatabaseConnection(path: path, .readOnly)
      let damage = try source.integrityFindings()
      guard damage.isEmpty else { throw PersistenceError.damaged(path: path, findings: damage) }
      try FileCopy.write(source, to: part)
      let candidate = try DatabaseConnection(path: part, .readWrite)
      try Opening(path: part, schema: schema, now: now).adopt(candidate)
      let findings = try Soundness.findings(candidate)
      guard findings.isEmpty else { throw PersistenceError.damaged(path: path, findings: findings) }
      return candidate
    } catch {
      throw about(error)
    }
  }

  /// Returns the error with the path of the backup instead of the path of its copy.
  private func about(_ error: any Error) -> any Error {
    switch error {
    case SQLiteError.damaged(let detail, _):
      PersistenceError.damaged(path: path, findings: [detail])
    case let error as SQLiteError: error.about(path: path)
    case PersistenceError.tooNew(_, let found, let known):
      PersistenceError.tooNew(path: path, found: found, known: known)
    case PersistenceError.tooOld(_, let found, let oldest):
      PersistenceError.tooOld(path: path, found: found, oldest: oldest)
    case PersistenceError.notOurs: PersistenceError.notOurs(path: path)
    case PersistenceError.damaged(_, let findings):
      PersistenceError.damaged(path: path, findings: findings)
    default: error
    }
  }
}
