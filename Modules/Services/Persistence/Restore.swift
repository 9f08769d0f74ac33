import CivilTime
import Glibc
public import SQLite

extension DataFile {
  public var backups: BackupShelf { BackupShelf(besideFile: path) }

  /// Copies the file as last committed into `backups`; taken before a bulk import or delete.
  public func backUp(reason: String = "by-hand") throws -> String {
    try read { _ in }
    return try backups.save(reason: reason, at: now())
  }

  /// Copies the file as last committed and hands the copy over in portions, for whoever carries it away.
  public func copy(to receive: ([UInt8]) throws -> Void) throws {
    try read { _ in }
    let staging = try Staging(for: path)
    try withExtendedLifetime(staging) {
      let part = staging.path()
      try FileCopy.write(try Opening.connect(to: path, .readWrite), to: part)
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

  /// Looks into a backup as `restore` would take it: checked and brought up to date, on a copy.
  public func inspect<Result>(
    backup: String, _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    let staging = try Staging(for: path)
    return try withExtendedLifetime(staging) {
      try body(try BackupCheck(path: backup, schema: schema, now: now).copy(to: staging.path()))
    }
  }

  /// Replaces everything in the file by a backup and says where the old content was kept.
  ///
  /// The backup is checked and brought up to date on a copy first. Other processes that have the file open see the new
  /// content at their next query, because the content is replaced in one transaction and not the file under them;
  /// only a file that does not open any more is moved aside.
  ///
  /// - Parameter prepare: changes what is about to come back, by what is there until then; nil when nothing there can be read. It
  ///   runs under the lock of the replacing.
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
          // Another process may have put a sound file there meanwhile.
          if let kept = try replaceContent(by: candidate, reason, prepare) { return kept }
          try prepare(candidate, nil)
          // A file that lost tables opens all the same.
          close()
          return try replaceFile(by: candidate, staging)
        }
      }
    }
  }

  /// Nil when what is there is no database that could be replaced from within.
  ///
  /// What is kept is saved under the lock of the replacing: a write of another process that was acknowledged is either in what
  /// is kept, or comes after the restore.
  private func replaceContent(
    by candidate: DatabaseConnection, _ reason: String,
    _ prepare: (_ candidate: DatabaseConnection, _ live: DatabaseConnection?) throws -> Void
  ) throws -> String? {
    do {
      try alone { _ in }
    } catch  where isWreck(error) {
      return nil
    }
    // Its copy would be no backup of anything: it is set aside as what it is.
    guard lostTables().isEmpty else { return nil }
    var kept = ""
    do {
      try alone { live in
        try candidate.copy(to: live) {
          // Over a connection of its own: the one that is copied into must not be asked anything meanwhile.
          try prepare(candidate, try Opening.connectReader(to: path))
          kept = try backups.save(reason: reason, at: now())
        }
      }
    } catch SQLiteError.damaged, SQLiteError.notADatabase {
      return nil
    }
    try requireSameFile()
    return kept
  }

  /// Puts a new file in the place of one that does not open, which is set aside with its log.
  private func replaceFile(by candidate: DatabaseConnection, _ staging: Staging) throws -> String {
    // A link to a file stays, and what it leads to is exchanged; a link to anything else is itself what is in the way.
    let real = SystemFile.resolved(path)
    let path = SystemFile.isFile(real) ? real : path
    let fresh = staging.path()
    try FileCopy.write(candidate, to: fresh)
    let aside = try backups.pathForDamaged(at: now())
    // The log goes first: beside the new file it would be read into it.
    for suffix in ["-wal", "-shm", "-journal"] where SystemFile.isTaken(path + suffix) {
      guard rename(path + suffix, aside + suffix) == 0 else { throw SystemFile.failure(path) }
    }
    // The name is never without a file, which another process would take for a fresh start. What cannot be linked (a folder,
    // a file on another disk) is renamed.
    if link(path, aside) != 0, rename(path, aside) != 0 { throw SystemFile.failure(path) }
    guard rename(fresh, path) == 0 else { throw SystemFile.failure(path) }
    FileCopy.synchronizeFolder(of: path)
    FileCopy.synchronizeFolder(of: aside)
    return aside
  }

  /// Whether the failure says that there is a file from which nothing can be read, whosever it is: nobody can be asked in it
  /// who may replace it.
  public func isWreck(_ error: any Error) -> Bool {
    switch error {
    case SQLiteError.notADatabase, SQLiteError.damaged, SQLiteError.cannotOpen,
      SQLiteError.inTheWay:
      true
    case PersistenceError.notOurs: true
    case PersistenceError.damaged(path, _): true
    // A query of ours that is wrong is a defect, unless the tables are not ours any more.
    case SQLiteError.misuse: !lostTables().isEmpty
    default: false
    }
  }
}

/// Checks a backup on a copy of it, which is then what a restore takes.
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

  /// The fact with the name of the backup instead of that of the copy it was checked on.
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
