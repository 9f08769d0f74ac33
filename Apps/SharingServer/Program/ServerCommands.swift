import Auth
import AuthLive
import CivilTime
import FeatureKit
import Glibc
import HTTPServing
import PostgreSQL

/// The commands of the program `compass-server`: `init`, `migrate`, `serve`, `doctor`, `backup`,
/// `users` and others.
public enum ServerCommands {
  /// Runs the command that the words of the command line name. The server then has no pages for
  /// browsers.
  ///
  /// - Returns: the exit code of the process.
  public static func main(_ words: [String]) async -> Int32 { await main(words, pages: nil) }

  /// Runs the command that the words of the command line name, and returns the exit code of the
  /// process.
  ///
  /// - Parameters:
  ///   - version: the version of the program; empty in tests.
  ///   - pages: makes the pages for browsers if the configuration asks for them; nil in a program
  ///     without pages.
  package static func main(
    _ words: [String], version: String = "", pages: MakePages?
  ) async -> Int32 {
    // The command `serve` writes its errors into the server's log, whose lines all have one form.
    // The other commands print them for people.
    func tell(_ lines: [String]) {
      guard !words.contains("serve") else { return log(lines.joined(separator: " ")) }
      say("✗ \(lines.joined(separator: "\n  "))")
    }
    do {
      try await run(words, version, pages)
      return 0
    } catch let problem as Problem {
      tell([problem.title] + problem.details + [problem.fix].compactMap { $0 })
      return Int32(problem.exitCode.rawValue)
    } catch let failure as DatabaseFailure {
      tell(lines(failure))
      return 1
    } catch let failure as ServingFailure {
      tell([failure.sentence] + [failure.fix].compactMap { $0 })
      return 1
    } catch {
      tell(["It failed in an unexpected way."])
      return 1
    }
  }

  static let help = """
    compass-server: a server where families meet. All of it needs --config FILE.
      init --database CONNECTION [--schema FOLDER] [--admin CONNECTION] [--port N] [--state FOLDER]
                         makes the configuration, with fresh secrets; without --admin the owner's commands
                         (\(ServerConfig.ownersCommands.joined(separator: ", "))) need it each time; with --state the
                         server shows pages in a browser, and keeps their files and its memory in FOLDER
      check-config       looks whether the configuration can be served, without the database
      migrate            installs the schema in the database, or brings it up to date
      serve              answers requests until it is told to stop
      doctor             looks whether everything is there
      status [--json]    says whether it runs, and counts accounts, families, sessions and due reminders
      backup FOLDER      writes a dump there, restores it into a database of its own, and compares every table
      restore FILE       restores a backup into an empty database; devices send again what it lacks
      restored           after the database was restored in another way: devices send again what it lacks
      keys               lists the keys that sign access tokens, with their age
      keys rotate        draws a new one, which signs from the next start on
      keys drop NAME [for-good]
                         takes an old one away; for-good while tokens that it signed are in use
      service-key        draws a key for programs of the administrator, which read and write past row security;
                         service-key token signs one that is good for a year
      invite ADDRESS     an invitation to make an account, good once and for seven days (registration: invite)
      users              lists the accounts
      users reset|disable|enable ADDRESS
                         a new password, printed once; no more signing in; signing in again
      consent ADDRESS    which parent agreed to a child's account, when, and whether it still holds
      consent withdraw ADDRESS
                         the parent agrees no longer: all devices are signed out, and no one can sign in
      users erase ADDRESS for-good
                         the account, its rows and steps, and an athlete's whole family
    """

  private static func run(
    _ given: [String], _ version: String, _ pages: MakePages?
  ) async throws {
    var words = given.filter { $0 != "--json" }
    let asJSON = words.count < given.count
    var options: [String: String] = [:]
    while let place = words.firstIndex(where: { $0.hasPrefix("--") && $0 != "--help" }) {
      guard place + 1 < words.count else {
        throw Problem(.usage, "\(words[place]) needs a value.", fix: "compass-server --help")
      }
      options[words[place]] = words[place + 1]
      words.removeSubrange(place...(place + 1))
    }
    guard let command = words.first, command != "--help" else {
      print(help)
      return
    }
    guard !asJSON || command == "status" else {
      throw Problem(.usage, "Only status answers as JSON.", fix: "compass-server --help")
    }
    guard let path = options["--config"] else {
      throw Problem(.usage, "Which configuration? Say --config FILE.", fix: "compass-server --help")
    }
    func config() throws(Problem) -> ServerConfig {
      var config = try ServerConfig.read(path)
      config.memory = config.memory ?? path + ".memory"
      // The serving process handles requests of clients that it does not know, so it does not keep
      // the owner's connection string of the database in memory.
      let isServing = command == "serve"
      config.complete(from: path, admin: isServing ? nil : options["--admin"])
      config.admin = isServing ? nil : config.admin
      config.user = isServing ? nil : ServerUser(ofConfiguration: path)
      return config
    }
    switch command {
    case "init": try makeConfig(path, options)
    case "check-config": try await checkConfig(path, config())
    case "migrate": try await migrate(config())
    case "serve": try await serve(config(), pages)
    case "doctor": try await examine(config())
    case "status": try await status(config(), version, asJSON: asJSON)
    case "backup", "restore": try await backup(config(), words)
    case "restored": try await beginAnew(config())
    case "consent":
      try await consent(config(), Array(words.dropFirst()))
    case "keys": try keys(path, config(), Array(words.dropFirst()))
    case "service-key": try serviceKey(config, Array(words.dropFirst()))
    case "invite": try await invite(config(), Array(words.dropFirst()))
    case "users": try await users(config(), Array(words.dropFirst()))
    default:
      throw Problem(.usage, "There is no command “\(command)”.", fix: "compass-server --help")
    }
  }

  // MARK: - Running the commands

  /// The folder of the schema's SQL files that the Debian package installs.
  private static let installedSchema = "/usr/share/compass-server/schema"

  private static func makeConfig(_ path: String, _ options: [String: String]) throws {
    guard let database = options["--database"] else {
      throw Problem(.usage, "init needs --database.", fix: "compass-server --help")
    }
    // The server may be started in another folder, so a whole path is stored.
    let schema = options["--schema"].map { wholePath($0) } ?? installedSchema
    try requireSchema(schema)
    var config = try ServerConfig(
      database: database, admin: options["--admin"], schema: schema, random: .system)
    if let text = options["--port"] {
      guard let port = Int(text), (0...65_535).contains(port) else {
        throw Problem(.usage, "\(text) is no port.")
      }
      config.port = port
    }
    if let folder = options["--state"] {
      guard folder.hasPrefix("/") else {
        throw Problem(
          .usage, "--state has to be a whole path.",
          fix: "Such as:  --state /var/lib/compass-server")
      }
      config.pages = PagesSettings(
        folder: folder + "/pages", zone: try PagesSettings.zone(PagesSettings.usualZone))
      config.memory = folder + "/memory"
    }
    if let fault = config.connectionFault(in: "") { throw fault }
    try config.write(path)
    config.complete(from: path, admin: nil)
    print("✓ \(path) is made, for you alone. Next:  \(config.command("migrate"))")
  }

  /// Returns the path from the root of the file system, because the server may be started in
  /// another folder.
  private static func wholePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = realpath(path, nil) else { return path }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// Checks a configuration without the database: reads the file as `serve` does, and starts a
  /// server with the certificate on a free port to try it.
  private static func checkConfig(_ path: String, _ config: ServerConfig) async throws {
    try await requireServable(config)
    warnings(config).forEach { print("! \($0)") }
    print("✓ \(path) is right. It serves at \(config.url(port: config.port))")
  }

  /// Returns the database through the owner's connection, for commands that change the schema or
  /// take long.
  static func admin(_ config: ServerConfig) throws(Problem) -> Database {
    guard let connection = config.admin else { throw Problem.adminNeeded }
    return Database.ofOwner(connection)
  }

  private static func migrate(_ config: ServerConfig) async throws {
    let count = try await Migrator(database: admin(config), folder: config.schema).migrate()
    print("✓ \(count) files were new.")
  }

  private static func backup(_ config: ServerConfig, _ words: [String]) async throws {
    guard words.count == 2 else {
      throw Problem(.usage, "\(words[0]) takes one path.", fix: "compass-server --help")
    }
    let backup = try ServerBackup(config)
    if words[0] == "restore" {
      let content = try await backup.restore(words[1])
      print(
        """
        ✓ \(content.tables.count) tables with \(content.rows) rows are restored.
          With their next sync devices fetch everything anew, and send again what is missing here.
        """)
      try await applyMemory(config)
    } else {
      let (file, content) = try await backup.make(in: words[1], at: now())
      // If storing the time of the backup fails, the backup itself is still good.
      try? await ServerBackup.note(file, in: admin(config))
      print(
        """
        ✓ \(file)
          \(content.tables.count) tables with \(content.rows) rows, restored once and compared.
        """)
    }
  }

  private static func beginAnew(_ config: ServerConfig) async throws {
    _ = try await admin(config).run("SELECT compass.begin_era()")
    print(
      "✓ With their next sync devices fetch everything anew, and send again what is missing here.")
    try await applyMemory(config)
  }

  /// Applies the memory file (facts that the server stores outside of the database) to a restored
  /// database, and prints what that changed. If there is no memory file, it prints what the
  /// administrator has to do by hand.
  private static func applyMemory(_ config: ServerConfig) async throws {
    let memory = config.memory.map { ServerMemory(readingFrom: $0) } ?? ServerMemory()
    guard memory != ServerMemory() else { return print(adviceWithoutMemory(config)) }
    let owner = try admin(config)
    let said = try await memory.eraseAgain(in: owner) + memory.closeAgain(in: owner)
    said.forEach { print("  \($0)") }
  }

  /// Returns the advice for an administrator who has restored the database of a server without a
  /// memory file (facts that the server stores outside of the database).
  static func adviceWithoutMemory(_ config: ServerConfig) -> String {
    """
    ! There is no memory file here. Who was erased since the backup is in it again, an account that
      was disabled since is open again, and so is one for which a parent withdrew the consent.
      A server that is started with the file mends that. Without the file, say for each of them:
      \(config.command("users erase ADDRESS for-good"))
      \(config.command("users disable ADDRESS"))
      \(config.command("consent withdraw ADDRESS"))
    """
  }

  /// Prints a new service key, or a new access token for the role `service_role`, and nothing else,
  /// so that the output can be redirected into a file.
  ///
  /// Creating a key does not read the configuration. If the configuration has an invalid key, the
  /// advice is to create another with this command, so the command must work then.
  private static func serviceKey(
    _ config: () throws(Problem) -> ServerConfig, _ words: [String]
  ) throws {
    switch words {
    case []: print(ServiceKey.prefix + Base64URL.text(try RandomSource.system.bytes(32)))
    case ["token"]:
      let config = try config()
      guard config.service != nil else {
        throw Problem(
          .usage, "This server takes no service key.",
          fix: "Name its connection and its key as “service” in the configuration first.")
      }
      print(try config.tokens.serviceToken(days: 365, now: now()))
    default: throw Problem(.usage, "service-key takes nothing, or token.")
    }
  }

  // MARK: - The messages of the commands

  /// Returns a failure of the database as the lines of a message. They contain libpq's own message,
  /// which shows whether a name or role is wrong or the database server is down.
  static func lines(_ failure: DatabaseFailure) -> [String] {
    switch failure {
    case .refused(let refusal): ["The database refused it: \(refusal.message)"]
    case .unreachable(let words):
      ["The database cannot be reached. Is it running, and is the configuration right?"]
        + words.split(whereSeparator: \.isNewline).map { String($0).trimmed }
    case .broken: ["The connection to the database broke off."]
    case .busy, .closed: ["The database takes nothing more."]
    case .libraryMissing:
      ["The server needs libpq.", "Install it with: sudo apt install libpq5"]
    }
  }

  /// Writes a line to standard error with a single call, so that lines of several threads are never
  /// mixed.
  static func say(_ line: String) {
    _ = Array((line + "\n").utf8).withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
  }

  static func now() -> Instant { .ofSystem }
}

extension Problem {
  static let adminNeeded = Problem(
    .usage, "This needs the owner's way into the database.",
    fix: "Say --admin CONNECTION, such as: --admin 'host=/folder user=postgres dbname=compass'")
}

extension Database {
  /// Returns the database for the owner's commands, whose statements may take an hour. It has one
  /// connection, so that several calls can belong to one transaction.
  static func ofOwner(_ connection: String) -> Database {
    var settings = DatabaseSettings(connection: connection)
    settings.connections = 1
    settings.statementSeconds = 3_600
    settings.lockSeconds = nil
    return Database(settings)
  }
}
