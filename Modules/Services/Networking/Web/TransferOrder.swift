import CCurl
import HTTP

/// An HTTP request with its settings in the form in which libcurl needs them.
struct TransferOrder: Sendable {
  let host: String
  let rules: AskingRules
  let proxy: String?
  let certificates: String?
  private let method: String
  private let address: String
  private let lines: [String]
  private let body: [UInt8]?

  init(
    _ request: Request, _ body: [UInt8]?, _ rules: AskingRules, host: String, proxy: String?,
    certificates: String?
  ) {
    self.host = host
    self.rules = rules
    self.proxy = proxy
    self.certificates = certificates
    self.body = body
    method = request.method.name
    address = request.address
    // libcurl needs a semicolon after the name of a header with an empty value. A name with only a
    // colon removes a header that libcurl would otherwise add.
    lines =
      request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
      + ["Expect:"] + (request.headers["Content-Type"] == nil ? ["Content-Type:"] : [])
      + (request.headers["User-Agent"] == nil ? ["User-Agent: recruiting-compass"] : [])
  }

  /// Whether the request needs a new connection.
  ///
  /// libcurl sends a request a second time if a reused connection turns out to be closed. A request
  /// that must not be sent twice therefore gets a new connection.
  private var isOnFreshConnection: Bool {
    switch rules.repeats {
    case .keyed: false
    case .never, .whenIdempotent: !Method(method).isIdempotent
    }
  }

  /// Passes the request to libcurl, which copies all texts. Returns the running exchange, or nil if
  /// libcurl rejects the request.
  func begin(_ multi: OpaquePointer, _ context: UnsafeMutableRawPointer) -> OpaquePointer? {
    withCStrings(lines) { lines in
      withText(method) { method in
        withText(address) { url in
          withText(certificates) { certificates in
            withText(proxy ?? "") { proxy in
              withBody { bytes in
                compass_exchange_begin(
                  multi,
                  compass_request(
                    method: method, url: url, headers: lines.baseAddress, header_count: lines.count,
                    body: bytes?.baseAddress, body_count: bytes?.count ?? 0,
                    certificates: certificates, proxy: proxy,
                    on_fresh_connection: isOnFreshConnection,
                    connect_milliseconds: max(1, Int(rules.connect.milliseconds)),
                    total_milliseconds: rules.total.map { max(1, Int($0.milliseconds)) } ?? 0,
                    silence_seconds: rules.silence.map { max(1, Int($0.components.seconds)) } ?? 0,
                    context: context,
                    hear_header: { context, bytes, count in
                      Transfer.of(context)?.hearHeader(
                        UnsafeBufferPointer(start: bytes, count: count))
                    },
                    hear_body: { context, bytes, count in
                      Transfer.of(context)?.hearBody(
                        UnsafeBufferPointer(start: bytes, count: count)) ?? true
                    }))
              }
            }
          }
        }
      }
    }
  }

  /// Passes the body to `use`; nil means no body. A zero byte is appended, because an empty array
  /// would have no valid address.
  private func withBody<R>(_ use: (UnsafeBufferPointer<UInt8>?) -> R) -> R {
    guard let body else { return use(nil) }
    return (body + [0]).withUnsafeBufferPointer {
      use(UnsafeBufferPointer(start: $0.baseAddress, count: body.count))
    }
  }

  private func withText<R>(_ text: String?, _ use: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return use(nil) }
    return text.withCString(use)
  }

  private func withCStrings<R>(
    _ texts: [String], _ use: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> R
  ) -> R {
    // The buffer contains all texts one after the other, each with a zero byte at its end, as C
    // functions need them.
    var bytes: [CChar] = []
    let starts = texts.map { text in
      defer { bytes += text.utf8CString }
      return bytes.count
    }
    return bytes.withUnsafeBufferPointer { bytes in
      starts.map { start in bytes.baseAddress.map { $0 + start } }.withUnsafeBufferPointer(use)
    }
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
