import CMicroHTTPD
import Glibc
import HTTP

/// The server's own thread: it moves bytes, and waits for nothing but the network and its orders. Every call into
/// libmicrohttpd is made here, so that nothing of it needs a lock.
final class ServerLoop {
  let settings: ServerSettings
  let times: Times
  let handler: Handler
  let orders: ServerOrders
  let daemon: OpaquePointer
  private let stopped: @Sendable () -> Void

  /// The machine's uptime in microseconds, as of this turn.
  var now = ServerLoop.uptime()
  var links: [UInt64: Link] = [:]
  /// Whether the library has ended a connection since its last run began.
  var hasClosed = false
  var lastLink = UInt64(0)
  private var nextTick = Int64(0)
  /// When the last request must be over; nil while the server goes on.
  private var stopDeadline: Int64?

  /// What the library hands back with each call; it knows the loop as soon as there is one.
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

  /// Serves until an order says to stop, and everybody has been served or the time for it is over.
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
      // Last: what was resumed until now is gone on with here, and the library rings no bell for it (0.9.75).
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

  /// Signals are for the program's other threads, and a receiver that is gone is an error of `write`, no end of the process.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
  }

  /// Waits for the network, an order or the next tick.
  ///
  /// At its limit of connections the library stops watching the listening socket, and only the run after one that closed a
  /// connection watches it again (0.9.75). Waiting before that run could last for ever: nothing would wake the server.
  private func pause() {
    if hasClosed { return }
    var milliseconds = compass_daemon_pause(daemon)
    // A server that nobody is connected to is never woken.
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
    case .stop(let deadline):
      if !isStopping { beginToStop() }
      stopDeadline = min(stopDeadline ?? deadline, deadline)
      nextTick = min(nextTick, deadline)
    }
  }

  /// Nobody new is let in; what was asked is answered; connections that ask nothing are closed, and streams of events end.
  private func beginToStop() {
    // What has arrived by now has been asked.
    compass_daemon_run(daemon)
    let socket = compass_daemon_stop_listening(daemon)
    if socket >= 0 { close(socket) }
    for link in links.values {
      if let exchange = link.exchange {
        if link.isEvents { exchange.endEvents() }
      } else if link.stage != .sending {
        link.doom()
      }
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
      // The library does not watch suspended connections. Of others it can miss the end that came together with the last bytes
      // (0.9.75): nothing is left to read then.
      if link.isSuspended || link.hasReadAll { link.doom() }
    }
  }

  /// POLLRDHUP, which Swift does not see: the other side has closed its end.
  private static let leaves: Int16 = 0x2000

  static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

extension ServerLoop {
  /// In microseconds.
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

    /// How often somebody looks whether one of them is over.
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
