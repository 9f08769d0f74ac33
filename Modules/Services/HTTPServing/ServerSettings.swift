public import HTTP

/// Where a server listens and what it puts up with.
public struct ServerSettings: Sendable {
  /// The numeric address to listen at. `127.0.0.1` is this computer alone; `::` is every address of it.
  public var address = "127.0.0.1"
  /// 0 for one that is free.
  public var port: Int
  public var tls: TLSFiles?
  public var limits = ServerLimits()
  public var times = ServerTimes()
  /// Whether text is sent compressed to who takes it.
  public var compresses = true
  /// What a request gets that never reaches the handler, or that the handler fails on: the fault, or nil for an error of its own.
  public var refusal: @Sendable (Status, RequestFault?, Request?) -> Response = {
    status, fault, _ in
    Response(status, .plainText, (fault?.sentence ?? status.phrase) + "\n")
  }
  /// Who asks, as far as the first line and the headers show it. It is asked on the server's own thread, for each request.
  public var standing: @Sendable (Request) -> Standing = { _ in .stranger }
  /// Told of each request when it is over, for logs and figures.
  public var served: @Sendable (ServedRequest) -> Void = { _ in }
  /// Told what the library says went wrong: for a log, not for people.
  public var notice: @Sendable (String) -> Void = { _ in }

  public init(port: Int) { self.port = port }
}

/// A certificate with its chain, and its key, as PEM files.
public struct TLSFiles: Equatable, Sendable {
  public var certificate: String
  public var key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// What a connection's last request was, which decides how long the connection is kept when many are open.
public enum Standing: Equatable, Sendable {
  case stranger
  /// Of somebody whom the program knows.
  case known
  /// Of somebody whom the program knows, and who waits for something to happen: for minutes, without work for the server.
  case waiting
}

/// What one client, and all of them, may take.
public struct ServerLimits: Equatable, Sendable {
  /// Of the address in the first line, in bytes.
  public var target = 16 * 1024
  /// Of all headers together, in bytes.
  public var headers = 32 * 1024
  /// Of any body, in bytes; a handler asks for less where less is enough.
  public var body = 8 * 1024 * 1024
  /// What is received and thrown away of a body that nobody wants, so that its sender hears why: a browser does not read an
  /// answer before it has sent everything.
  public var unwantedBody = 32 * 1024 * 1024
  /// Open at the same time; more wait in the system's queue.
  public var connections = 1_000
  /// So many of them are kept free for newcomers: when fewer are, connections that ask nothing are closed, strangers' before those of
  /// known people, the longest idle first.
  public var reserve: Int { connections / 20 }
  /// Open beside those while they wait (`Standing.waiting`).
  public var waiting = 1_000
  /// Open at the same time from one address, or one network of IPv6, without those that wait; nil behind a proxy, where all
  /// come from one. One more takes the place of the longest idle there, and is closed when none is idle.
  public var connectionsForAddress: Int? = 100

  public init() {}
}

/// How long the server waits for others.
public struct ServerTimes: Equatable, Sendable {
  /// From the first byte that could come to the last of the headers.
  public var headers: Duration = .seconds(10)
  /// Between two requests of a connection, and for a receiver that takes nothing.
  public var idle: Duration = .seconds(60)
  /// What any body may take; beyond it, it must come at `slowestBody` at least.
  public var body: Duration = .seconds(20)
  /// Bytes a second.
  public var slowestBody = 4 * 1024
  /// Of silence before an open page is sent a ping, which finds out whether it is still there.
  public var ping: Duration = .seconds(15)

  public init() {}
}

/// A request that is over.
public struct ServedRequest: Equatable, Sendable {
  public let method: Method
  public let path: String
  /// Nil when its sender left before it was answered.
  public let status: Status?
  /// Whether the answer went out to its end.
  public let isWhole: Bool
  public let microseconds: Int64
}

/// Answers one request. It runs as a task of its own and may wait as long as it likes; what blocks a thread belongs on another.
/// The task is cancelled when the asker leaves.
public typealias Handler = @Sendable (Request) async throws -> Response
