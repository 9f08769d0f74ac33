import Synchronization

/// An HTTP request, received by a server or to be sent by a client: the first line and the headers
/// as values, and a body that is read on demand.
public struct Request: Sendable {
  public var method: Method
  public var target: RequestTarget
  public var headers: Headers
  /// The network address of the sender: the client, or a proxy in front of the server.
  public var peer: String
  /// Whether the request came over TLS.
  public var isSecure: Bool
  public var body: RequestBody

  public init(
    _ method: Method, _ target: RequestTarget, headers: Headers = [:], peer: String = "127.0.0.1",
    isSecure: Bool = false, body: RequestBody = .none
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.peer = peer
    self.isSecure = isSecure
    self.body = body
  }

  public var path: String { target.path }
  public var segments: [String] { target.segments }
  public var query: Fields { target.query }
  public var cookies: Cookies { Cookies(headers) }

  /// The host of the request, with its port, such as `localhost:8080`.
  public var host: String? { target.host ?? headers["Host"] }

  public var mediaType: MediaType? { headers["Content-Type"].flatMap(MediaType.init) }
}

/// A request's body in pieces. No byte is read from the network before the first piece is
/// requested, so a handler that refuses a request receives no body.
public struct RequestBody: Sendable {
  /// The length that the sender declared. Nil for a body that is sent in chunks.
  public let length: Int?

  private let take: @Sendable () async throws(RequestFault) -> [UInt8]?
  private let received = Received()

  /// The part of a body that is in memory: the bytes or the form that were received, or the fault
  /// that ended the reception. All copies of the body share it.
  private final class Received: Sendable {
    /// The complete body if it is in memory. Nil otherwise.
    let bytes = Mutex<Result<[UInt8], RequestFault>?>(nil)
    /// The form in the body if `receiveForm` has received it before a call of `form`. Nil
    /// otherwise.
    let form = Mutex<Result<Form, any Error>?>(nil)
  }

  public init(
    length: Int?, _ take: @escaping @Sendable () async throws(RequestFault) -> [UInt8]?
  ) {
    self.length = length
    self.take = take
  }

  public static var none: RequestBody {
    RequestBody(length: 0) { () throws(RequestFault) -> [UInt8]? in nil }
  }

  /// Returns a body from bytes in memory. `next` returns all of them as one piece, and `bytes`
  /// returns them as often as it is called.
  public static func bytes(_ bytes: [UInt8]) -> RequestBody {
    let rest = Once(bytes)
    let body = RequestBody(length: bytes.count) { () throws(RequestFault) -> [UInt8]? in
      rest.take()
    }
    body.received.bytes.withLock { $0 = .success(bytes) }
    return body
  }

  private final class Once: Sendable {
    private let bytes: Mutex<[UInt8]?>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes.isEmpty ? nil : bytes) }

    func take() -> [UInt8]? {
      bytes.withLock { bytes in
        defer { bytes = nil }
        return bytes
      }
    }
  }

  /// Returns the next piece. Nil after the last piece. Throws if the body breaks off, so a broken
  /// body never looks complete.
  public func next() async throws(RequestFault) -> [UInt8]? { try await take() }

  /// Returns the complete body.
  ///
  /// - Parameter limit: a longer body is refused by its declared length, before a byte is received.
  public func bytes(limit: Int) async throws(RequestFault) -> [UInt8] {
    if let length, length > limit { throw .bodyTooLarge(limit: limit) }
    if let received = received.bytes.withLock({ $0 }) {
      let all = try received.get()
      guard all.count <= limit else { throw .bodyTooLarge(limit: limit) }
      return all
    }
    var all: [UInt8] = []
    while let piece = try await take() {
      guard all.count + piece.count <= limit else { throw .bodyTooLarge(limit: limit) }
      all += piece
    }
    return all
  }

  /// Receives the complete body now, so that a later call of `bytes` returns it without waiting for
  /// the sender. If the body has a fault, that call throws it.
  func receive(limit: Int) async {
    let all: Result<[UInt8], RequestFault>
    do throws(RequestFault) {
      all = .success(try await bytes(limit: limit))
    } catch {
      all = .failure(error)
    }
    received.bytes.withLock { $0 = all }
  }

  /// Stores the form that was received from the body until `takeForm` returns it.
  func keep(_ form: Result<Form, any Error>) { received.form.withLock { $0 = form } }

  /// Returns the stored form, at the first call only. The files of a form are deleted when no
  /// variable refers to the form any more.
  func takeForm() -> Result<Form, any Error>? {
    received.form.withLock { form in
      defer { form = nil }
      return form
    }
  }
}
