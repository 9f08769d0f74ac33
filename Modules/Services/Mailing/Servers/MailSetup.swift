public import FeatureKit

/// A person's mail settings on this machine. The password is in the secret store.
public struct MailSetup: Equatable, Sendable {
  /// The name of the mail server, such as `smtp.example.org`; nil if no server is set up.
  public var host: String?
  /// The port of the mail server; nil for the usual port of `security`.
  public var port: Int?
  public var security: MailServer.Security
  public var user: String?
  /// The address of the sender; nil to use `user` if that is an address.
  public var from: String?
  /// The path of a PEM file with certificates to trust instead of those of the machine, for a mail
  /// server whose certificate no public authority has signed.
  public var certificates: String?
  /// The time limit for sending one message, in seconds.
  public var seconds: Int
  public var hasPassword: Bool

  public static let usualSeconds = 60
  public static let possibleSeconds = 1...600

  public init(
    host: String? = nil, port: Int? = nil, security: MailServer.Security = .startTLS,
    user: String? = nil, from: String? = nil, certificates: String? = nil,
    seconds: Int = usualSeconds, hasPassword: Bool = false
  ) {
    self.host = host
    self.port = port
    self.security = security
    self.user = user
    self.from = from
    self.certificates = certificates
    self.seconds = seconds
    self.hasPassword = hasPassword
  }

  /// The e-mail address of the sender: `from`, otherwise `user` if that is an address; nil if
  /// neither is known.
  public var sender: String? {
    if let from { return from }
    return user.flatMap { (try? Mailbox($0)) == nil ? nil : $0 }
  }

  /// The mail server as texts name it, such as `smtp.example.org, port 587, STARTTLS`; nil if none
  /// is set up.
  public var serverWords: String? {
    host.map { "\($0), port \(port ?? MailServer.usualPort(for: security)), \(security.words)" }
  }

  /// Returns the mail server with everything that sending needs. Throws a failure that says what to
  /// change if the settings are not usable, for example if the password is missing.
  public func server(password: SecretText?) throws(MailFailure) -> MailServer {
    guard let host else { throw .notSetUp }
    if user != nil, password == nil { throw .passwordMissing(host: host) }
    var server = try MailServer(
      host: host, port: port ?? MailServer.usualPort(for: security), security: security,
      user: user, password: user == nil ? nil : password)
    server.certificates = certificates
    server.totalMilliseconds = seconds * 1000
    server.connectMilliseconds = min(server.connectMilliseconds, server.totalMilliseconds)
    return server
  }
}

extension MailServer.Security {
  /// The name for this kind of encryption in texts, such as `STARTTLS`, as mail providers use it
  /// too.
  public var words: String {
    switch self {
    case .startTLS: "STARTTLS"
    case .tls: "TLS"
    case .none: "no encryption"
    }
  }
}
