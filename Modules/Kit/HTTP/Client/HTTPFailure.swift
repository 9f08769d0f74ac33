/// The reason why a request got no response. Failures name hosts and never whole URLs, because a
/// path or a query may contain personal data.
public enum HTTPFailure: Error, Equatable, Sendable {
  /// The phase of a request during which the time limit was reached, such as connecting.
  public enum Wait: Equatable, Sendable {
    case connection, answer
    /// The server sent nothing for too long after the connection was made, or stopped in the middle
    /// of a response.
    case silence
  }

  /// This machine has no network.
  case offline
  case hostUnknown(String)
  /// The host has answered, but no program listens at the port.
  case refused(host: String)
  /// The network has no route to the host.
  case unreachable(host: String)
  case timedOut(host: String, Wait, after: Duration)
  /// This machine does not trust the host's certificate, or the certificate belongs to another
  /// host.
  case untrusted(host: String)
  case certificatesUnreadable(path: String)
  case noTLS(host: String)
  /// The connection broke off before the answer was complete.
  case connectionLost(host: String)
  /// The server's answer is not HTTP.
  case notHTTP(host: String)
  case answerTooLarge(host: String, limit: Int)
  case bodyTooLarge(limit: Int)
  /// The body to send could not be read completely.
  case bodyNotRead
  case badAddress
  case proxyUnknown(String)
  /// The proxy refuses the request. The status is nil if the proxy gave none.
  case proxyRefused(proxy: String, status: Int?)
  case cancelled
  case libraryMissing
  case unexpected(code: Int)

  /// The failure in one sentence for the person.
  public var sentence: String {
    switch self {
    case .offline: "There is no connection to the internet."
    case .hostUnknown(let host): "No server is called \(host)."
    case .refused(let host): "No program answers at \(host): the server is not running."
    case .unreachable(let host): "No way leads to \(host) from this network."
    case .timedOut(let host, .connection, let time):
      "\(host) could not be connected to within \(Self.words(time))."
    case .timedOut(let host, .answer, let time):
      "\(host) did not answer within \(Self.words(time))."
    case .timedOut(let host, .silence, let time):
      "\(host) sent nothing more for \(Self.words(time))."
    case .untrusted(let host): "The certificate of \(host) is not to be trusted."
    case .certificatesUnreadable(let path): "The certificates in \(path) cannot be read."
    case .noTLS(let host): "\(host) and this program found no encryption that both speak."
    case .connectionLost(let host): "The connection to \(host) broke off."
    case .notHTTP(let host): "What \(host) answers is not HTTP."
    case .answerTooLarge(let host, let limit):
      "\(host) answers with more than \(limit >> 10) KB, which is more than is taken."
    case .bodyTooLarge(let limit): "More than \(limit >> 10) KB cannot be sent at once."
    case .bodyNotRead: "What was to be sent could not be read to its end."
    case .badAddress: "The server's address is none."
    case .proxyUnknown(let proxy): "No proxy is called \(proxy)."
    case .proxyRefused(let proxy, let status):
      "The proxy \(proxy) does not let this through\(status.map { " (\($0))" } ?? "")."
    case .cancelled: "It was stopped before an answer came."
    case .libraryMissing: "The network needs libcurl."
    case .unexpected(let code): "The network failed in an unexpected way (\(code))."
    }
  }

  /// Advice about the failure. Nil if only waiting helps.
  public var advice: String? {
    switch self {
    case .offline: "Check the network and try again."
    case .hostUnknown, .badAddress: "Check how the address is written."
    case .proxyUnknown, .proxyRefused: "Check https_proxy and no_proxy in your environment."
    case .untrusted: "Do not go on unless the person who runs the server can explain it."
    case .certificatesUnreadable, .libraryMissing:
      "Install them with: sudo apt install ca-certificates libcurl4"
    default: nil
    }
  }

  private static func words(_ time: Duration) -> String {
    let milliseconds =
      time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1_000 == 0
      ? "\(milliseconds / 1_000) s" : "\(milliseconds) milliseconds"
  }
}
