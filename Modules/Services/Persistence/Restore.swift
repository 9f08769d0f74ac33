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

  /// Copies the file to a place of the caller's choice; what is there already is never overwritten.
  public func backUp(to target: String) throws {
    guard !SystemFile.exists(target) else { throw PersistenceError.exists(path: target) }
    try read { _ in }
    try FileCopy.write(try Opening.connect(to: path), to: target)
  }

  /// Copies the file as last committed and hands the copy over in portions, for whoever carries it away.
  public func copy(to receive: ([UInt8]) throws -> Void) throws {
    try read { _ in }
    let staging = path + ".carrying"
    defer { FileCopy.remove(staging) }
    try FileCopy.write(try Opening.connect(to: path), to: staging)
    let descriptor = Glibc.open(staging, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SQLiteError.cannotOpen(path: staging, reason: String(cString: strerror(errno)))
    }
    defer { Glibc.close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw SQLiteError.cannotOpen(path: staging, reason: String(cString: strerror(errno)))
      }
      guard count > 0 else { return }
      try receive(Array(chunk[..<count]))
    }
  }

  /// Looks into a backup as `restore` would take it: checked and brought up to date, on a copy.
  public func inspect<Result>(
    backup: String, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let staging = path + ".inspecting"
    defer { FileCopy.remove(staging) }
    return try body(try checked(backup, staging: staging))
  }

  /// Replaces everything in the file by a backup and says where the old content was kept.
  ///
  /// The backup is checked and brought up to date on a copy first. Other processes that have the file open see the new
  /// content at their next query, because the content is replaced in one transaction and not the file under them;
  /// only a file that does not open any more is moved aside.
  public func restore(from backup: String) throws -> String {
    let staging = path + ".restoring"
    defer { FileCopy.remove(staging) }
    let candidate = try checked(backup, staging: staging)
    do {
      return try alone { live in
        let kept = try backups.save(reason: "before-restore", at: now())
        try candidate.copy(to: live)
        return kept
      }
    } catch  where Self.cannotOpen(error) {
      return try closed { try replaceFile(by: candidate) }
    }
  }

  private func checked(_ backup: String, staging: String) throws -> Connection {
    guard SystemFile.exists(backup) else { throw PersistenceError.missing(path: backup) }
    guard SystemFile.isFile(backup) else { throw PersistenceError.notOurs(path: backup) }
    FileCopy.remove(staging)
    do {
      let source = try Connection(path: backup, .readOnly)
      let damage = try source.integrityFindings()
      guard damage.isEmpty else {
        throw PersistenceError.damaged(path: backup, findings: damage)
      }
      try FileCopy.write(source, to: staging)
      let candidate = try Opening(path: staging, schema: schema, now: now).open()
      let findings = try Soundness.findings(candidate)
      guard findings.isEmpty else {
        throw PersistenceError.damaged(path: backup, findings: findings)
      }
      return candidate
    } catch {
      throw Self.about(backup, error)
    }
  }

  private func replaceFile(by candidate: Connection) throws -> String {
    let aside = backups.pathForDamaged(at: now())
    try SystemFile.makePrivateFolder(backups.folder)
    let fresh = path + ".new"
    try FileCopy.write(candidate, to: fresh)
    for suffix in ["", "-wal", "-shm"] where SystemFile.exists(path + suffix) {
      guard rename(path + suffix, aside + suffix) == 0 else {
        throw SQLiteError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
      }
    }
    guard rename(fresh, path) == 0 else {
      throw SQLiteError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    FileCopy.synchronizeFolder(of: path)
    return aside
  }

  private static func cannotOpen(_ error: any Error) -> Bool {
    switch error {
    case SQLiteError.notADatabase, SQLiteError.damaged: true
    default: false
    }
  }

  /// The fact with the name of the backup instead of that of the copy it was checked on.
  private static func about(_ path: String, _ error: any Error) -> any Error {
    switch error {
    case SQLiteError.damaged(let detail, _):
      PersistenceError.damaged(path: path, findings: [detail])
    case let error as SQLiteError: error.about(path: path)
    case PersistenceError.tooNew(_, let found, let known):
      PersistenceError.tooNew(path: path, found: found, known: known)
    case PersistenceError.notOurs: PersistenceError.notOurs(path: path)
    default: error
    }
  }
}
