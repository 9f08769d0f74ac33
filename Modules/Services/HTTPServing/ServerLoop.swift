import CMicroHTTPD
import Glibc
import HTTP

/// The server's own thread. It moves bytes and waits only for the network and for commands of other threads. It makes
/// every call into libmicrohttpd, so that no lock is needed.
final class ServerLoop {
  let settings: ServerSettings
  let times: Times
  let handler: Handler
  let orders: ServerOrders
  let daemon: OpaquePointer
  private let stopped: @Sendable () -> Void

  /// The machine's uptime in microseconds at the start of this turn of the loop.
  var now = ServerLoop.uptime()
  var links: [UInt64: Link] = [:]
  /// Whether the library has ended a connection since its last run began.
  var hasClosed = false
  var lastLink = UInt64(0)
  private var nextTick = Int64(0)
  /// The time when the last request must be finished; nil while the server is not stopping.
  private var stopDeadline: Int64?

  /// The object behind the pointer that the library passes to each callback. It gets its loop as
  /// soon as the loop exists.
  final class Context {
    weak var loop: ServerLoop?
    let notice: @Sendable (String) -> Void
    init(_ notice: @escaping @Sendable (String) -> Void) { self.notice = notice }
  }
  private let context: Unmanaged<Context>

  init(
    _ settings: ServerSettings, handler: @escaping Handler, orders: ServerOrders,
    socket: ListeningSocket, library: OpaquePointer, stopped: @escaping @Sendable () -> Void
  ) throws(ServingFailure) {
    self.settings = settings
    self.handler = handler
    self.orders = orders
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

  /// Serves until an order says to stop and every request is answered or the deadline has passed.
  func run() {
    blockSignals()
    compass_daemon_run(daemon)
    while true {
      now = Self.uptime()
      orders.take().forEach(obey)
      if now >= nextTick {
        tick()
        nextTick = now + times.tick
        if let stopDeadline, stopDeadline > now { nextTick = min(nextTick, stopDeadline) }
      }
      // This run comes last: it continues the connections resumed above, for which the library sends no wake-up (0.9.75).
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

  /// Signals go to other threads of the program. A closed socket is an error of `write` and must not end the process.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
  }

  /// Waits for the network, an order or the next tick.
  ///
  /// At its connection limit the library stops watching the listening socket. Only the run after the one that closed a
  /// connection watches it again (0.9.75). A pause before that run could last forever, because nothing would wake the server.
  private func pause() {
    if hasClosed { return }
    var milliseconds = compass_daemon_pause(daemon)
    // The server needs no ticks if it has no connections.
    if !links.isEmpty || isStopping {
      let untilTick = max(0, (nextTick - now + 999) / 1_000)
      milliseconds = milliseconds < 0 ? untilTick : min(milliseconds, untilTick)
    }
    var descriptors = [
      pollfd(fd: compass_daemon_descriptor(daemon), events: Int16(POLLIN), revents: 0),
      pollfd(fd: orders.bell, events: Int16(POLLIN), revents: 0),
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

  /// Accepts no new connections. Each answer from now on is the last one of its connection.
  private func stopListening() {
    // Reads the bytes that have arrived by now, because a request in them must still be answered.
    compass_daemon_run(daemon)
    let socket = compass_daemon_stop_listening(daemon)
    if socket >= 0 { close(socket) }
    for link in links.values where link.isEvents { link.exchange?.endEvents() }
  }

  /// Closes the connections that have no request to answer.
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
      // The library does not watch suspended connections. For others it can miss a close that arrived together with the last
      // bytes (0.9.75); nothing is left to read then.
      if link.isSuspended || link.hasReadAll { link.doom() }
    }
  }

  /// POLLRDHUP, which Swift does not import: the other side has closed its end.
  private static let leaves: Int16 = 0x2000

  static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

extension ServerLoop {
  /// The time limits of `ServerTimes` in microseconds.
  struct Times {
    let headers: Int64
    let idle: Int64
    let body: Int64
    let slowestBody: Int
    let ping: Int64

    init(_ times: ServerTimes) {
      headers = times.headers.microseconds
      idle = times.idle.microseconds
      body = times.body.microseconds
      slowestBody = times.slowestBody
      ping = times.ping.microseconds
    }

    /// How often the loop checks the time limits.
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
