public import HTTP

/// The address of a server and its limits.
public struct ServerSettings: Sendable {
  /// The numeric address to listen on. `127.0.0.1` accepts this computer only; `::` accepts every network of it.
  public var address = "127.0.0.1"
  /// The port to listen on; 0 chooses a free port.
  public var port: Int
  public var tls: TLSFiles?
  public var limits = ServerLimits()
  public var times = ServerTimes()
  /// Whether the server compresses text for clients that accept compression.
  public var compresses = true
  /// Makes the answer when a request does not reach the handler or the handler throws. The fault is nil for a server error.
  public var refusal: @Sendable (Status, RequestFault?, Request?) -> Response = {
    status, fault, _ in
    Response(status, .plainText, (fault?.sentence ?? status.phrase) + "\n")
  }
  /// Classifies the client by the request line and the headers. Called on the server's own thread for each request.
  public var standing: @Sendable (Request) -> Standing = { _ in .stranger }
  /// Called after each request, for logs and metrics.
  public var served: @Sendable (ServedRequest) -> Void = { _ in }
  /// Called with error messages of the library, for a log.
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

/// The kind of a connection's last request. It decides how long the connection is kept when many are open.
public enum Standing: Equatable, Sendable {
  case stranger
  /// The program knows the client.
  case known
  /// The program knows the client, and the client waits for an event: for minutes, without work for the server.
  case waiting
}

/// Limits for one client and for all clients together.
public struct ServerLimits: Equatable, Sendable {
  /// Length of the address in the request line, in bytes.
  public var target = 16 * 1024
  /// Length of all headers together, in bytes.
  public var headers = 32 * 1024
  /// Length of any body, in bytes: a file of ten megabytes with its form. A handler sets a lower limit where less is enough.
  public var body = 11 * 1024 * 1024
  /// How many bytes of an unwanted body are received and discarded, so that the client can read the answer: a browser reads
  /// no answer before it has sent everything.
  public var unwantedBody = 32 * 1024 * 1024
  /// Connections open at the same time; further ones wait in the system's queue.
  public var connections = 1_000
  /// The number of connections that are kept free for new clients. When fewer are free, idle connections are closed:
  /// first those of unknown clients, then those of known ones, the longest idle first.
  public var reserve: Int { connections / 20 }
  /// Waiting connections (`Standing.waiting`) that may be open in addition.
  public var waiting = 1_000
  /// The number of open connections from one address, or one network of IPv6, not counting waiting
  /// ones; nil behind a proxy, where all clients have one address. A further connection replaces
  /// the longest idle one from the same address, and is closed when none of them is idle.
  public var connectionsForAddress: Int? = 100

  public init() {}
}

/// How long the server waits for a client.
public struct ServerTimes: Equatable, Sendable {
  /// The longest time from when the first byte may arrive to the end of the headers.
  public var headers: Duration = .seconds(10)
  /// The longest time between two requests of a connection, and the longest time in which a client reads nothing of its
  /// answer.
  public var idle: Duration = .seconds(60)
  /// The time that every body may take. After this time, the body must arrive at `slowestBody` or
  /// faster.
  public var body: Duration = .seconds(20)
  /// The lowest speed of a body, in bytes a second.
  public var slowestBody = 4 * 1024
  /// The silence after which an open stream of events gets a ping, which detects whether the client is still connected.
  public var ping: Duration = .seconds(15)

  public init() {}
}

/// A request that has ended.
public struct ServedRequest: Equatable, Sendable {
  public let method: Method
  public let path: String
  /// The status of the answer; nil when the client left before the request was answered.
  public let status: Status?
  /// Whether the answer was sent completely.
  public let isWhole: Bool
  public let microseconds: Int64
}

/// Answers one request. It runs as a task and may suspend for any time, but must not block its thread. The task is cancelled
/// when the client leaves.
public typealias Handler = @Sendable (Request) async throws -> Response
