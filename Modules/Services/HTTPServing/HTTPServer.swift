import Glibc
import HTTP
import Synchronization

/// A server that answers requests on a thread of its own until it is stopped.
public final class HTTPServer: Sendable {
  /// The port that it listens on.
  public let port: Int

  private let orders: ServerOrders
  private let ending: Ending

  /// Starts to serve. The caller must call `stop`: the server continues even when nothing references it.
  public static func start(
    _ settings: ServerSettings, _ handler: @escaping Handler
  ) throws(ServingFailure) -> HTTPServer {
    try HTTPServer(settings, handler, MicroHTTPDLibrary.shared)
  }

  init(
    _ settings: ServerSettings, _ handler: @escaping Handler, _ library: MicroHTTPDLibrary
  ) throws(ServingFailure) {
    guard let library = library.calls else { throw .libraryMissing }
    guard let orders = ServerOrders() else { throw .notStarted(String(cString: strerror(errno))) }
    let socket = try ListeningSocket(address: settings.address, port: settings.port)
    let ending = Ending()
    let loop = try ServerLoop(
      settings, handler: handler, orders: orders, socket: socket, library: library,
      stopped: { ending.come() })
    self.orders = orders
    self.ending = ending
    port = socket.port
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

  /// Stops the server: it accepts no new connections, answers the requests it has, and ends streams of events. After `time`,
  /// unfinished requests are broken off and their tasks are cancelled. Returns when the thread has ended.
  public func stop(within time: Duration) async {
    orders.post(.stop(deadline: ServerLoop.uptime() + time.microseconds))
    await ending.wait()
  }

  /// Returns when the server has stopped, whichever caller stopped it.
  public func untilStopped() async { await ending.wait() }
}

/// An event that happens once and that many tasks can await.
private final class Ending: Sendable {
  private struct State {
    var hasCome = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func come() {
    let waiters = state.withLock { state in
      state.hasCome = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
      let hasCome = state.withLock { state in
        if !state.hasCome { state.waiters.append(waiter) }
        return state.hasCome
      }
      if hasCome { waiter.resume() }
    }
  }
}
