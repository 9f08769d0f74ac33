import Auth
import AuthLive
import CivilTime
import FeatureKit
import Glibc
import JSON
import PostgreSQL

/// Runs the commands `compass-server backup FOLDER` and `restore FILE`. A backup is a dump by
/// `pg_dump`, which is checked by restoring it and comparing every table.
///
/// The dump and the checksums for the comparison are read in one snapshot of the database, so that
/// families can continue to write meanwhile.
struct ServerBackup {
  /// The connection string of the database's owner, for the server's database.
  let connection: String
  /// The folder of the schema's SQL files, with the folders `Migrations` and `Accounts`.
  let schema: String

  init(_ config: ServerConfig) throws(Problem) {
    guard let admin = config.admin else { throw Problem.adminNeeded }
    guard !admin.contains("://"), !admin.contains("password") else {
      throw Problem(
        .usage, "A backup needs the owner's connection as words, and without a password.",
        details: ["PostgreSQL's programs are started with it, and every process can see that."],
        fix: "Say --admin 'host=… user=… dbname=…', and put the password into ~/.pgpass")
    }
    connection = admin
    schema = config.schema
  }

  /// The number of rows and a checksum of each table of a database, to compare a backup with it.
  struct Content: Equatable {
    var tables: [String: String] = [:]

    var rows: Int {
      tables.values.reduce(0) { $0 + (Int($1.prefix { $0 != " " }) ?? 0) }
    }

    var json: JSONValue {
      .object(
        JSONObject(
          tables.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }

    static func read(_ database: Database) async throws -> Content {
      let names = try await database.run(
        """
        SELECT format('%I.%I', n.nspname, c.relname)
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname IN ('public', 'compass', 'accounts') ORDER BY 1
        """)
      var content = Content()
      for name in names.rows.compactMap({ $0[0] }) {
        content.tables[name] =
          try await database.run(
            """
            SELECT concat_ws(' ', count(*), sum(('x' || left(md5(row::text), 15))::bit(60)::bigint))
            FROM \(name) AS row
            """
          ).value ?? ""
      }
      return content
    }

    init() {}

    /// Reads the content that was written as JSON beside a backup; nil if the JSON has another
    /// form.
    init?(_ json: JSONValue) {
      guard let object = json.object else { return nil }
      for member in object.members {
        guard let text = member.value.string else { return nil }
        tables[member.key] = text
      }
    }

    /// Returns the names of the tables whose rows differ, or that only one of the databases has.
    func differences(from other: Content) -> [String] {
      Set(tables.keys).union(other.tables.keys).filter { tables[$0] != other.tables[$0] }.sorted()
    }
  }

  // MARK: - Making a backup

  /// Makes a backup in the folder and checks it.
  ///
  /// - Returns: the path of the backup, and the number of rows and a checksum of each table.
  func make(in folder: String, at now: Instant) async throws -> (file: String, content: Content) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw Problem(.failed, "\(folder) could not be made: \(String(cString: strerror(errno))).")
    }
    let file = "\(folder)/\(Self.name(at: now))"
    guard access(file, F_OK) != 0 else {
      throw Problem(.usage, "\(file) is there already.", fix: "Wait a second, and make another.")
    }
    let part = file + ".part"
    let source = Database.ofOwner(connection)
    defer { source.close() }
    try await begin(source)
    defer { unlink(part) }
    try await source.script(
      """
      SET idle_in_transaction_session_timeout = 0;
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY
      """)
    let snapshot = try await source.run("SELECT pg_export_snapshot()").value ?? ""
    let content = try await Content.read(source)
    try ClientProgram("pg_dump").run([
      "--dbname=\(connection)", "--snapshot=\(snapshot)", "--format=custom", "--file=\(part)",
    ])
    try await source.script("ROLLBACK")

    let proven = try await withScratch { name, _ in try await restore(part, into: name) }
    try Self.expect(content, in: proven, of: part)
    try Self.write(content.json.prettyText + "\n", to: file + ".json")
    guard Self.isOnDisk(part), rename(part, file) == 0, Self.isOnDisk(folder) else {
      unlink(file + ".json")
      throw Problem(.failed, "\(file) could not be written: \(String(cString: strerror(errno))).")
    }
    return (file, content)
  }

  /// Returns the file name of a backup that is made at this time.
  static func name(at moment: Instant) -> String {
    let stamp = moment.description.prefix(19).filter { $0 != "-" && $0 != ":" }
    return "compass-\(stamp)Z.dump"
  }

  /// Returns the time in the name of a backup's file, in a form that PostgreSQL reads; nil if the
  /// file was renamed.
  static func moment(of file: String) -> String? {
    guard
      let stamp = file.firstMatch(of: /(?:^|\/)compass-(\d{8}T\d{6})Z\.dump$/)?.output.1
    else { return nil }
    return "\(stamp)+00"
  }

  // MARK: - Restoring a backup

  /// Restores a backup into the configured database, which must be empty. The database begins a new
  /// era (a new identity of its data), by which devices notice the restore and send the changes
  /// that the backup lacks.
  func restore(_ file: String) async throws -> Content {
    guard access(file, R_OK) == 0 else {
      throw Problem(.notFound, "\(file) could not be read: \(String(cString: strerror(errno))).")
    }
    let target = Database.ofOwner(connection)
    defer { target.close() }
    try await begin(target)
    let there = try await target.run(
      "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname IN ('compass', 'accounts')")
    guard there.value == "0" else {
      throw Problem(
        .usage, "The database is not empty, and nothing in it is overwritten.",
        fix: "Make an empty one, and name it in --admin and in the configuration.")
    }
    // A new PostgreSQL cluster lacks the roles to which the backup grants rights. Migrating a
    // scratch database creates these roles.
    try await withScratch { _, scratch in
      _ = try await Migrator(database: scratch, folder: schema).migrate()
    }
    let content = try await restore(file, into: nil)
    if let list = try? Self.read(file + ".json"), let json = try? JSONValue.parse(utf8: list),
      let wanted = Content(json)
    {
      try Self.expect(wanted, in: content, of: file)
    }
    _ = try await target.run("SELECT compass.begin_era()")
    // A backup was entered into the database's list of backups only after its dump was made and
    // checked. The restored database therefore lacks the entry for this backup, and it is added
    // here.
    try? await Self.note(file, in: target)
    return content
  }

  /// Stores in the database when the backup in this file was made, for the command `status`. It
  /// fails in a database of an older version, which has no table for it.
  static func note(_ file: String, in owner: Database) async throws(DatabaseFailure) {
    guard let moment = Self.moment(of: file) else { return }
    _ = try await owner.run(
      "INSERT INTO accounts.backups VALUES ($1::timestamptz) ON CONFLICT DO NOTHING", [moment])
  }

  /// Runs `pg_restore` and returns the content of the restored database.
  ///
  /// - Parameter name: the name of another database on the same server; nil for the configured
  ///   database.
  private func restore(_ file: String, into name: String?) async throws -> Content {
    let place = name.map { "\(connection) dbname=\($0)" } ?? connection
    try ClientProgram("pg_restore").run([
      "--dbname=\(place)", "--exit-on-error", "--single-transaction", file,
    ])
    let restored = Database.ofOwner(place)
    defer { restored.close() }
    return try await Content.read(restored)
  }

  private static func expect(_ wanted: Content, in found: Content, of file: String) throws {
    let tables = wanted.differences(from: found)
    guard !tables.isEmpty else { return }
    throw Problem(
      .failed, "What was restored from \(file) is not what was backed up.",
      details: ["These tables differ: \(tables.joined(separator: ", "))."],
      fix: "Do not use that database, and take another backup.")
  }

  // MARK: - Scratch databases

  /// Takes an advisory lock, so that only one backup or restore runs at a time, and deletes the
  /// scratch databases that an interrupted run left behind.
  ///
  /// The lock lasts as long as the connection.
  private func begin(_ owner: Database) async throws {
    guard try await owner.run("SELECT pg_try_advisory_lock(7237117)").value == "t" else {
      throw Problem(.failed, "Another backup or restore of this database is running.")
    }
    let left = try await owner.run(
      "SELECT datname FROM pg_catalog.pg_database WHERE starts_with(datname, $1)",
      [try await Self.scratchName(owner)])
    for name in left.rows.compactMap({ $0[0] }) {
      try await owner.script("DROP DATABASE \(name) WITH (FORCE)")
    }
  }

  /// Returns the prefix of the names of scratch databases, which contains the id of the server's
  /// database. A random number follows the prefix.
  static func scratchName(_ owner: Database) async throws -> String {
    let id = try await owner.run(
      "SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()")
    return "compass_scratch_\(id.value ?? "")_"
  }

  /// Creates a scratch database, calls the closure with it, and deletes it afterwards.
  private func withScratch<Made>(
    _ use: (_ name: String, _ database: Database) async throws -> Made
  ) async throws -> Made {
    let owner = Database.ofOwner(connection)
    defer { owner.close() }
    let name =
      try await Self.scratchName(owner) + String(UInt64.random(in: 0 ... .max), radix: 16)
    try await owner.script("CREATE DATABASE \(name) TEMPLATE template0")
    let made: Made
    do {
      let lent = Database.ofOwner("\(connection) dbname=\(name)")
      defer { lent.close() }
      made = try await use(name, lent)
    } catch {
      try? await owner.script("DROP DATABASE \(name) WITH (FORCE)")
      throw error
    }
    try await owner.script("DROP DATABASE \(name) WITH (FORCE)")
    return made
  }

  // MARK: - The files of a backup

  private static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem(.notFound, "There is no \(path).") }
    defer { close(descriptor) }
    return PrivateFile.bytes(of: descriptor, atMost: 1 << 20)
  }

  private static func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    let isWritten =
      descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count
      && fsync(descriptor) == 0
    if descriptor >= 0 { close(descriptor) }
    guard isWritten else { throw Problem(.failed, "\(path) could not be written.") }
  }

  private static func isOnDisk(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}

/// One of PostgreSQL's command-line programs, such as `pg_dump`. It prints its errors on standard
/// error itself.
private struct ClientProgram {
  let name: String

  init(_ name: String) { self.name = name }

  func run(_ arguments: [String]) throws(Problem) {
    // A dump contains minors' data, so this mask makes the files that the program creates readable
    // for their owner alone. The shell sets it: in this process it would hold for all threads.
    let start = ["sh", "-c", #"umask 077; exec "$0" "$@""#, name]
    var words: [UnsafeMutablePointer<CChar>?] = (start + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", nil, nil, words, environ)
    var status: Int32 = 0
    if code == 0 { while waitpid(process, &status, 0) < 0, errno == EINTR {} }
    // The shell ends with 127 if there is no such program.
    guard code == 0, status >> 8 != 127 else {
      throw Problem(
        .failed, "\(name) could not be started.",
        fix: "Install PostgreSQL's programs:  sudo apt install postgresql-client")
    }
    guard status == 0 else { throw Problem(.failed, "\(name) failed; what it says stands above.") }
  }
}
