public import HTTP

/// The settings of an HTTP server: its address, certificate, limits, timeouts, and the functions
/// that it calls.
public struct ServerSettings: Sendable {
  /// The numeric address to listen on. With `127.0.0.1` only this computer can connect; with `::`
  /// every computer that reaches one of this computer's networks can.
  public var address = "127.0.0.1"
  /// The port to listen on; 0 chooses a free port.
  public var port: Int
  public var tls: TLSFiles?
  /// Whether connections from programs of other users of this computer, except root, are closed.
  ///
  /// It is for a server on `127.0.0.1` with cookies. A browser sends the cookies of this address to
  /// each port of it, so a program of another user that listens there receives them too.
  public var isForOwnUser = false
  public var limits = ServerLimits()
  public var times = ServerTimes()
  /// Whether the server compresses responses of text for clients that accept compression.
  public var compresses = true
  /// Returns the response for a request that does not reach the handler or for which the handler
  /// throws. The fault says what is wrong with the request; it is nil if the server caused the
  /// error.
  public var refusal: @Sendable (Status, RequestFault?, Request?) -> Response = {
    status, fault, _ in
    Response(status, .plainText, (fault?.sentence ?? status.phrase) + "\n")
  }
  /// Returns what kind of client has sent a request, from its request line and headers: a stranger,
  /// a recognized client, or one that waits for an event. The server calls the function on its own
  /// thread for each request, so it must not block.
  public var clientKind: @Sendable (Request) -> ClientKind = { _ in .stranger }
  /// Returns the executor on which the handler's task runs; nil for Swift's shared thread pool. The
  /// server calls the function on its own thread for each request, so it must not block.
  public var executor: @Sendable (Request) -> (any TaskExecutor)? = { _ in nil }
  /// A function that the server calls after each request, for logs and metrics.
  public var served: @Sendable (ServedRequest) -> Void = { _ in }
  /// A function that the server calls with each error message of libmicrohttpd, for a log.
  public var notice: @Sendable (String) -> Void = { _ in }

  public init(port: Int) { self.port = port }
}

/// The paths of the PEM files with the certificate chain of a server and its private key.
public struct TLSFiles: Equatable, Sendable {
  public var certificate: String
  public var key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// What the program knows about the client on a connection from its last request.
///
/// A stranger is a client that the program has not recognized. When too many connections are open,
/// connections of strangers are closed first.
public enum ClientKind: Equatable, Sendable {
  case stranger
  /// A client that the program has recognized, such as a signed-in browser.
  case known
  /// A recognized client whose request is answered only when something happens, such as a change of
  /// the family's data. Such a connection may be open for minutes without work for the server.
  case waiting
}

/// The limits of the HTTP server for one request, for one client and for all clients together.
public struct ServerLimits: Equatable, Sendable {
  /// The longest target of a request (its path and query), in bytes.
  public var target = 16 * 1024
  /// The largest size of all headers together, in bytes.
  public var headers = 32 * 1024
  /// The largest number of headers.
  public var headerCount = 200
  /// The largest size of a request body, in bytes. It is enough for a form with a file of ten
  /// megabytes; a handler sets a lower limit where less is enough.
  public var body = 11 * 1024 * 1024
  /// How many bytes of a refused body are received and discarded. A browser reads no response
  /// before it has sent the whole body, so without this it would not show the reason of the
  /// refusal.
  public var unwantedBody = 32 * 1024 * 1024
  /// The number of open connections near which the server closes some; see `reserve`. When
  /// `connections` and `waiting` together are reached, further clients wait in the operating
  /// system's queue.
  public var connections = 1_000
  /// How many of the `connections` are kept free for new clients. When fewer are free, the server
  /// closes connections. It begins with those of strangers (clients that the program has not
  /// recognized) that are idle, send a request or receive a response. Idle connections of
  /// recognized clients follow. Of each kind, those that have been idle for the longest time are
  /// closed first.
  public var reserve: Int { connections / 20 }
  /// The largest number of connections whose clients wait for an event (`ClientKind.waiting`). They
  /// do not count as `connections`. A further request of this kind is refused with the status 503.
  public var waiting = 1_000
  /// The largest number of open connections from one IPv4 address or one IPv6 network, without
  /// those that wait for an event.
  ///
  /// If there is one more, the server closes another from the same address that may be closed
  /// (`reserve`). If none may be closed, because the server works for them all, it closes the new
  /// one. The value is nil behind a proxy, where all clients have the proxy's address.
  public var connectionsForAddress: Int? = 100

  public init() {}
}

/// The time limits of the HTTP server for a client.
public struct ServerTimes: Equatable, Sendable {
  /// The time in which the headers of a connection's first request must be complete. For each
  /// further request the time `idle` (the longest pause between two requests) is added.
  public var headers: Duration = .seconds(10)
  /// The longest pause between two requests on a connection, and the longest time in which a client
  /// receives nothing of its response.
  public var idle: Duration = .seconds(60)
  /// The time that every request body may take. A body that takes longer must arrive at least at
  /// the speed `slowestBody`; otherwise the connection is closed.
  public var body: Duration = .seconds(20)
  /// The lowest permitted speed of a request body, in bytes a second.
  public var slowestBody = 4 * 1024
  /// The time during which a response to a stranger (a client that the program has not recognized)
  /// is not broken off to make place for a new client. A client with a usual connection receives
  /// the whole response in this time. Only a client that reads slowly on purpose needs more.
  public var undisturbed: Duration = .seconds(1)
  /// The time without an event after which the server sends a ping on an open event stream. The
  /// ping detects a client that has disconnected.
  public var ping: Duration = .seconds(15)

  public init() {}
}

/// A request that has ended, with its outcome, for logs and metrics.
public struct ServedRequest: Equatable, Sendable {
  public let method: Method
  /// The target of the request; nil if the head of the request was refused.
  public let target: RequestTarget?
  /// The status of the response; nil if the client disconnected before the response began.
  public let status: Status?
  /// Whether the whole response was sent. It is false if the client disconnected or the server
  /// broke off the response.
  public let isWhole: Bool
  /// Whether the response was a stream of events, which lasts for as long as its page is open.
  public let isEvents: Bool
  public let microseconds: Int64
}

/// The program's function that answers a request to the HTTP server.
///
/// It runs as a task and may suspend for any time, but must not block its thread. The server
/// cancels the task when the client disconnects.
public typealias Handler = @Sendable (Request) async throws -> Response
