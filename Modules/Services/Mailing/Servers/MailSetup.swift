public import FeatureKit

/// One person's mail settings on this machine. The password is stored separately.
public struct MailSetup: Equatable, Sendable {
  /// `smtp.example.org`; nil while no server is set up.
  public var host: String?
  /// Nil stands for the usual port of the encryption.
  public var port: Int?
  public var security: MailServer.Security
  public var user: String?
  /// The sender's address; nil uses `user` where that is an address.
  public var from: String?
  /// A file of certificates to trust instead of the machine's own list, for a self-hosted server.
  public var certificates: String?
  /// The time limit for one message.
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

  /// The sender's address: `from`, else the user's name where that is an address.
  public var sender: String? {
    if let from { return from }
    return user.flatMap { (try? Mailbox($0)) == nil ? nil : $0 }
  }

  /// The server in words: `smtp.example.org, port 587, STARTTLS`.
  public var serverWords: String? {
    host.map { "\($0), port \(port ?? MailServer.usualPort(for: security)), \(security.words)" }
  }

  /// The server for sending. Throws when the setup cannot work; the failure says what to change.
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
  /// The name that mail providers use for this kind of encryption.
  public var words: String {
    switch self {
    case .startTLS: "STARTTLS"
    case .tls: "TLS"
    case .none: "no encryption"
    }
  }
}
