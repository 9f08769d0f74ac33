import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// Checks the service key, with which an administrator's programs read and write without the limits
/// of row security (decision 72).
///
/// The key is either a secret text, `sb_secret_…`, or a token with the role `service_role` that
/// one of the server's signing keys signed.
struct ServiceKey: Sendable {
  static let prefix = "sb_secret_"

  /// The secret key and its database connection; nil if the configuration has no member `service`,
  /// so that no service key is accepted.
  let settings: ServiceSettings?
  let tokens: AccessTokens
  let now: @Sendable () -> Instant

  /// Returns whether a text is the service key or a token for the service role. Returns false for
  /// any other text, which may still be a person's token.
  func admits(_ text: String) throws(RestFault) -> Bool {
    let isOpaque = text.hasPrefix(Self.prefix)
    if !isOpaque {
      do throws(AccessTokens.Fault) {
        guard try tokens.isOf("service_role", text, now: now()) else { return false }
      } catch {
        guard error != .notOurs else { return false }
        throw RestFault(error)
      }
    }
    guard let settings else {
      throw RestFault(
        .unauthorized, "PGRST301", "This server takes no service key.",
        hint: "Its administrator allows one with “service” in server.json.")
    }
    guard !isOpaque || MessageMAC.areEqual(Array(text.utf8), Array(settings.key.revealed.utf8))
    else { throw RestFault(.unauthorized, "PGRST301", "No suitable key or wrong key type") }
    return true
  }
}

/// The member `service` of the server's configuration: what is needed to accept a service key.
struct ServiceSettings: Equatable, Sendable {
  /// The connection string of a database role that may switch to `service_role`. The role that
  /// serves people's requests may not switch to it.
  var database: String
  var key: SecretText

  init(database: String, key: SecretText) {
    self.database = database
    self.key = key
  }

  init(_ members: ConfigMembers) throws(Problem) {
    var members = members
    database = try members.text("database")
    key = SecretText(try members.secret("key"))
    try members.finish()
    guard key.revealed.hasPrefix(ServiceKey.prefix) else {
      throw Problem(
        .usage, "“key” in “service” has to begin with \(ServiceKey.prefix).",
        fix: "Draw one:  " + ServerConfig.command("service-key", at: nil))
    }
  }

  var json: JSONValue {
    ["database": .string(database), "key": .string(key.revealed)]
  }
}
