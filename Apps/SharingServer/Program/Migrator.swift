import FeatureKit
import Glibc
import PostgreSQL

/// Brings a database up to date with numbered SQL files, by the same rules as `Tools/postgres`.
/// Each file runs in one transaction. A database cannot be taken back to an older version.
struct Migrator {
  let database: Database
  /// The folder of the schema's SQL files, with the folders `Migrations` and `Accounts`.
  let folder: String
  /// The command line that brings an older database up to date.
  var migrating = ServerConfig.command("migrate", at: nil)

  /// The two sets of SQL files: the schema of the shared data, and the schema of this server's
  /// accounts.
  ///
  /// If `beginsAnew` is true, each migration runs the first file of the set again. That file is
  /// written so that running it again changes nothing.
  private static let sets = [
    (folder: "Migrations", schema: "compass", beginsAnew: true),
    (folder: "Accounts", schema: "accounts", beginsAnew: false),
  ]

  /// The notification by which servers that run read the schema again, as with PostgREST.
  static let (schemaChannel, schemaPayload) = ("pgrst", "reload schema")

  /// Runs the files that have not yet been applied to the database, tells the servers that run, and
  /// returns the number of files.
  func migrate() async throws -> Int {
    try await requireNoNewerFiles()
    var applied = 0
    for set in Self.sets {
      if set.schema == "accounts" {
        try await database.script(
          """
          \(Self.lock)
          DO $begin$ BEGIN
            IF NOT \(Self.hasMigrations("accounts")) THEN
              CREATE SCHEMA IF NOT EXISTS accounts;
              CREATE TABLE accounts.migrations (
                number integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
            END IF;
          END $begin$;
          """)
      }
      let files = try self.files(in: set.folder)
      let known = try await known(set.schema)
      for file in files {
        if set.beginsAnew, file.number == 1 {
          _ = try await run(file, Self.lock, "")
          continue
        }
        let digest = try await digest(of: file)
        if let before = known[file.number] {
          guard before == digest else {
            throw Problem.edited(file.name)
          }
          continue
        }
        let isNew = try await run(
          file, Self.onlyOnce(file.number, set.schema),
          "\n;INSERT INTO \(set.schema).migrations (number, name, digest) VALUES (\(file.number), '\(file.name)', '\(digest)');"
        )
        if isNew { applied += 1 }
      }
    }
    try await database.script("NOTIFY \(Self.schemaChannel), '\(Self.schemaPayload)'")
    return applied
  }

  /// Throws if the database was migrated with newer files than this program has. Both sets are
  /// compared before a file is run, so that nothing is changed in a database that is refused.
  private func requireNoNewerFiles() async throws {
    for set in Self.sets {
      let (files, known) = (try self.files(in: set.folder), try await self.known(set.schema))
      guard let newest = known.keys.max(), newest > (files.last?.number ?? 0) else { continue }
      for file in files {
        guard let before = known[file.number] else { continue }
        guard try await digest(of: file) == before else { throw Problem.edited(file.name) }
      }
      throw Problem.programIsOlder
    }
  }

  private func digest(of file: SchemaFile) async throws -> String {
    try await database.run([Self.digestStatement(file)]).first?.value ?? ""
  }

  /// Returns the statement that computes the digest of a file.
  private static func digestStatement(_ file: SchemaFile) -> Statement {
    Statement("SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex')", [file.text])
  }

  /// Returns whether the database was migrated with newer files than this program has. Throws if one
  /// of the program's files was not applied, or was applied with another content.
  ///
  /// The check uses only functions that the role of the serving process may call.
  func isOfNewerFiles() async throws -> Bool {
    var (isNewer, isComplete) = (false, true)
    for set in Self.sets {
      let files = try self.files(in: set.folder)
      var statements = [Statement("SELECT number, digest FROM \(set.schema).applied()")]
      statements += files.map { Self.digestStatement($0) }
      let rows = try await answers(statements)
      let applied = Dictionary(
        rows[0].rows.compactMap { row in row[0].flatMap { Int($0) }.map { ($0, row[1] ?? "") } },
        uniquingKeysWith: { _, last in last })
      for (file, row) in zip(files, rows.dropFirst()) where !(set.beginsAnew && file.number == 1) {
        guard let digest = applied[file.number] else {
          isComplete = false
          continue
        }
        guard digest == row.value else { throw Problem.edited(file.name) }
      }
      if let newest = applied.keys.max(), newest > (files.last?.number ?? 0) { isNewer = true }
    }
    // If the database lacks a file and has newer ones, migrating with this program cannot complete
    // it. The problem then says that the program is too old.
    guard isComplete else { throw isNewer ? Problem.programIsOlder : schemaIsOlder }
    return isNewer
  }

  /// Returns, for each set of files, the number of the newest file that was applied to the database
  /// and of the newest that this program has.
  func newest() async throws -> [(database: Int, program: Int)] {
    var newest: [(database: Int, program: Int)] = []
    for set in Self.sets {
      let files = try self.files(in: set.folder)
      let told = try await answers([Statement("SELECT max(number) FROM \(set.schema).applied()")])
      newest.append(
        (database: told.first?.value.flatMap { Int($0) } ?? 0, program: files.last?.number ?? 0))
    }
    return newest
  }

  private var schemaIsOlder: Problem {
    Problem(.usage, "The database has no schema yet, or an older one.", fix: migrating)
  }

  private func answers(_ statements: [Statement]) async throws -> [DatabaseRows] {
    do throws(DatabaseFailure) {
      return try await database.run(statements)
    } catch {
      // These codes mean that the schema does not exist, or that it lacks the function that this
      // check calls.
      if case .refused(let refusal) = error, ["3F000", "42883"].contains(refusal.state) {
        throw schemaIsOlder
      }
      throw error
    }
  }

  /// Takes a PostgreSQL lock that ends with the transaction. If two processes migrate the same
  /// database, the second process waits at each file until the first one has applied it, and then
  /// skips the file.
  private static let lock = "SELECT pg_advisory_xact_lock(7237116);"

  /// Returns the SQL condition that a schema has its table of migrations.
  ///
  /// The condition reads the catalogue's rows. `IF NOT EXISTS` and `to_regclass` ask the connection's
  /// cache, which learns nothing of another connection's new schema while this one waits for the lock.
  private static func hasMigrations(_ schema: String) -> String {
    """
    EXISTS (
      SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = '\(schema)' AND c.relname = 'migrations')
    """
  }

  private static func onlyOnce(_ number: Int, _ schema: String) -> String {
    """
    \(lock)
    DO $once$ BEGIN
      IF \(hasMigrations(schema)) THEN
        IF EXISTS (SELECT 1 FROM \(schema).migrations WHERE number = \(number)) THEN
          RAISE EXCEPTION 'applied' USING ERRCODE = 'CM001';
        END IF;
      END IF;
    END $once$;

    """
  }

  /// Runs one file in a transaction. Returns false if another process has applied the file
  /// meanwhile.
  private func run(
    _ file: SchemaFile, _ first: String, _ note: String, tries: Int = 5
  ) async throws -> Bool {
    do throws(DatabaseFailure) {
      try await database.script(first + file.text + note)
      return true
    } catch {
      if case .refused(let refusal) = error, refusal.state == "CM001" { return false }
      guard case .refused(let refusal) = error else { throw error }
      // Roles belong to the whole PostgreSQL cluster. If two databases are set up at the same
      // moment, creating the same role can therefore fail. PostgreSQL has rolled this file back, so
      // the file can be run again.
      if tries > 1, refusal.isAboutRolesOfOthers {
        try await Task.sleep(for: .milliseconds(300))
        return try await run(file, first, note, tries: tries - 1)
      }
      throw Problem(
        .failed, "\(file.name) failed: \(refusal.message)",
        details: refusal.hint.map { [$0] } ?? [], fix: "Nothing of it is in the database.")
    }
  }

  private func known(_ schema: String) async throws -> [Int: String] {
    let isThere = try await database.run(
      "SELECT to_regclass($1) IS NOT NULL", ["\(schema).migrations"])
    guard isThere.value == "t" else { return [:] }
    let rows = try await database.run("SELECT number, digest FROM \(schema).migrations")
    return Dictionary(
      rows.rows.compactMap { row in row[0].flatMap { Int($0) }.map { ($0, row[1] ?? "") } },
      uniquingKeysWith: { _, last in last })
  }

  private struct SchemaFile {
    var number: Int
    var name: String
    var text: String
  }

  private func files(in subfolder: String) throws(Problem) -> [SchemaFile] {
    let path = "\(folder)/\(subfolder)"
    guard let listing = opendir(path) else {
      throw Problem(
        .notFound, "The schema's files are not in \(path): \(String(cString: strerror(errno))).",
        fix: "Say where they are: \"schema\" in the configuration.")
    }
    defer { closedir(listing) }
    var files: [SchemaFile] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let stem = name.dropLast(4)
      guard name.hasSuffix(".sql"), let number = Int(name.prefix(4)),
        name.dropFirst(4).first == "-",
        stem.utf8.allSatisfy({
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        })
      else { continue }
      files.append(
        SchemaFile(number: number, name: String(stem), text: try Self.text(of: "\(path)/\(name)")))
    }
    return files.sorted { $0.number < $1.number }
  }

  private static func text(of path: String) throws(Problem) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Problem(.failed, "\(path) could not be read: \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    return String(decoding: PrivateFile.bytes(of: descriptor, atMost: .max), as: UTF8.self)
  }
}

extension Problem {
  static let programIsOlder = Problem(
    .usage, "This program is older than the database.",
    fix: "Install the newer compass-server that migrated it. The database stays as it is.")

  fileprivate static func edited(_ name: String) -> Problem {
    Problem(
      .usage, "\(name) is not the file that was applied to this database.",
      details: ["A migration that was applied is never edited."],
      fix: "A database from before 0.2.0 is moved once: docs/operations.md says how.")
  }
}

extension DatabaseRefusal {
  /// Whether PostgreSQL refused the statement because another session created or granted the same
  /// role at the same moment.
  fileprivate var isAboutRolesOfOthers: Bool {
    state == "42710" || message.contains("pg_authid_rolname_index")
      || message.contains("pg_auth_members")
      || message == "tuple concurrently updated"
  }
}
