import CivilTime
import FeatureKit
import Glibc
import HTTPServing
import JSON
import Mailing
import PostgreSQL

/// The configuration file that `compass-server init` writes: the database, the address to listen
/// on, and the server's secrets.
struct ServerConfig: Equatable, Sendable {
  /// The connection string of the serving process. Its database role has no rights itself: each
  /// transaction switches to the role whose rights it needs.
  var database: String
  /// The connection string of the database's owner, with which commands such as `migrate` change
  /// the schema.
  ///
  /// The serving process never uses it. It is nil if the owner passes it to each command.
  var admin: String?
  var address = "127.0.0.1"
  var port = 8080
  /// The files of the certificate and its key; nil if the server does not use TLS itself.
  var tls: TLSFiles?
  /// Whether a proxy in front of the server handles TLS and passes on each client's address.
  var isBehindProxy = false
  /// The folder of the schema's SQL files, with the folders `Migrations` and `Accounts`.
  var schema: String
  /// The API key that every client sends. It is not secret, and gives no access to data by itself.
  var publicKey: String
  var signingKeys: [AccessTokens.Key]
  var refreshKey: SecretText
  /// The key that a request must send to read the server's metrics; nil if no request may read
  /// them.
  var metricsKey: SecretText?
  /// A separate address for the server's metrics. If it is nil, the metrics are at the server's own
  /// address.
  var metrics: MetricsSettings?
  /// The numbers of seconds for which an access token can be valid.
  static let tokenLives = 60...3_600
  /// The number of seconds for which an access token is valid.
  var tokenLife: Int64 = 900
  /// The path of the memory file (`ServerMemory`), which shows whether the database was restored
  /// from a backup; nil if the server stores no such file.
  var memory: String?
  /// Which people may create an account: all, only those with an invitation, or none.
  var registration = Registration.open
  /// The settings of the service key, which an administrator's programs use; nil if the server
  /// accepts no service key.
  var service: ServiceSettings?
  /// The addresses to which links in e-mails may lead; nil if the configuration has no such
  /// addresses.
  var links: LinkSettings?
  /// The settings of the server's pages for browsers; nil if the server has no pages.
  var pages: PagesSettings?
  /// The settings of the mail server; nil if the server sends no e-mail.
  var mail: MailSettings?
  /// The user as whom the server runs; nil if that is the user of this process.
  var user: ServerUser?
  /// The path of the file from which the configuration was read; nil if it was not read from one.
  var path: String?
  /// The value of `--admin` in a printed command of the database's owner; nil if such a command
  /// needs no option, because the file has the connection. The word `CONNECTION` is printed in
  /// place of a connection with a password.
  var adminOption: String?

  /// Creates a new configuration with new random secrets.
  init(
    database: String, admin: String?, schema: String, random: RandomSource
  ) throws(Problem) {
    self.database = database
    self.admin = admin
    self.schema = schema
    publicKey = "sb_publishable_" + Base64URL.text(try random.bytes(16))
    signingKeys = [try AccessTokens.Key(random: random, made: Instant.ofSystem.day)]
    refreshKey = SecretText(Base64URL.text(try random.bytes(32)))
    metricsKey = SecretText(Base64URL.text(try random.bytes(32)))
  }

}

extension ServerConfig {
  /// The commands of `compass-server` that use the connection of the database's owner.
  static let ownersCommands = ["migrate", "backup", "restore", "restored", "users erase"]

  /// Stores from which file the configuration was read, and the owner's connection.
  ///
  /// - Parameter told: the value of the option `--admin`, which takes precedence over the
  ///   connection in the file; nil if the command line does not have the option.
  mutating func complete(from path: String, admin told: String?) {
    self.path = path
    let printed = told.map { DatabaseSettings.hasPassword($0) ? "CONNECTION" : $0 }
    adminOption = printed ?? (admin == nil ? "CONNECTION" : nil)
    admin = told ?? admin
  }

  /// Returns a command of `compass-server` as an administrator types it in a shell for this
  /// configuration.
  func command(_ words: String) -> String {
    let command = Self.command(words, at: path)
    let isOfOwner = Self.ownersCommands.contains { (words + " ").hasPrefix($0 + " ") }
    guard isOfOwner, let adminOption else { return command }
    return "\(command) --admin \(Self.quoted(adminOption))"
  }

  /// Returns a command of `compass-server` as an administrator types it in a shell for the
  /// configuration at a path.
  static func command(_ words: String, at path: String?) -> String {
    "compass-server \(words) --config \(path.map { quoted($0) } ?? "FILE")"
  }

  /// Returns the word in the form in which a shell reads it unchanged: in single quotes, unless it
  /// has only plain characters. In the double quotes of `CommandText.quoted` a shell would replace
  /// `$`.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { sign in
        (sign.isASCII && (sign.isLetter || sign.isNumber)) || "/._-:=@%+,".contains(sign)
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// Reads a configuration file. A file that other users of the machine may read is refused,
  /// because its secrets may be known to them.
  static func read(_ path: String) throws(Problem) -> ServerConfig { try parsed(path).config }

  private static func parsed(
    _ path: String
  ) throws(Problem) -> (config: ServerConfig, json: JSONValue) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      throw Problem(
        .notFound, "\(path) could not be read: \(String(cString: strerror(errno))).",
        fix: "Make one:  " + command("init --database CONNECTION", at: path))
    }
    defer { close(descriptor) }
    var status = stat()
    let isRead = fstat(descriptor, &status) == 0
    guard !isRead || status.st_mode & S_IFMT != S_IFDIR else {
      let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      throw Problem(
        .usage, "\(path) is a folder, and the configuration is a file.",
        fix: "Name the file that init made, such as:  --config \(folder)/server.json")
    }
    guard isRead, status.st_mode & 0o077 == 0 else {
      throw Problem(
        .usage, "Others may read \(path), and it holds the server's secrets.",
        fix: "chmod 600 \(path), and make new secrets if another person has read it.")
    }
    let bytes = PrivateFile.bytes(of: descriptor, atMost: 1 << 20)
    let json: JSONValue
    do throws(JSONFailure) {
      json = try JSONValue.parse(utf8: bytes, limits: JSONLimits(allowsRepeatedKeys: false))
    } catch {
      if case .repeatedKey(let name) = error.reason {
        let line = bytes.prefix(error.offset).count(where: { $0 == UInt8(ascii: "\n") }) + 1
        throw Problem(
          .usage, "\(path), line \(line): “\(name.prefix(60))” stands there a second time.",
          fix: "Take one of the two away.")
      }
      throw Problem(.usage, "\(path) is no JSON.", fix: "Repair it, or take a copy of it back.")
    }
    do throws(Problem) {
      let config = try ServerConfig(json)
      if let fault = config.connectionFault(in: String(decoding: bytes, as: UTF8.self)) {
        throw fault
      }
      return (config, json)
    } catch {
      var problem = error
      problem.title = "\(path): \(error.title)"
      throw problem
    }
  }

  /// Returns a problem for the first connection that libpq cannot read; nil if it can read all.
  ///
  /// - Parameter text: the file of the configuration, in which the line of the fault is looked up.
  func connectionFault(in text: String) -> Problem? {
    let connections: [(name: String, text: String?)] = [
      ("database", database), ("admin_database", admin), ("database", service?.database),
    ]
    for (name, connection) in connections {
      guard let connection, let words = DatabaseSettings.fault(in: connection) else { continue }
      let value = JSONValue.string(connection).text
      let place = text.ranges(of: "\"\(name)\"").first {
        text[$0.upperBound...].drop { $0.isWhitespace || $0 == ":" }.hasPrefix(value)
      }
      let line = place.map { text[..<$0.lowerBound].count(where: \.isNewline) + 1 }
      let found = line.map { " (line \($0))" } ?? ""
      return Problem(
        .usage, "“\(name)”\(found) is no connection to a database: \(words).",
        fix: "Such as:  host=/folder user=authenticator dbname=compass")
    }
    return nil
  }

  /// Returns when a configuration file was last changed.
  static func changed(_ path: String) throws(Problem) -> Instant {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw Problem(
        .notFound, "\(path) could not be read: \(String(cString: strerror(errno))).")
    }
    return Instant(milliseconds: Int64(status.st_mtim.tv_sec) * 1_000)
  }

  /// Sets when a configuration file was last changed.
  static func setChanged(_ path: String, _ moment: Instant) {
    let time = timespec(tv_sec: Int(moment.milliseconds / 1_000), tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Replaces the signing keys in a configuration file. Everything else in the file stays
  /// unchanged. After a crash the file has either the old keys or the new ones.
  static func replaceKeys(in path: String, with keys: [AccessTokens.Key]) throws(Problem) {
    var object = try parsed(path).json.object ?? [:]
    object["signing_keys"] = .array(keys.map(\.json))
    do throws(PrivateFile.Failure) {
      try PrivateFile.replace(path, with: Array((JSONValue.object(object).prettyText + "\n").utf8))
    } catch {
      throw Problem(
        .failed, "\(path) could not be written: \(String(cString: strerror(error.code))).",
        fix: "It is as it was.")
    }
  }

  /// Writes the configuration into a new file. An existing file is never replaced, because the
  /// sessions of all people are signed with the keys in it.
  func write(_ path: String) throws(Problem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Problem(
        .usage, "\(path) could not be made: \(String(cString: strerror(errno))).",
        fix: "Take another path; a configuration that is there is not replaced.")
    }
    let bytes = Array((json.prettyText + "\n").utf8)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    let isSafe = count == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isSafe else {
      unlink(path)
      throw Problem(.failed, "\(path) could not be written.", fix: "Check that the disk has room.")
    }
  }

  /// Reads a configuration. Unknown members and wrong types are refused: if they were ignored, an
  /// owner would rely on a setting that has no effect.
  init(_ json: JSONValue) throws(Problem) {
    var members = try ConfigMembers(json)
    database = try members.text("database")
    admin = try members.optionalText("admin_database")
    schema = try members.text("schema")
    publicKey = try members.text("public_key")
    refreshKey = SecretText(try members.secret("refresh_key"))
    metricsKey = try members.optionalSecret("metrics_key").map { SecretText($0) }
    metrics = try members.object("metrics").map { inner throws(Problem) in
      try MetricsSettings(inner)
    }
    address = try members.numericAddress("address") ?? address
    port = try members.number("port", 0...65_535) ?? port
    isBehindProxy = try members.flag("behind_proxy") ?? isBehindProxy
    tokenLife = try members.number("token_seconds", Self.tokenLives).map { Int64($0) } ?? tokenLife
    memory = try members.optionalText("memory")
    mail = try members.object("mail").map { inner throws(Problem) in try MailSettings(inner) }
    if let word = try members.optionalText("registration") {
      guard let known = Registration(rawValue: word) else {
        throw Problem(
          .usage, "“registration” is \(word.prefix(60)).",
          fix: "It is one of: " + Registration.allCases.map(\.rawValue).joined(separator: ", "))
      }
      registration = known
    }
    service = try members.object("service").map { inner throws(Problem) in
      try ServiceSettings(inner)
    }
    links = try members.object("links").map { inner throws(Problem) in try LinkSettings(inner) }
    guard service?.database != database else {
      throw Problem(
        .usage, "“service” has to have a connection of a role of its own.",
        fix: "How to make one is in docs/operations.md, A key for programs.")
    }
    pages = try members.object("pages").map { inner throws(Problem) in try PagesSettings(inner) }
    tls = try members.pair(
      "certificate", "key", fix: "Name both files, or neither where a proxy does TLS."
    ).map { TLSFiles(certificate: $0.first, key: $0.second) }
    var keys: [AccessTokens.Key] = []
    for one in try members.list("signing_keys") {
      keys.append(try AccessTokens.Key(try ConfigMembers(one, of: "signing_keys")))
    }
    guard !keys.isEmpty, Set(keys.map(\.name)).count == keys.count else {
      throw Problem(
        .usage, "“signing_keys” has to be a list of keys with names of their own.",
        fix: "The first one signs; the others are still taken.")
    }
    signingKeys = keys
    try members.finish()
  }

  private var json: JSONValue {
    var object: JSONObject = [
      "database": .string(database),
      "address": .string(address), "port": JSONValue(port), "behind_proxy": .bool(isBehindProxy),
      "schema": .string(schema), "token_seconds": JSONValue(Int(tokenLife)),
      "public_key": .string(publicKey),
      "signing_keys": .array(signingKeys.map(\.json)),
      "refresh_key": .string(refreshKey.revealed),
    ]
    if registration != .open { object["registration"] = .string(registration.rawValue) }
    if let pages { object["pages"] = pages.json }
    if let links { object["links"] = links.json }
    if let service { object["service"] = service.json }
    if let mail { object["mail"] = mail.json }
    if let memory { object["memory"] = .string(memory) }
    if let admin { object["admin_database"] = .string(admin) }
    if let metricsKey { object["metrics_key"] = .string(metricsKey.revealed) }
    if let metrics { object["metrics"] = metrics.json }
    if let tls {
      object["certificate"] = .string(tls.certificate)
      object["key"] = .string(tls.key)
    }
    return .object(object)
  }

  var tokens: AccessTokens {
    AccessTokens(keys: signingKeys, issuer: "compass-server/auth/v1", life: tokenLife)
  }

  /// Returns the URL under which clients on the same machine reach the server.
  func url(port: Int) -> String {
    let host = address.contains(":") ? "[\(address)]" : address
    return "\(tls == nil ? "http" : "https")://\(host):\(port)"
  }

  /// Whether only programs on this machine can reach the server's port.
  private var isHere: Bool { Self.isHere(address) }

  private static func isHere(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.")
  }

  /// Warnings about settings that are allowed but probably a mistake, such as an open registration
  /// without e-mail.
  var doubts: [String] {
    let isOpen = registration == .open && (!isHere || tls != nil || isBehindProxy)
    if mail == nil, registration != .closed {
      let told = isOpen ? " A stranger learns who has an account." : ""
      return [
        "Without “mail” this server cannot confirm addresses and cannot ask parents: a child's own form says that a parent agreed.\(told)"
      ]
    }
    guard isOpen, pages == nil else { return [] }
    return ["“registration” is open without “pages”: no parent can be asked for a consent."]
  }

  /// The reason why the server refuses to run with this configuration, such as that passwords would
  /// be sent unencrypted; nil if it may run.
  var danger: Problem? {
    if let server = mail?.server, server.security == .none, !server.isOnThisMachine {
      return Problem(
        .usage, "Letters with codes would go unencrypted over the network to \(server.host).",
        fix: "Let “security” in “mail” be starttls or tls.")
    }
    if let metrics, metrics.port == port, port != 0, metrics.sharesAddress(with: address) {
      return Problem(
        .usage, "The server and its metrics cannot both have port \(port).",
        fix: "Name another “port” in “metrics”.")
    }
    if let metrics, !Self.isHere(metrics.address), metricsKey == nil {
      return Problem(
        .usage, "Everybody could read the metrics at \(metrics.address).",
        fix: "Name a “metrics_key”, or let “address” in “metrics” be 127.0.0.1.")
    }
    if let pages, pages.address == nil, !isHere || isBehindProxy {
      return Problem(
        .usage, "Browsers on other computers need an address for the pages.",
        fix: "Name it in “pages”:  \"address\": \"https://compass.example.org\"")
    }
    guard !isHere, tls == nil, !isBehindProxy else { return nil }
    return Problem(
      .usage, "Passwords would go unencrypted over the network at \(address).",
      fix: "Name a certificate and its key, or say behind_proxy where a proxy does TLS.")
  }
}
