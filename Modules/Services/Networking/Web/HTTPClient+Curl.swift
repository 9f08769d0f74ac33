import CCurl
import CivilTime
import Glibc
public import HTTP

extension HTTPClient {
  /// Sends requests through libcurl, which is loaded at the first one. All requests share one thread and its connections.
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

/// How this machine reaches the web.
public struct WebSettings: Sendable {
  public var proxy = ProxyChoice.environment
  /// The path of a PEM file with the certificates that are trusted; nil for the machine's own list.
  public var certificates: String?

  public init() {}

  /// The settings in the environment, with the usual variable names: `SSL_CERT_FILE` is the file of the trusted
  /// certificate authorities.
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
