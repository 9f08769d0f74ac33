import CMicroHTTPD
import Glibc
import HTTP
import Threads

/// The loop of the server's own thread, which transfers the bytes of all connections.
///
/// It waits only for the network and for orders of other threads. All calls into libmicrohttpd are
/// made on this thread, so no lock is needed.
final class ServerLoop {
  let settings: ServerSettings
  let times: Times
  let handler: Handler
  let orders: ServerOrders
  let daemon: OpaquePointer
  let connections: OpenConnections
  private let stopped: @Sendable () -> Void

  /// The machine's uptime in microseconds, read at the beginning of each pass of the loop.
  var now = Uptime.microseconds
  var links: [UInt64: Link] = [:]
  /// Whether libmicrohttpd has closed a connection in its last run. `pause` then returns at once,
  /// because libmicrohttpd may accept new connections again only after one more run.
  var hasClosed = false
  var lastLink = UInt64(0)
  private var nextTick = Int64(0)
  /// The uptime in microseconds at which requests that are still running are cut off; nil while the
  /// server is not stopping.
  private var stopDeadline: Int64?

  /// The object that libmicrohttpd passes to each callback, and through which the callback finds
  /// its loop. libmicrohttpd is started before the loop exists, so `loop` is set afterwards.
  final class Context {
    weak var loop: ServerLoop?
    let notice: @Sendable (String) -> Void
    init(_ notice: @escaping @Sendable (String) -> Void) { self.notice = notice }
  }
  private let context: Unmanaged<Context>

  init(
    _ settings: ServerSettings, handler: @escaping Handler, orders: ServerOrders,
    socket: ListeningSocket, library: OpaquePointer, connections: OpenConnections,
    stopped: @escaping @Sendable () -> Void
  ) throws(ServingFailure) {
    self.settings = settings
    self.handler = handler
    self.orders = orders
    self.connections = connections
    self.stopped = stopped
    times = Times(settings.times)
    let context = Context(settings.notice)
    self.context = Unmanaged.passRetained(context)
    do throws(ServingFailure) {
      daemon = try Self.startDaemon(settings, socket, library, self.context)
    } catch {
      self.context.release()
      throw error
    }
    context.loop = self
  }

  var isStopping: Bool { stopDeadline != nil }

  /// Answers requests until an order stops the server. After that it continues until every
  /// connection is closed or the deadline has passed.
  func run() {
    blockSignals()
    compass_daemon_run(daemon)
    while true {
      now = Uptime.microseconds
      orders.take().forEach(obey)
      if now >= nextTick {
        tick()
        nextTick = now + times.tick
        if let stopDeadline, stopDeadline > now { nextTick = min(nextTick, stopDeadline) }
      }
      // The call below also continues the connections that were resumed above, by the orders or the
      // tick. libmicrohttpd 0.9.75 does not wake the loop for them, so the call must come after
      // both.
      hasClosed = false
      compass_daemon_run(daemon)
      if isStopping, links.isEmpty { break }
      pause()
    }
    end()
  }

  func end() {
    compass_daemon_free(daemon)
    context.release()
    stopped()
  }

  /// Blocks all signals on this thread; other threads of the program handle them. SIGPIPE must not
  /// end the process, because `write` reports a closed socket as an error.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
  }

  /// Waits for the network, for an order of another thread, or for the next tick (the regular check
  /// of the time limits). After a run that closed a connection it returns at once.
  ///
  /// The reason is a limitation of libmicrohttpd 0.9.75. When its connection limit is reached, it
  /// stops watching the listening socket. It watches the socket again only in the run after the one
  /// that closed a connection, so a new client could not end a wait before that run.
  private func pause() {
    if hasClosed { return }
    var milliseconds = compass_daemon_pause(daemon)
    // Without connections there are no time limits to check, so the loop does not wake for the next
    // tick (the regular check of the time limits).
    if !links.isEmpty || isStopping {
      let untilTick = max(0, (nextTick - now + 999) / 1_000)
      milliseconds = milliseconds < 0 ? untilTick : min(milliseconds, untilTick)
    }
    var descriptors = [
      pollfd(fd: compass_daemon_descriptor(daemon), events: Int16(POLLIN), revents: 0),
      pollfd(fd: orders.bell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, nfds_t(descriptors.count), Int32(clamping: milliseconds))
  }

  private func obey(_ order: ServerOrders.Order) {
    switch order {
    case .wake(let id): links[id]?.resume()
    case .stop(let deadline, let isPatient):
      if !isStopping { stopListening() }
      if !isPatient { endIdle() }
      stopDeadline = min(stopDeadline ?? deadline, deadline)
      nextTick = min(nextTick, deadline)
    }
  }

  /// Stops accepting connections. Every response from now on is the last one of its connection.
  private func stopListening() {
    // This call reads bytes that have already arrived, because a request in them must still be
    // answered.
    compass_daemon_run(daemon)
    let socket = compass_daemon_stop_listening(daemon)
    if socket >= 0 { close(socket) }
    for link in links.values where link.isEvents { link.exchange?.endEvents() }
  }

  /// Closes the connections on which no request waits for its response.
  private func endIdle() {
    for link in links.values {
      if link.exchange == nil, link.stage != .sending { link.doom() }
    }
  }

  private func tick() {
    var watched: [(link: Link, entry: pollfd)] = []
    let isOver = stopDeadline.map { now >= $0 } ?? false
    for link in Array(links.values) {
      if isOver || link.isTooSlow(times) {
        link.doom()
      } else if link.isSuspended || link.awaitsInput {
        watched.append((link, pollfd(fd: link.socket, events: Self.leaves, revents: 0)))
        if link.isSuspended, link.isEvents, now - link.lastSent >= times.ping {
          link.exchange?.ping()
        }
      }
    }
    var entries = watched.map(\.entry)
    guard !entries.isEmpty, poll(&entries, nfds_t(entries.count), 0) > 0 else { return }
    for (link, entry) in zip(watched.map(\.link), entries) where entry.revents != 0 {
      // libmicrohttpd does not watch suspended connections, so this loop detects that their client
      // has disconnected. On other connections version 0.9.75 can miss a disconnection that arrived
      // together with the last bytes; the loop closes these when all bytes are read.
      if link.isSuspended || link.hasReadAll { link.doom() }
    }
  }

  /// The flag `POLLRDHUP`, which Swift does not import: the client has closed its side of the
  /// connection.
  private static let leaves: Int16 = 0x2000
}

extension ServerLoop {
  /// The time limits of `ServerTimes` in microseconds.
  struct Times {
    let headers: Int64
    let idle: Int64
    let body: Int64
    let slowestBody: Int
    let undisturbed: Int64
    let ping: Int64

    init(_ times: ServerTimes) {
      headers = times.headers.microseconds
      idle = times.idle.microseconds
      body = times.body.microseconds
      slowestBody = times.slowestBody
      undisturbed = times.undisturbed.microseconds
      ping = times.ping.microseconds
    }

    /// The time in microseconds between two checks of the time limits.
    var tick: Int64 {
      let shortest = min(headers, idle, body, ping)
      return min(max(shortest / 2, 1_000), 1_000_000)
    }
  }
}

extension Duration {
  var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
