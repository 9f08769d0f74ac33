/// What goes out. A host makes it as a value; the server sends it.
public struct Response: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    /// Made while it is sent. With a length the receiver knows how much is still to come.
    case stream(length: Int?, @Sendable (BodyWriter) async throws -> Void)
    /// Server-sent events, until the closure returns or the reader leaves.
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

  /// Leads to another address of this host, which is fetched with GET.
  ///
  /// - Parameter target: a parsed target, which cannot lead to another host.
  public static func seeOther(_ target: RequestTarget) -> Response {
    Response(.seeOther, headers: ["Location": target.text])
  }

  /// A file that the browser keeps under `name`, whatever letters that has.
  public static func download(_ name: String, _ type: MediaType, _ body: Body) -> Response {
    Response(
      .ok,
      headers: [
        "Content-Type": type.description, "Content-Disposition": FileName.attachment(name),
        "X-Content-Type-Options": "nosniff",
      ], body: body)
  }

  /// What changes while a page is open.
  public static func events(
    _ send: @escaping @Sendable (EventWriter) async throws -> Void
  ) -> Response {
    Response(
      .ok,
      headers: [
        "Content-Type": MediaType.events.description, "Cache-Control": "no-store",
        // Proxies that collect an answer before they hand it on would hold events back.
        "X-Accel-Buffering": "no",
      ], body: .events(send))
  }

  /// 304 without a body when the asker has this state of the page already; otherwise itself, with the tag.
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

  /// The whole body, for who wants it without a server: tests, and pages that contain others.
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

/// The receiver has gone, or the server stops: nothing that is written will be read.
public struct ReceiverLeft: Error, Equatable, Sendable {
  public init() {}
}

/// Takes a body piece by piece. `write` returns when there is room for more, so that whoever makes a body is never far ahead
/// of whoever reads it.
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

/// One server-sent event, as the HTML standard writes them.
public struct ServerEvent: Equatable, Sendable {
  /// Whom it is for on the page; nil for `message`.
  public var name: String?
  public var data: String
  /// What a browser that connects anew says it saw last.
  public var id: String?

  public init(_ name: String? = nil, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }

  /// Each line of the data on a line of its own: a line break inside would end the event, or begin another.
  public var text: String {
    var lines: [String] = []
    if let name { lines.append("event: \(Self.oneLine(name))") }
    if let id { lines.append("id: \(Self.oneLine(id))") }
    lines += Self.lines(of: data).map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// What keeps a silent stream from being taken for a dead one; readers skip it.
  public static let ping = ": ping\n\n"

  private static func oneLine(_ text: String) -> String {
    Headers.safe(text)
  }

  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = Substring(text)
    // A carriage return and a line feed after it are one Character.
    while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
      lines.append(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    return lines + [rest]
  }
}
