import FeatureKit
import PostgreSQL

// The command `doctor`, which checks a server's configuration and database, and prints each fault
// with its remedy.
extension ServerCommands {
  static func examine(_ config: ServerConfig) async throws {
    try await requireServable(config)
    print("✓ A server can be started with this configuration.")
    warnings(config).forEach { print("! \($0)") }
    if let line = memoryLine(config) { print(line) }
    await examineMail(config)
    let database = Database(DatabaseSettings(connection: config.database))
    try await requireTables(database, config)
    let version = try await database.run("SELECT current_setting('server_version')").value ?? ""
    print("✓ PostgreSQL \(version) answers.")
    let powers = try await database.run(
      "SELECT rolsuper OR rolbypassrls FROM pg_catalog.pg_roles WHERE rolname = current_user")
    guard powers.value == "f" else {
      throw Problem(
        .usage, "The server's role reads past row security.",
        fix: "Let \"database\" in the configuration be user=authenticator.")
    }
    print("✓ The server's role has no rights of its own.")
    let isAbove = try await database.run(
      "SELECT pg_has_role(oid, 'MEMBER') FROM pg_catalog.pg_roles WHERE rolname = 'service_role'")
    guard isAbove.value != "t" else {
      throw Problem(
        .usage, "The server's role can become service_role, which reads past row security.",
        fix: "As the database's owner:  REVOKE service_role FROM authenticator")
    }
    try await examineLog(database, of: "authenticator")
    if let service = config.service { try await examine(service) }
    let bare = try await database.run(
      """
      SELECT string_agg(c.relname, ', ') FROM pg_catalog.pg_class AS c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relrowsecurity
        AND has_table_privilege('authenticated', c.oid, 'SELECT')
      """)
    if let tables = bare.value {
      throw Problem(.usage, "Without row security, and readable by everybody: \(tables).")
    }
    let isNewer = try await Migrator(
      database: database, folder: config.schema, migrating: config.command("migrate")
    ).isOfNewerFiles()
    let older = [Problem.programIsOlder.title, Problem.programIsOlder.fix].compactMap { $0 }
    print(isNewer ? "! " + older.joined(separator: " ") : "✓ The schema is this program's.")
    let cache = try await SchemaCache.read(database)
    print(
      "✓ \(cache.tables.count) tables and \(cache.functions.count) functions, all under row security."
    )
    print("  Clients need the key \(config.publicKey)")
  }

  /// Throws if the database has no tables yet. The message tells the operator to run `migrate`.
  static func requireTables(_ database: Database, _ config: ServerConfig) async throws {
    do throws(DatabaseFailure) {
      if try await hasTables(database) { return }
    } catch {
      guard case .unreachable(let words) = error, await lacksRole(words, config) else {
        throw error
      }
    }
    throw Problem(
      .usage, "The database has no tables yet.",
      fix: "This makes them:  " + config.command("migrate"))
  }

  private static func hasTables(_ database: Database) async throws(DatabaseFailure) -> Bool {
    try await database.run("SELECT to_regnamespace('compass') IS NOT NULL").value == "t"
  }

  /// Returns whether the server's database role could not connect because it does not exist yet:
  /// the first migration creates it.
  ///
  /// The words of PostgreSQL's error do not always show this: they may be in another language, and
  /// for a role with a password they only name the password. If the owner's connection is known,
  /// the function therefore also checks whether the database has tables.
  private static func lacksRole(_ words: String, _ config: ServerConfig) async -> Bool {
    if words.contains("role \"authenticator\" does not exist") { return true }
    guard let connection = config.admin else { return false }
    return (try? await hasTables(Database.ofOwner(connection))) == false
  }

  /// Returns a line about the content of the server's memory file, which shows whether the database
  /// was restored from a backup. Returns nil if no such file is configured, or if the warnings say
  /// that it cannot be written.
  static func memoryLine(_ config: ServerConfig) -> String? {
    guard let path = config.memory, forgetfulness(config) == nil else { return nil }
    let memory = ServerMemory(readingFrom: path)
    guard memory != ServerMemory() else {
      return
        "! \(path) has nothing yet: after a restore from a backup, people who were erased since would be back. A running server writes the file."
    }
    return
      "✓ A restore from a backup is noticed: \(path) has step \(memory.step) and erased people: \(memory.erased.count)."
  }

  private static func examine(_ service: ServiceSettings) async throws {
    let database = Database(DatabaseSettings(connection: service.database))
    let role = try await database.run(
      "SELECT current_user, rolsuper OR rolbypassrls FROM pg_catalog.pg_roles WHERE rolname = current_user"
    ).rows.first
    let mayServe = try await database.run("SELECT pg_has_role('service_role', 'MEMBER')").value
    guard role?[1] == "f", mayServe == "t" else {
      throw Problem(
        .usage,
        "The role of “service” has to be a member of service_role, without rights of its own.",
        fix: "How to make one is in docs/operations.md, A key for programs.")
    }
    try await examineLog(database, of: role?[0] ?? "")
    print("✓ A service key is accepted, with the role \(role?[0] ?? "").")
  }

  /// Throws if PostgreSQL is set to write statements with families' data into its own log.
  private static func examineLog(_ database: Database, of role: String) async throws {
    let told = try await database.run(
      """
      SELECT string_agg(reason, ' ') FROM (VALUES
        (current_setting('log_error_verbosity') <> 'terse', 'log_error_verbosity is not terse: a refused row stands there whole.'),
        (current_setting('log_parameter_max_length_on_error') <> '0', 'log_parameter_max_length_on_error is not 0.'),
        (current_setting('log_parameter_max_length') <> '0' AND (current_setting('log_statement') <> 'none'
          OR current_setting('log_min_duration_statement') <> '-1' OR current_setting('log_min_duration_sample') <> '-1'
          OR current_setting('log_transaction_sample_rate') <> '0'),
          'Statements are logged with their values: log_parameter_max_length is not 0.')
      ) AS found(is_so, reason) WHERE is_so
      """)
    if let reasons = told.value {
      throw Problem(
        .usage, "PostgreSQL's own log holds what families send: addresses, birth dates, notes.",
        details: [reasons],
        fix: "Say so as its superuser:  ALTER ROLE \(role) SET log_error_verbosity = terse")
    }
    print("✓ PostgreSQL's log quotes nothing that families send.")
  }
}
