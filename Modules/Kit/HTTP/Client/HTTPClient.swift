/// Sends requests to other servers. It uses the same `Request` and `Response` types as the server.
///
/// Only an app creates a client that uses the network. Other code gets the client from the app, so
/// tests can replace it.
public struct HTTPClient: Sendable {
  /// Sends a request over the network, without repeating it. It returns when the head of the answer
  /// has arrived. The body arrives in pieces afterwards.
  public typealias Transport =
    @Sendable (Request, _ body: [UInt8]?, AskingRules) async throws(HTTPFailure) -> ArrivingResponse

  package let transport: Transport
  package let waiting: RepetitionWaiting

  public init(waiting: RepetitionWaiting, transport: @escaping Transport) {
    self.transport = transport
    self.waiting = waiting
  }

  /// Returns the response with its complete body. If the request fails, it is sent again, provided
  /// that the server may receive it twice without harm.
  public func answer(
    to request: Request, _ rules: AskingRules = AskingRules()
  ) async throws(HTTPFailure) -> Response {
    let body = try await Self.body(of: request, rules)
    var repetition = Repetition(of: request.method, rules)
    while true {
      let result = await once(request, body, rules)
      guard let pause = repetition.pause(after: result, waiting) else { return try result.get() }
      do { try await waiting.sleep(pause) } catch { throw .cancelled }
    }
  }

  /// Returns the response with a body that is received while the caller reads it. The request is
  /// sent once. Only a small part of the body is received in advance.
  ///
  /// - Throws: also from the body's stream, if the body breaks off or is larger than the rules
  ///   allow.
  public func stream(
    _ request: Request, _ rules: AskingRules = AskingRules()
  ) async throws(HTTPFailure) -> Response {
    let arriving = try await transport(request, try await Self.body(of: request, rules), rules)
    let length = arriving.headers["Content-Length"].flatMap(Int.init)
    return Response(
      arriving.status, headers: arriving.headers,
      body: .stream(length: length) { writer in
        var count = 0
        while let piece = try await arriving.next() {
          count += piece.count
          guard count <= rules.answerLimit else {
            throw HTTPFailure.answerTooLarge(host: request.host ?? "", limit: rules.answerLimit)
          }
          try await writer.write(piece)
        }
      })
  }

  private func once(
    _ request: Request, _ body: [UInt8]?, _ rules: AskingRules
  ) async -> Result<Response, HTTPFailure> {
    do throws(HTTPFailure) {
      let arriving = try await transport(request, body, rules)
      var bytes: [UInt8] = []
      while let piece = try await arriving.next() {
        bytes += piece
        guard bytes.count <= rules.answerLimit else {
          throw .answerTooLarge(host: request.host ?? "", limit: rules.answerLimit)
        }
      }
      return .success(
        Response(arriving.status, headers: arriving.headers, body: .bytes(bytes)))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the complete body of the request. It is loaded into memory before the first byte is
  /// sent, because a second attempt sends it again.
  ///
  /// Nil if the method has no body.
  private static func body(
    of request: Request, _ rules: AskingRules
  ) async throws(HTTPFailure) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(RequestFault) {
      bytes = try await request.body.bytes(limit: rules.bodyLimit)
    } catch .bodyTooLarge(let limit) {
      throw .bodyTooLarge(limit: limit)
    } catch {
      throw .bodyNotRead
    }
    return bytes.isEmpty && !request.method.expectsBody ? nil : bytes
  }
}

/// A response whose head has been received.
public struct ArrivingResponse: Sendable {
  public let status: Status
  public let headers: Headers
  /// Returns the next piece of the body. Nil after the last piece. Throws if the body breaks off,
  /// so a broken body never looks complete.
  public let next: @Sendable () async throws(HTTPFailure) -> [UInt8]?

  public init(
    status: Status, headers: Headers,
    next: @escaping @Sendable () async throws(HTTPFailure) -> [UInt8]?
  ) {
    self.status = status
    self.headers = headers
    self.next = next
  }
}

/// The rules for a request: retries, time limits, and size limits.
public struct AskingRules: Equatable, Sendable {
  /// The condition under which a failed request is sent again.
  public enum Repeats: Equatable, Sendable {
    case never
    /// The request is repeated if its method is idempotent. An idempotent request has the same
    /// effect if it is sent twice.
    case whenIdempotent
    /// The request is repeated whatever its method is. The server recognizes the repetition by an
    /// idempotency key in the request, or a repetition changes nothing.
    case keyed
  }

  /// The longest time for resolving the name, connecting and agreeing on TLS.
  public var connect: Duration = .seconds(10)
  /// The longest time for one attempt, from the first byte to the last. Nil sets no limit.
  public var total: Duration? = .seconds(20)
  /// The longest time without any received or sent byte, in whole seconds.
  ///
  /// Nil sets no limit.
  public var silence: Duration?
  /// The largest body that is sent, in bytes.
  public var bodyLimit = 8 << 20
  /// The largest body of an answer, in bytes after decompressing.
  public var answerLimit = 8 << 20
  public var repeats = Repeats.whenIdempotent

  public init() {}
}

extension Request {
  /// Creates a request as a client sends it, for `https://host/path?query`.
  public init(
    _ method: Method, address: String, headers: Headers = [:], body: RequestBody = .none
  ) throws(RequestFault) {
    let target = try RequestTarget(address)
    // An address with a user name and a password before the host, as in `user:password@host`, is
    // refused. The password would be visible wherever the program shows the address.
    guard let host = target.host, !host.isEmpty, !host.contains("@") else {
      throw .badTarget("an address without a host, or with a password in it")
    }
    self.init(
      method, target, headers: headers, isSecure: ASCII.equal(address.prefix(8), "https://"),
      body: body)
  }

  /// The complete URL of the request, such as `https://host/path?query`.
  public var address: String { "\(isSecure ? "https" : "http")://\(host ?? "")\(target.text)" }
}

extension Method {
  /// Whether a request with this method is sent with an empty body if it has none. The request then
  /// declares the length 0, because a server may refuse it without a length (RFC 9110, 8.6).
  var expectsBody: Bool { [.post, .put, .patch].contains(self) }
}
