import CCurl
import CivilTime
import Glibc
public import HTTP

extension HTTPClient {
  /// Returns a client that sends requests with libcurl, which is loaded at the first request. All
  /// requests of the client share one thread and its connections.
  public static func live(_ settings: WebSettings = WebSettings()) -> HTTPClient {
    live(settings, .shared)
  }

  static func live(
    _ settings: WebSettings, _ library: CurlLibrary, waiting: RepetitionWaiting = .live,
    isOffline: @escaping @Sendable () -> Bool = { MachineNetwork.isMissing() }
  ) -> HTTPClient {
    let engine = WebEngine(library)
    return HTTPClient(waiting: waiting) { request, body, rules throws(HTTPFailure) in
      guard let host = request.host, !host.isEmpty else { throw .badAddress }
      let order = TransferOrder(
        request, body, rules, host: host,
        proxy: settings.proxy.address(for: host, isSecure: request.isSecure),
        certificates: settings.certificates)
      let asker = Asker(Transfer(order, isOffline: isOffline))
      try engine.begin(asker.transfer)
      let (status, headers) = try await asker.transfer.head()
      return ArrivingResponse(status: status, headers: headers) { () throws(HTTPFailure) in
        try await asker.transfer.next()
      }
    }
  }
}

/// The proxy and the certificates with which this machine sends its HTTP requests.
public struct WebSettings: Sendable {
  public var proxy = ProxyChoice.environment
  /// The path of a PEM file with the certificates to trust; nil for those of the machine.
  public var certificates: String?

  public init() {}

  /// The settings that the environment variables name: `https_proxy` and similar ones for the
  /// proxy, and `SSL_CERT_FILE` for the path of the file with the trusted certificates.
  public static var ofEnvironment: WebSettings {
    of { name in getenv(name).map { String(cString: $0) } }
  }

  static func of(_ variable: (String) -> String?) -> WebSettings {
    var settings = WebSettings()
    settings.certificates = variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    return settings
  }
}

extension RepetitionWaiting {
  static let live = RepetitionWaiting(
    sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0..<1) },
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    })
}
