import FeatureKit
import Glibc
import JSON

/// What `compass-server init` writes and everything else reads: where the database is, where to listen, and the server's secrets.
struct ServerConfig: Equatable, Sendable {
  /// As whoever serves: a role without rights of its own.
  var database: String
  /// As whoever may change the schema; `migrate` alone uses it.
  var admin: String
  var address = "127.0.0.1"
  var port = 8080
  var certificate: String?
  var key: String?
  /// A proxy before it does TLS, and says who asks.
  var isBehindProxy = false
  /// The folder with `Migrations` and `Accounts`.
  var schema: String
  /// What every client carries; it opens nothing.
  var publicKey: String
  var signingKeys: [AccessTokens.Key]
  var refreshKey: SecretText
  /// Seconds.
  var tokenLife: Int64 = 900

  /// A fresh one, with secrets that nobody has seen.
  init(
    database: String, admin: String, schema: String, random: RandomSource
  ) throws(Problem) {
    self.database = database
    self.admin = admin
    self.schema = schema
    publicKey = "sb_publishable_" + Base64URL.encoded(try random.bytes(16))
    signingKeys = [
      AccessTokens.Key(
        name: Base64URL.encoded(try random.bytes(6)),
        secret: SecretText(Base64URL.encoded(try random.bytes(32))))
    ]
    refreshKey = SecretText(Base64URL.encoded(try random.bytes(32)))
  }

}

extension ServerConfig {
  /// Reads a configuration; one that others may read is refused, because they have the secrets then.
  static func read(_ path: String) throws(Problem) -> ServerConfig {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      throw Problem(
        .notFound, "\(path) could not be read: \(String(cString: strerror(errno))).",
        fix: "Make one:  compass-server init --config \(path)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw Problem(
        .usage, "Others may read \(path), and it holds the server's secrets.",
        fix: "chmod 600 \(path), and make new secrets if somebody has read it.")
    }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 1 << 20 {
      let count = Glibc.read(descriptor, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += room[..<count]
    }
    guard let json = try? JSONValue.parse(utf8: bytes), let config = ServerConfig(json) else {
      throw Problem(.usage, "\(path) is no configuration of compass-server.")
    }
    return config
  }

  /// Never over one that is there: its keys are what people are signed in with.
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

  init?(_ json: JSONValue) {
    guard let database = json["database"]?.string, let admin = json["admin_database"]?.string,
      let schema = json["schema"]?.string, let publicKey = json["public_key"]?.string,
      let refresh = json["refresh_key"]?.string, let keys = json["signing_keys"]?.array
    else { return nil }
    self.database = database
    self.admin = admin
    self.schema = schema
    self.publicKey = publicKey
    refreshKey = SecretText(refresh)
    signingKeys = keys.compactMap { key in
      guard let name = key["name"]?.string, let secret = key["secret"]?.string,
        secret.utf8.count >= 32
      else { return nil }
      return AccessTokens.Key(name: name, secret: SecretText(secret))
    }
    guard !signingKeys.isEmpty, signingKeys.count == keys.count, refresh.utf8.count >= 32 else {
      return nil
    }
    address = json["address"]?.string ?? address
    port = json["port"]?.int ?? port
    certificate = json["certificate"]?.string
    key = json["key"]?.string
    isBehindProxy = json["behind_proxy"]?.bool ?? false
    tokenLife = json["token_seconds"]?.int.map { Int64(min(max($0, 60), 3_600)) } ?? tokenLife
  }

  private var json: JSONValue {
    var object: JSONObject = [
      "database": .string(database), "admin_database": .string(admin),
      "address": .string(address), "port": JSONValue(port), "behind_proxy": .bool(isBehindProxy),
      "schema": .string(schema), "token_seconds": JSONValue(Int(tokenLife)),
      "public_key": .string(publicKey),
      "signing_keys": .array(
        signingKeys.map { ["name": .string($0.name), "secret": .string($0.secret.revealed)] }),
      "refresh_key": .string(refreshKey.revealed),
    ]
    if let certificate { object["certificate"] = .string(certificate) }
    if let key { object["key"] = .string(key) }
    return .object(object)
  }

  /// What keeps it from being served like this; nil when nothing does.
  var danger: Problem? {
    let isHere = address == "::1" || address.hasPrefix("127.")
    guard !isHere, certificate == nil, !isBehindProxy else { return nil }
    return Problem(
      .usage, "Passwords would go unencrypted over the network at \(address).",
      fix: "Name a certificate and its key, or say behind_proxy where a proxy does TLS.")
  }
}
