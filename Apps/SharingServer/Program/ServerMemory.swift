import Glibc
import JSON
import PostgreSQL

/// Facts that a server stores in a file outside of its database: the number of the database's
/// newest step (a recorded change), and the digests of people who were erased, whose account was
/// disabled, or for whom a parent withdrew the consent.
///
/// A database that is restored from a backup lacks the newest of these facts. The server can
/// therefore notice the restore, erase the same people again, and close the same accounts again.
/// The file is beside the configuration. It must not be restored together with the database: both
/// would be equally old, and the restore would go unnoticed.
struct ServerMemory: Equatable {
  /// The number of the last step (a recorded change) that the server has seen in the database's
  /// history.
  var step: Int64 = 0
  var erased: Set<String> = []
  /// The accounts with a withdrawn consent and those that are disabled, as the SQL function
  /// `accounts.closed` returned them when this file was last written.
  var closed: JSONValue = [:]
  /// The state of the database, as the SQL function `compass.mark` returned it when this file was
  /// last written.
  var mark: JSONValue = [:]
  /// The number of the database's newest transaction that this server knows, with the database's
  /// identity; nil if the database did not return it.
  var position: DatabasePosition?

  init() {}

  /// Reads the server's memory file. If it is missing or unreadable, the result has no facts.
  init(readingFrom path: String) {
    guard let bytes = try? PrivateFile.read(path), let json = try? JSONValue.parse(utf8: bytes)
    else { return }
    step = json["step"]?.int.map { Int64($0) } ?? 0
    erased = Set((json["erased"]?.array ?? []).compactMap(\.string))
    closed = json["closed"] ?? [:]
    mark = json["mark"] ?? [:]
    position = json["position"].flatMap { DatabasePosition($0) }
  }

  /// Replaces the memory file atomically: after a crash the file has either the old content or the
  /// new one.
  func keep(at path: String) throws(PrivateFile.Failure) {
    let json: JSONValue = [
      "step": JSONValue(Int(step)), "erased": .array(erased.sorted().map(JSONValue.string)),
      "closed": closed, "mark": mark, "position": position?.json ?? .null,
    ]
    try PrivateFile.replace(path, with: Array((json.text + "\n").utf8))
  }

  /// Returns whether the database was put back to an earlier moment although its history lacks no
  /// recorded change. That is so if its newest transaction is an earlier one, or if a person who
  /// was erased has an account.
  func isPutBack(_ database: Database) async throws(DatabaseFailure) -> Bool {
    if let position,
      try await DatabasePosition.present(in: database)?.isPutBack(since: position) == true
    {
      return true
    }
    guard !erased.isEmpty else { return false }
    // The SQL computes the same digest as the function `compass.digest_of`, which the role
    // `compass_accounts` may not call.
    let back = try await database.run([
      Statement("SELECT set_config('role', 'compass_accounts', true)"),
      Statement(
        """
        SELECT count(*) FROM accounts.people AS p
        WHERE encode(sha256(convert_to(p.id::text, 'UTF8')), 'hex') = ANY ($1)
        """, [erasedText]),
    ])
    return back.last?.value.map { $0 != "0" } ?? false
  }

  /// Erases people again who were erased before and whom the database contains. Only the database's
  /// owner may do this.
  ///
  /// - Returns: a sentence with their number; empty if there were none.
  func eraseAgain(in database: Database) async throws(DatabaseFailure) -> [String] {
    let told = try await database.run("SELECT compass.erase_again($1)", [erasedText])
    return Self.sentence(
      told.value, "1 person who had been erased since the backup is erased again.",
      "people who had been erased since the backup are erased again.")
  }

  /// Closes accounts again that the memory file lists as closed and that are open in the database,
  /// except for those that were opened later. In a database that was not restored there are no such
  /// accounts.
  ///
  /// - Returns: a sentence for each kind of account that was open.
  func closeAgain(in database: Database) async throws(DatabaseFailure) -> [String] {
    // The database of an older version lacks the function until it is migrated. No account is
    // closed then.
    guard closed != [:],
      try await database.run("SELECT to_regprocedure('accounts.close_again(jsonb)')").value != nil
    else { return [] }
    let row = try await database.run(
      "SELECT withdrawn, disabled FROM accounts.close_again($1)", [closed.text]
    ).rows.first
    return Self.sentence(
      row?[0], "1 consent that a parent had withdrawn since the backup is withdrawn again.",
      "consents that parents had withdrawn since the backup are withdrawn again.")
      + Self.sentence(
        row?[1], "1 account that had been disabled since the backup is disabled again.",
        "accounts that had been disabled since the backup are disabled again.")
  }

  /// The digests of the erased people as a PostgreSQL array.
  var erasedText: String { "{\(erased.sorted().joined(separator: ","))}" }

  private static func sentence(_ count: String?, _ one: String, _ many: String) -> [String] {
    switch count {
    case nil, "0": []
    case "1": [one]
    case .some(let count): ["\(count) \(many)"]
    }
  }
}

/// Reads and replaces small files that only their owner may read.
enum PrivateFile {
  struct Failure: Error, Equatable { var code: Int32 }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    return bytes(of: descriptor, atMost: 64 << 20)
  }

  /// Returns the bytes of an open file from its current position to its end.
  ///
  /// - Parameter most: the number of bytes after which reading stops. The last buffer is returned
  ///   whole, so the result can be up to 65,536 bytes longer.
  static func bytes(of descriptor: Int32, atMost most: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < most {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Replaces a file atomically: after a crash it has either the old content or the new one. The
  /// new file gets the owner of the old file.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let beside = "\(path).\(getpid())"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var before = stat()
    let isOthers = stat(path, &before) == 0 && before.st_uid != geteuid()
    let isOwned = !isOthers || fchown(descriptor, before.st_uid, before.st_gid) == 0
    let count = Glibc.write(descriptor, bytes, bytes.count)
    let isSafe = isOwned && count == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isSafe, rename(beside, path) == 0 else {
      let code = errno
      unlink(beside)
      throw Failure(code: code)
    }
  }
}
