import CMicroHTTPD
import Glibc
import HTTP

/// One open connection of a client, with the state of its current request. Only the server's own
/// thread uses it.
final class Link {
  enum Stage: Equatable {
    /// The connection waits for a request.
    case idle
    /// The request line has arrived.
    case asked(target: String)
    /// The headers have arrived. The handler has not yet decided whether it reads the body.
    case deciding
    case receiving
    /// The handler does not want the request body. The body is received and discarded.
    case discarding
    /// The request is complete; the connection waits for the handler's answer.
    case answering
    case sending
  }

  let id: UInt64
  unowned let loop: ServerLoop
  let connection: OpaquePointer
  let socket: Int32
  let peer: String
  let network: String
  var clientKind = ClientKind.stranger
  /// The time when the connection opened or its last request ended.
  var idleSince: Int64
  var stage = Stage.idle
  var exchange: Exchange?
  var isSuspended = false
  /// Whether the connection is being closed. Bytes that still arrive on it are ignored.
  var isDoomed = false
  /// The time by which the headers of the request must have arrived, as the machine's uptime in
  /// microseconds; nil while no headers are expected.
  var headerDeadline: Int64?

  /// The target of the current request, in the memory of libmicrohttpd. The pointer is valid until
  /// the body of the request is read.
  var targetStart: UnsafePointer<CChar>?
  var targetCount = 0
  var method = Method.get
  /// The target of the current request; nil before its head is read.
  var parsedTarget: RequestTarget?
  var declaredLength: Int?
  var expectsContinue = false
  var receivedBytes = 0
  var bodyBegan: Int64 = 0
  /// How many microseconds the connection was suspended while the body arrived, because the handler
  /// had not read what was buffered. The time limit of the body does not count this time.
  var bodyHeldUp: Int64 = 0
  var suspendedAt: Int64 = 0
  var began: Int64 = 0
  var status: Status?
  var isEvents = false
  var lastSent: Int64 = 0
  var sendingBegan: Int64 = 0

  init(id: UInt64, loop: ServerLoop, connection: OpaquePointer) {
    self.id = id
    self.loop = loop
    self.connection = connection
    socket = compass_connection_socket(loop.daemon, connection)
    peer = ListeningSocket.text(of: compass_connection_address(loop.daemon, connection))
    network = Network.of(peer)
    idleSince = loop.now
    // TCP_USER_TIMEOUT is the time after which the kernel closes the connection if the client
    // acknowledges no bytes. Without it, the server would not notice for a long time that a client
    // has vanished; with it, the next ping fails.
    ListeningSocket.set(
      socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: loop.times.idle / 1_000))
    ListeningSocket.set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    suspendedAt = loop.now
    compass_connection_suspend(loop.daemon, connection)
  }

  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    if stage == .receiving { bodyHeldUp += loop.now - suspendedAt }
    compass_connection_resume(loop.daemon, connection)
  }

  /// Closes the connection by shutting down its socket. libmicrohttpd then detects the closed
  /// socket and reports the end of the request.
  func doom() {
    isDoomed = true
    exchange?.leave()
    resume()
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Whether the connection may be closed to make place for a new client, because the server does
  /// no work for it.
  ///
  /// It is true between two requests. It is also true while a client that the program has not
  /// recognized (`ClientKind.stranger`) sends its request or receives its response. A client
  /// decides how long it takes for either, so such connections could keep all other clients out. A
  /// response may first run for some time (`ServerTimes.undisturbed`), because a client that loses
  /// it does not know what was done. While the handler works on a request, libmicrohttpd has
  /// suspended the connection, and it may not be closed.
  var mayMakeRoom: Bool {
    switch stage {
    case .idle: return true
    case .asked, .discarding: return clientKind == .stranger
    case .receiving: return clientKind == .stranger && !isSuspended
    case .sending:
      let isSlow = loop.now - sendingBegan >= loop.times.undisturbed
      return clientKind == .stranger && !isSuspended && isSlow
    case .deciding, .answering: return false
    }
  }

  /// Whether the connection waits for further bytes from the client: for a request, or for the rest
  /// of a request body.
  var awaitsInput: Bool {
    switch stage {
    case .idle, .asked, .receiving, .discarding: !isSuspended
    case .deciding, .answering, .sending: false
    }
  }

  /// Whether the client has closed its side of the connection and libmicrohttpd has read all bytes
  /// from the socket.
  var hasReadAll: Bool {
    var byte = UInt8(0)
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Whether the client has exceeded a time limit, either that of the headers or that of the body.
  func isTooSlow(_ times: ServerLoop.Times) -> Bool {
    if let headerDeadline { return loop.now > headerDeadline }
    guard stage == .receiving || stage == .discarding, !isSuspended else { return false }
    let allowed = times.body + Int64(receivedBytes) * 1_000_000 / Int64(max(1, times.slowestBody))
    return loop.now - bodyBegan - bodyHeldUp > allowed
  }
}
