public import FeatureKit

/// The address of a mail server and the data to sign in to it.
public struct MailServer: Equatable, Sendable {
  public enum Security: String, CaseIterable, Equatable, Sendable {
    /// The connection becomes encrypted right after the server's greeting, before any other
    /// command. The usual port is 587.
    case startTLS = "starttls"
    /// The connection is encrypted from the first byte. The usual port is 465.
    case tls
    /// The connection is not encrypted. A password is then sent only to a server on this machine,
    /// never over a network.
    case none
  }

  public let host: String
  public let port: Int
  public let security: Security
  public let user: String?
  public let password: SecretText?
  /// The path of a PEM file with certificates to trust instead of those of the machine; nil to
  /// trust those of the machine.
  public var certificates: String?
  public var connectMilliseconds = 10_000
  /// The time limit in milliseconds for sending a message, including the connection to the server.
  public var totalMilliseconds = 60_000

  public init(
    host: String, port: Int, security: Security, user: String? = nil, password: SecretText? = nil
  ) throws(MailFailure) {
    guard Self.isHost(host), (1...65535).contains(port) else {
      throw .badServer("\(host):\(port)")
    }
    if let user, MailHeader.hasControls(user) { throw .controlCharacter(in: "user", of: user) }
    if password != nil, security == .none, !Self.isThisMachine(host) {
      throw .passwordWithoutTLS(host: host)
    }
    self.host = host
    self.port = port
    self.security = security
    self.user = user
    self.password = password
  }

  /// Returns the usual port for a kind of encryption: 587 for `.startTLS`, 465 for `.tls` and 25
  /// for `.none`.
  public static func usualPort(for security: Security) -> Int {
    switch security {
    case .startTLS: 587
    case .tls: 465
    case .none: 25
    }
  }

  /// Returns whether the text is a host name or an IPv4 address, without characters that have a
  /// meaning in a URL.
  private static func isHost(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count) && !text.hasPrefix("-") && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || (byte < 0x80 && Unicode.Scalar(byte).properties.isAlphabetic)
      }
  }

  /// Whether the server runs on this machine, so that what is sent to it crosses no network.
  public var isOnThisMachine: Bool { Self.isThisMachine(host) }

  private static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < 0x3A })
  }
}
