import AuthLive
import CivilTime
import FeatureKit
import JSON
import Mailing
import Networking

/// Sends letters to addresses.
package struct ServerMail: Sendable {
  package var send: @Sendable (_ address: String, _ letter: ServerLetter) async -> Void

  package init(send: @escaping @Sendable (String, ServerLetter) async -> Void) { self.send = send }

  /// Sends it after the answer to a request, which would otherwise take longer for an address that has an account.
  package func sendLater(_ letter: ServerLetter, to address: String) {
    Task { await send(address, letter) }
  }

  /// Sends letters through the mail server of the configuration. A failure is written to the log for the administrator,
  /// without the address.
  static func live(_ settings: MailSettings, _ now: @escaping @Sendable () -> Instant) -> ServerMail
  {
    ServerMail { address, letter in
      do {
        // A name of a message has no sign but dots and dashes.
        let id = try RandomSource.system.bytes(16).map { String($0) }.joined(separator: ".")
        let message = try MailMessage(
          from: Mailbox(settings.from, name: "Recruiting Compass"), to: Mailbox(address),
          subject: letter.subject, text: letter.text, id: id, sentAt: now())
        try await Mailer.live.send(message, through: settings.server)
      } catch MailFailure.recipientRefused, MailFailure.badAddress {
        ServerCommands.log("A letter could not be sent: its address was refused.")
      } catch {
        ServerCommands.log(
          "A letter could not be sent: \((error as? MailFailure)?.problem.title ?? "no randomness")"
        )
      }
    }
  }
}

/// The member `mail` of the configuration: the server through which letters are sent.
package struct MailSettings: Equatable, Sendable {
  var server: MailServer
  var from: String

  init(_ members: ConfigMembers) throws(Problem) {
    var members = members
    let host = try members.text("host")
    let name = try members.optionalText("security") ?? MailServer.Security.startTLS.rawValue
    guard let security = MailServer.Security(rawValue: name) else {
      throw Problem(
        .usage,
        "“security” in “mail” is \(name.prefix(60)) and has to be one of \(MailServer.Security.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
    let port = try members.number("port", 1...65_535) ?? MailServer.usualPort(for: security)
    let user = try members.optionalText("user")
    let password = try members.optionalText("password").map { SecretText($0) }
    from = try members.text("from")
    do throws(MailFailure) {
      server = try MailServer(
        host: host, port: port, security: security, user: user, password: password)
      _ = try Mailbox(from)
    } catch {
      throw error.problem
    }
    try members.finish()
  }

  var json: JSONValue {
    var object: JSONObject = [
      "host": .string(server.host), "port": JSONValue(server.port),
      "security": .string(server.security.rawValue), "from": .string(from),
    ]
    if let user = server.user { object["user"] = .string(user) }
    if let password = server.password { object["password"] = .string(password.revealed) }
    return .object(object)
  }
}
