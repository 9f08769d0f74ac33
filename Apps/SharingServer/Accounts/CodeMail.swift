import AuthLive
import CivilTime
import FeatureKit
import JSON
import Mailing
import Networking

/// Sends a code to an address.
package struct CodeMail: Sendable {
  package enum Purpose: Equatable, Sendable { case signIn, recovery }

  package var send: @Sendable (_ address: String, _ code: String, Purpose) async -> Void

  package init(send: @escaping @Sendable (String, String, Purpose) async -> Void) {
    self.send = send
  }

  /// Through the mail server of the configuration. A failure is the administrator's to read, and its line names no address.
  static func live(_ settings: MailSettings, _ now: @escaping @Sendable () -> Instant) -> CodeMail {
    CodeMail { address, code, purpose in
      do {
        // A name of a message has no sign but dots and dashes.
        let id = try RandomSource.system.bytes(16).map { String($0) }.joined(separator: ".")
        let message = try MailMessage(
          from: Mailbox(settings.from, name: "Recruiting Compass"), to: Mailbox(address),
          subject: purpose == .recovery ? "Your new password" : "Your code to sign in",
          text: text(code, purpose), id: id, sentAt: now())
        try await Mailer.live.send(message, through: settings.server)
      } catch MailFailure.recipientRefused, MailFailure.badAddress {
        ServerCommands.log("A code could not be sent: its address was refused.")
      } catch {
        ServerCommands.log(
          "A code could not be sent: \((error as? MailFailure)?.problem.title ?? "no randomness")")
      }
    }
  }

  private static func text(_ code: String, _ purpose: Purpose) -> String {
    let what = purpose == .recovery ? "choose a new password" : "sign in"
    return """
      Your code to \(what) at Recruiting Compass is

          \(code)

      It is good once, for an hour. If you did not ask for it, you need do nothing.
      """
  }
}

/// The member `mail` of the configuration: the server through which codes are sent.
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
