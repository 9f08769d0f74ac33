import AuthLive
import CivilTime
import FeatureKit
import JSON
package import Mailing
import Networking

/// Sends e-mails of the server itself, such as codes and reminders.
package struct ServerMail: Sendable {
  /// Sends an e-mail to an address. It returns when the mail server has accepted the e-mail.
  package var send:
    @Sendable (_ address: String, _ letter: ServerLetter) async throws(MailFailure) -> Void

  /// Sends recruiting packets, the documents that present athletes to coaches; nil if the
  /// configuration does not allow athletes to send any.
  package var packets: PacketMail?

  /// The address that the e-mails come from. Answers to it reach the person who runs the server.
  package var from: String?

  package init(
    send: @escaping @Sendable (String, ServerLetter) async throws(MailFailure) -> Void
  ) { self.send = send }

  /// Sends an e-mail in the background, so that the answer to the request does not wait for it.
  ///
  /// If the answer waited, it would take longer for an address that has an account, and so reveal
  /// the account.
  package func sendLater(_ letter: ServerLetter, to address: String) {
    Task { await sendNow(letter, to: address) }
  }

  /// Sends an e-mail, and waits until the mail server has accepted it. A failure is written into the
  /// log.
  func sendNow(_ letter: ServerLetter, to address: String) async {
    do throws(MailFailure) { try await send(address, letter) } catch { Self.log(error) }
  }

  /// Returns the text of an e-mail message's id: the bytes as decimal numbers with dots between
  /// them.
  package static func messageName(_ bytes: [UInt8]) -> String {
    bytes.map { String($0) }.joined(separator: ".")
  }

  /// Writes a failure into the server's log for the administrator. The line does not name the
  /// recipient.
  package static func log(_ failure: MailFailure) {
    let reason = failure.isOfAddress ? "its address was refused." : failure.problem.title
    ServerCommands.log("A letter could not be sent: \(reason)")
  }

  /// Returns the service that sends e-mails through the mail server of the configuration.
  static func live(_ settings: MailSettings, _ now: @escaping @Sendable () -> Instant) -> ServerMail
  {
    var mail = ServerMail { address, letter async throws(MailFailure) in
      let id = if let given = letter.id { given } else { try newMessageName() }
      let message = try MailMessage(
        from: Mailbox(settings.from, name: "Recruiting Compass"), to: Mailbox(address),
        subject: letter.subject, text: letter.text, id: id, sentAt: now(),
        unsubscribing: letter.unsubscribing)
      try await Mailer.live.send(message, through: settings.server)
    }
    mail.from = settings.from
    if settings.sendsPackets {
      mail.packets = PacketMail(from: settings.from, now: now) { message throws(MailFailure) in
        try await Mailer.live.send(message, through: settings.server)
      }
    }
    return mail
  }

  static func newMessageName() throws(MailFailure) -> String {
    do throws(Problem) {
      return messageName(try RandomSource.system.bytes(16))
    } catch {
      throw .unavailable(error)
    }
  }
}

extension MailFailure {
  /// Whether the failure shows that no e-mail can reach this address, so that trying again is
  /// useless.
  package var isOfAddress: Bool {
    switch self {
    case .badAddress: true
    case .recipientRefused(_, let reply): !reply.isTemporary
    default: false
    }
  }
}

/// The member `mail` of the server's configuration, with the mail server that delivers its e-mails.
package struct MailSettings: Equatable, Sendable {
  var server: MailServer
  var from: String
  /// Whether athletes may send their packets to coaches through this mail server.
  var sendsPackets = true

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
    let signIn = try members.pair(
      "user", "password", fix: "Name both, or neither where the mail server asks for none.")
    from = try members.text("from")
    sendsPackets = try members.flag("packets") ?? true
    do throws(MailFailure) {
      server = try MailServer(
        host: host, port: port, security: security, user: signIn?.first,
        password: signIn.map { SecretText($0.second) })
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
    if !sendsPackets { object["packets"] = false }
    if let user = server.user { object["user"] = .string(user) }
    if let password = server.password { object["password"] = .string(password.revealed) }
    return .object(object)
  }
}
