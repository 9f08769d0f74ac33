import Basics
import Glibc
import HTTP
import Synchronization
import Threads

/// An HTTP server that answers requests on its own thread until it is stopped.
public final class HTTPServer: Sendable {
  /// The port on which the server listens. If `ServerSettings.port` is 0, this is the free port
  /// that the system has chosen.
  public let port: Int

  private let settings: ServerSettings
  private let handler: Handler
  private let library: MicroHTTPDLibrary
  private let connections: OpenConnections
  private let state: Mutex<State>

  private struct State {
    var running: RunningLoop
    /// The loops that a renewal of the certificate has replaced. They still answer the last
    /// requests on connections that were open at that time.
    var leaving: [RunningLoop] = []
    /// A second descriptor of the listening socket, from which the server's next loop is created
    /// when the certificate is renewed; nil after the server was stopped.
    var spare: Int32?
  }

  /// Starts a server. The caller must call `stop`: the server's thread runs on even if no reference
  /// to the server is left.
  public static func start(
    _ settings: ServerSettings, _ handler: @escaping Handler
  ) throws(ServingFailure) -> HTTPServer {
    try HTTPServer(settings, handler, MicroHTTPDLibrary.shared)
  }

  init(
    _ settings: ServerSettings, _ handler: @escaping Handler, _ library: MicroHTTPDLibrary
  ) throws(ServingFailure) {
    guard library.calls != nil else { throw .libraryMissing }
    let socket = try ListeningSocket(address: settings.address, port: settings.port)
    let spare = try Self.shared(socket)
    let connections = OpenConnections()
    do throws(ServingFailure) {
      state = Mutex(
        State(
          running: try RunningLoop(settings, handler, socket, library, connections), spare: spare))
    } catch {
      close(spare)
      throw error
    }
    self.settings = settings
    self.handler = handler
    self.library = library
    self.connections = connections
    port = socket.port
  }

  private static func shared(_ socket: ListeningSocket) throws(ServingFailure) -> Int32 {
    do throws(ServingFailure) {
      return try ListeningSocket(sharing: socket.descriptor, port: socket.port).descriptor
    } catch {
      close(socket.descriptor)
      throw error
    }
  }

  /// Reads the certificate and its key again and uses them for new connections. If the files cannot
  /// be used, the function throws and the server continues to use the old certificate.
  ///
  /// Each open connection may get one more response within `time`, so that no request is lost. The
  /// port stays open all the time.
  public func renewCertificate(within time: Duration) throws(ServingFailure) {
    try state.withLock { state throws(ServingFailure) in
      guard let spare = state.spare else { return }
      let next = try RunningLoop(
        settings, handler, ListeningSocket(sharing: spare, port: port), library, connections)
      state.running.stop(within: time, isPatient: true)
      state.leaving = state.leaving.filter { !$0.hasEnded } + [state.running]
      state.running = next
    }
  }

  /// The number of connections that are open at this moment.
  public var openConnections: Int { connections.number }

  /// Stops the server and returns when its thread has ended.
  ///
  /// The server accepts no new connections, ends event streams, and answers the requests that it
  /// has. After `time` the unfinished requests are aborted and their tasks cancelled.
  public func stop(within time: Duration) async {
    let loops = state.withLock { state in
      // The spare descriptor must be closed too: while it is open, the kernel would let clients
      // connect to a server that never answers.
      if let spare = state.spare { close(spare) }
      state.spare = nil
      return state.leaving + [state.running]
    }
    for loop in loops { loop.stop(within: time) }
    for loop in loops { await loop.untilEnded() }
  }
}

/// A server loop with its own thread.
private final class RunningLoop: Sendable {
  private let orders: ServerOrders
  private let ending = Signal()

  /// Creates a loop and starts its thread.
  ///
  /// - Parameter socket: the listening socket. The loop closes it, even if the loop cannot be
  ///   started.
  init(
    _ settings: ServerSettings, _ handler: @escaping Handler, _ socket: ListeningSocket,
    _ library: MicroHTTPDLibrary, _ connections: OpenConnections
  ) throws(ServingFailure) {
    guard let library = library.calls, let orders = ServerOrders() else {
      let code = errno
      close(socket.descriptor)
      throw .notStarted(String(cString: strerror(code)))
    }
    let loop = try ServerLoop(
      settings, handler: handler, orders: orders, socket: socket, library: library,
      connections: connections, stopped: { [ending] in ending.give() })
    self.orders = orders
    let box = Unmanaged.passRetained(loop)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<ServerLoop>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.takeRetainedValue().end()
      throw .notStarted(String(cString: strerror(code)))
    }
    pthread_detach(thread)
  }

  var hasEnded: Bool { ending.isGiven }

  func stop(within time: Duration, isPatient: Bool = false) {
    orders.post(
      .stop(deadline: Uptime.microseconds + time.microseconds, isPatient: isPatient))
  }

  func untilEnded() async { await ending.wait() }
}
