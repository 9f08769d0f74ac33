public import FeatureKit

/// The reasons why a message could not be composed or sent. The values never contain a password.
public enum MailFailure: Error, Equatable, Sendable {
  // Failures before anything is sent.
  case notSetUp
  case senderMissing
  case passwordMissing(host: String)
  case badAddress(String)
  case controlCharacter(in: String, of: String)
  case badServer(String)
  case passwordWithoutTLS(host: String)
  case libraryMissing
  case certificatesMissing(path: String?)

  // Failures of the connection, or while the message is transferred.
  case hostUnknown(String)
  case offline
  case connectionRefused(host: String, port: Int)
  case timedOut(host: String, milliseconds: Int)
  case badCertificate(host: String)
  case noTLS(host: String)
  case connectionLost(host: String)
  case cancelled

  // Refusals by the mail server.
  case signInRefused(host: String, user: String)
  case senderRefused(String, Reply)
  case recipientRefused(String, Reply)
  case messageRefused(Reply)
  /// The server accepts messages, but rejected this one because of its size.
  case tooLarge(Reply)
  /// The message was transferred completely, but no response arrived, so the server may have
  /// accepted it.
  case unconfirmed(host: String)
  case unexpected(code: Int)
  /// Another part of the program that sending needs, such as the store of the password, failed with
  /// this problem.
  case unavailable(Problem)

  /// The response of a mail server. A code from 400 to 499 is a temporary error, one from 500 a
  /// permanent error.
  public struct Reply: Equatable, Sendable {
    public var code: Int
    public var text: String

    public init(code: Int, text: String) {
      self.code = code
      self.text = text
    }

    public var isTemporary: Bool { (400..<500).contains(code) }

    /// Whether the server rejected the message because of its size (RFC 1870, and RFC 3463 in 3.3
    /// and 3.4). The code 552 can also mean that the recipient's mailbox is full, which has its own
    /// extended code.
    public var isAboutSize: Bool {
      if text.hasPrefix("5.2.3") || text.hasPrefix("5.3.4") { return true }
      return code == 552 && !isAboutFullMailbox
    }

    var isAboutFullMailbox: Bool { text.hasPrefix("5.2.2") }
  }
}

extension MailFailure {
  public var problem: Problem {
    if case .unavailable(let problem) = self { return problem }
    let (title, fix) = words
    var problem = Problem(cause, title, fix: fix)
    problem.awaitsSetUp = self == .notSetUp
    return problem
  }

  /// Whether further messages to the same server can succeed: the server works and accepts the
  /// sign-in, and rejected only this message.
  public var concernsThisMessageOnly: Bool {
    switch self {
    case .badAddress, .controlCharacter, .recipientRefused, .messageRefused, .tooLarge: true
    case .notSetUp, .senderMissing, .passwordMissing, .badServer, .passwordWithoutTLS,
      .libraryMissing, .certificatesMissing, .hostUnknown, .offline, .connectionRefused,
      .timedOut, .badCertificate, .noTLS, .connectionLost, .cancelled, .signInRefused,
      .senderRefused, .unconfirmed, .unexpected, .unavailable:
      false
    }
  }

  private var cause: Cause {
    switch self {
    case .badAddress, .controlCharacter, .badServer, .passwordWithoutTLS, .notSetUp,
      .senderMissing, .passwordMissing:
      .usage
    case .unavailable(let problem): problem.cause
    case .hostUnknown, .offline, .connectionRefused, .connectionLost: .offline
    case .timedOut: .timedOut
    case .cancelled: .interrupted
    case .senderRefused(_, let reply), .recipientRefused(_, let reply), .messageRefused(let reply),
      .tooLarge(let reply):
      reply.isTemporary ? .serverError : .failed
    case .libraryMissing, .certificatesMissing, .badCertificate, .noTLS, .signInRefused,
      .unconfirmed, .unexpected:
      .failed
    }
  }

  private var words: (title: String, fix: String?) {
    switch self {
    case .notSetUp:
      (
        "Sending e-mail is not set up here yet.", "Set it up:  settings mail"
      )
    case .senderMissing:
      (
        "It is not clear which address the message is from.",
        "Name yours:  settings mail --from you@example.org"
      )
    case .passwordMissing(let host):
      (
        "The password for \(shown(host)) is not kept on this machine.",
        "Give it:  settings mail"
      )
    case .unavailable(let problem): (problem.title, problem.fix)
    case .badAddress(let text):
      ("\(quoted(text)) is not an e-mail address.", "Write it like sam@example.org.")
    case .controlCharacter(let field, let text):
      (
        "The \(field) \(quoted(text)) has a line break or control character in it.",
        "Write it on one line."
      )
    case .badServer(let text):
      (
        "\(quoted(text)) is not the name of an e-mail server.",
        "Write it like smtp.example.org, with a port."
      )
    case .passwordWithoutTLS(let host):
      (
        "The password is not sent to \(shown(host)) without encryption.",
        "Choose STARTTLS or TLS: both keep others from reading it."
      )
    case .libraryMissing:
      ("Sending e-mail needs libcurl.", "Install it with: sudo apt install libcurl4")
    case .certificatesMissing(let path):
      path.map { path in
        ("The certificates in \(quoted(path)) could not be read.", "Check the file's name.")
      } ?? (
        "This machine has no list of trusted certificates.",
        "Install it with: sudo apt install ca-certificates"
      )
    case .hostUnknown(let host):
      (
        "The e-mail server \(shown(host)) was not found.",
        "Check its name, and your connection to the internet."
      )
    case .offline: ("You are offline.", "Connect to the internet and try again.")
    case .connectionRefused(let host, let port):
      (
        "\(shown(host)) does not answer at port \(port).",
        "Check the port number: it is usually 587 or 465."
      )
    case .timedOut(let host, let milliseconds):
      (
        "\(shown(host)) did not answer within \(seconds(milliseconds)). Nothing was sent.",
        "Try again."
      )
    case .badCertificate(let host):
      (
        "\(shown(host)) could not prove that it is that server. Nothing was sent.",
        "Check the server's name. If it is your own server, give its certificate."
      )
    case .noTLS(let host):
      (
        "\(shown(host)) offers no encryption here. Nothing was sent.",
        "Check the port number and the encryption: STARTTLS goes with 587, TLS with 465."
      )
    case .connectionLost(let host):
      ("\(shown(host)) broke the connection off. Nothing was sent.", "Try again.")
    case .cancelled: ("Sending was stopped.", nil)
    case .signInRefused(let host, let user):
      (
        "\(shown(host)) did not accept the password of \(quoted(user)).",
        "Check it. Many providers want an app password, which you make on their pages."
      )
    case .senderRefused(let address, let reply):
      ("The server takes no mail from \(shown(address)): \(words(of: reply))", advice(reply))
    case .recipientRefused(let address, let reply):
      ("The server takes no mail for \(shown(address)): \(words(of: reply))", advice(reply))
    case .messageRefused(let reply):
      ("The server did not take the message: \(words(of: reply))", advice(reply))
    case .tooLarge(let reply):
      (
        "The message is too large for the server: \(words(of: reply)) Nothing was sent.",
        "Write the file instead and share it another way, or use a server that takes larger messages:  settings mail"
      )
    case .unconfirmed(let host):
      (
        "\(shown(host)) did not say whether it took the message; it may have gone out.",
        "Ask the recipient before you send it again."
      )
    case .unexpected(let code): ("Sending failed (libcurl error \(code)).", "Try again.")
    }
  }

  private func advice(_ reply: Reply) -> String {
    if reply.isTemporary { return "Try again in a few minutes." }
    return reply.isAboutFullMailbox
      ? "Their mailbox is full: tell them another way." : "Check the address."
  }

  private func words(of reply: Reply) -> String {
    let text = shown(reply.text)
    let end = text.isEmpty || text.hasSuffix(".") ? "" : "."
    return "\(reply.code)\(text.isEmpty ? "." : " " + text)\(end)"
  }

  private func quoted(_ text: String) -> String { "`" + shown(text) + "`" }

  /// Returns text from a server or a user in a form that is safe in a message: invisible characters
  /// are shown, and it is cut to 200 characters.
  private func shown(_ text: String) -> String {
    let visible = VisibleText(String(text.prefix(200))).text
    return text.count > 200 ? visible + "…" : visible
  }

  private func seconds(_ milliseconds: Int) -> String {
    milliseconds == 1000
      ? "1 second"
      : milliseconds % 1000 == 0 ? "\(milliseconds / 1000) seconds" : "\(milliseconds) ms"
  }
}
