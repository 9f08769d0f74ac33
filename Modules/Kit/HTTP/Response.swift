/// An HTTP response as a value. A handler creates it, and the server sends it.
public struct Response: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    /// A body that is produced while it is sent. If the length is known, the client can show how
    /// much is left.
    case stream(length: Int?, @Sendable (BodyWriter) async throws -> Void)
    /// Server-sent events, until the closure returns or the client disconnects.
    case events(@Sendable (EventWriter) async throws -> Void)

    public static let empty = Body.bytes([])
  }

  public var status: Status
  public var headers: Headers
  public var body: Body

  public init(_ status: Status, headers: Headers = [:], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public init(_ status: Status, _ type: MediaType, _ bytes: [UInt8]) {
    self.init(status, headers: ["Content-Type": type.description], body: .bytes(bytes))
  }

  public init(_ status: Status, _ type: MediaType, _ text: String) {
    self.init(status, type, Array(text.utf8))
  }

  /// Redirects the browser to another path of this host.
  ///
  /// - Parameter target: a parsed target, which cannot name another host.
  public static func seeOther(_ target: RequestTarget) -> Response {
    Response(.seeOther, headers: ["Location": target.text])
  }

  /// Returns a file that the browser saves under `name`, which may contain any characters.
  public static func download(_ name: String, _ type: MediaType, _ body: Body) -> Response {
    Response(
      .ok,
      headers: [
        "Content-Type": type.description, "Content-Disposition": FileName.attachment(name),
        "X-Content-Type-Options": "nosniff",
      ], body: body)
  }

  /// A stream of server-sent events for an open page.
  public static func events(
    _ send: @escaping @Sendable (EventWriter) async throws -> Void
  ) -> Response {
    Response(
      .ok,
      headers: [
        "Content-Type": MediaType.events.description, "Cache-Control": "no-store",
        // This header asks a proxy such as nginx not to buffer the response, because buffering
        // would delay the events.
        "X-Accel-Buffering": "no",
      ], body: .events(send))
  }

  /// Returns the response with the tag, which names a version of the page. If the client's request
  /// says that the client already has this version, the result is a 304 without a body.
  public func unlessKnown(_ tag: EntityTag, to request: Request) -> Response {
    var answer = self
    if status == .ok, [.get, .head].contains(request.method), tag.isKnown(by: request.headers) {
      answer = Response(.notModified, headers: headers)
      answer.headers.remove("Content-Type")
    }
    answer.headers["ETag"] = tag.text
    return answer
  }

  public mutating func set(_ cookie: SetCookie) {
    if let text = cookie.text { headers.add("Set-Cookie", text) }
  }

  /// Runs the body's writer and returns all its bytes.
  ///
  /// Tests use this function, and so do pages that include another page.
  public func collected() async throws -> [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .stream(_, let produce):
      let collected = Collector()
      try await produce(BodyWriter { await collected.add($0) })
      return await collected.bytes
    case .events(let send):
      let collected = Collector()
      try await send(EventWriter(BodyWriter { await collected.add($0) }))
      return await collected.bytes
    }
  }

  private actor Collector {
    var bytes: [UInt8] = []
    func add(_ more: [UInt8]) { bytes += more }
  }
}

/// The error that writing a body throws if the client has disconnected or the server is stopping.
///
/// A handler does not catch this error, so the error ends the handler.
public struct ReceiverLeft: Error, Equatable, Sendable {
  public init() {}
}

/// Writes a body piece by piece. `write` returns when the buffer has space for more, so the
/// producer cannot get far ahead of the client.
public struct BodyWriter: Sendable {
  private let take: @Sendable ([UInt8]) async throws -> Void

  public init(_ take: @escaping @Sendable ([UInt8]) async throws -> Void) { self.take = take }

  public func write(_ bytes: [UInt8]) async throws { try await take(bytes) }

  public func write(_ text: String) async throws { try await take(Array(text.utf8)) }
}

/// Sends events to one open page.
public struct EventWriter: Sendable {
  private let writer: BodyWriter

  public init(_ writer: BodyWriter) { self.writer = writer }

  public func send(_ event: ServerEvent) async throws { try await writer.write(event.text) }
}

/// One server-sent event in the format of the HTML standard.
public struct ServerEvent: Equatable, Sendable {
  /// The type of the event. Nil means `message`.
  public var name: String?
  public var data: String
  /// The identifier that a browser sends back when it reconnects.
  public var id: String?

  public init(_ name: String? = nil, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }

  /// The event as text. Each line of the data gets its own `data:` line, because a line break in
  /// the data would end the event.
  public var text: String {
    var lines: [String] = []
    if let name { lines.append("event: \(Self.oneLine(name))") }
    if let id { lines.append("id: \(Self.oneLine(id))") }
    lines += Self.lines(of: data).map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// A comment that keeps a silent connection from timing out. Clients ignore it.
  public static let ping = ": ping\n\n"

  private static func oneLine(_ text: String) -> String {
    Headers.safe(text)
  }

  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = Substring(text)
    // Swift treats a carriage return with a following line feed as one `Character`, so it has to be
    // compared separately.
    while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
      lines.append(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    return lines + [rest]
  }
}
