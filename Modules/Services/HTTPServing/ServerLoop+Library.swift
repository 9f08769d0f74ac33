import CMicroHTTPD
import Glibc
import Threads

/// The start of libmicrohttpd, and the functions that it calls for connections.
extension ServerLoop {
  /// Starts libmicrohttpd, which becomes the owner of the socket.
  ///
  /// If libmicrohttpd 0.9.75 cannot start, for example because of an invalid certificate, it closes
  /// the socket itself. The socket must not be closed a second time, because its number may already
  /// belong to a descriptor that another thread has opened.
  static func startDaemon(
    _ settings: ServerSettings, _ socket: ListeningSocket, _ library: OpaquePointer,
    _ context: Unmanaged<Context>
  ) throws(ServingFailure) -> OpaquePointer {
    let limits = settings.limits
    var options = compass_daemon_options()
    options.socket = socket.descriptor
    // The memory of a connection must hold the whole request line, all headers with 64 bytes for
    // each of them, and the headers of the response. What is left is for a second copy of cookies
    // and for pieces of the bodies. libmicrohttpd clears all of it after each request.
    options.memory_for_connection =
      limits.target + limits.headers + 64 * limits.headerCount + 20 * 1024
    options.connections = UInt32(clamping: limits.connections + limits.waiting)
    options.idle_seconds = UInt32(
      clamping: max(1, (settings.times.idle.microseconds + 999_999) / 1_000_000))
    var calls = compass_daemon_calls()
    calls.opened = { context, connection in
      guard let context, let connection,
        let loop = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().loop
      else { return nil }
      return loop.opened(connection)
    }
    calls.closed = { link in
      guard let link else { return }
      let closed = Unmanaged<Link>.fromOpaque(link).takeRetainedValue()
      closed.loop.closed(closed)
    }
    calls.asked = { link, target in
      guard let link, let target else { return }
      Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().asked(target)
    }
    calls.received = { link, method, version, piece, count in
      guard let link, let method, let version, let count else { return CInt(compass_http_close) }
      let bytes = UnsafeRawBufferPointer(start: piece, count: count.pointee)
      count.pointee = 0
      return Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().received(
        method: method, version: version, bytes)
    }
    calls.completed = { link, isWhole in
      guard let link else { return }
      Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().completed(isWhole: isWhole)
    }
    calls.said = { context, words in
      guard let context, let words else { return }
      Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().notice(String(cString: words))
    }
    guard let tls = settings.tls else {
      guard let daemon = compass_daemon_start(library, options, calls, context.toOpaque()) else {
        throw .notStarted("")
      }
      return daemon
    }
    let certificate: PEMFile
    let key: PEMFile
    do throws(ServingFailure) {
      certificate = try PEMFile(tls.certificate)
      key = try PEMFile(tls.key)
    } catch {
      close(socket.descriptor)
      throw error
    }
    options.certificate = certificate.text
    options.key = key.text
    guard let daemon = compass_daemon_start(library, options, calls, context.toOpaque()) else {
      throw .certificateRefused(certificate: tls.certificate, key: tls.key)
    }
    return daemon
  }

  func opened(_ connection: OpaquePointer) -> UnsafeMutableRawPointer {
    lastLink += 1
    now = Uptime.microseconds
    let link = Link(id: lastLink, loop: self, connection: connection)
    link.headerDeadline = now + times.headers
    links[link.id] = link
    connections.opened()
    if settings.isForOwnUser, PeerUser.isAnother(on: link.socket) {
      link.doom()
    } else {
      makeRoom(after: link)
    }
    return Unmanaged.passRetained(link).toOpaque()
  }

  var waitingLinks: Int { links.values.count { $0.clientKind == .waiting } }

  /// Closes connections (`Link.mayMakeRoom`) in favor of new ones when too many are open, in total
  /// or from one address.
  ///
  /// Otherwise idle connections would keep all other clients out for a minute, and a program with
  /// many idle connections would keep out the other clients of its address.
  private func makeRoom(after newcomer: Link) {
    let limits = settings.limits
    if let most = limits.connectionsForAddress {
      free(down: most, among: { $0.network == newcomer.network }, for: newcomer)
      let here = links.values.count { isCounted($0) && $0.network == newcomer.network }
      if here > most { return newcomer.doom() }
    }
    free(down: limits.connections - limits.reserve, among: { _ in true }, for: newcomer)
  }

  private func isCounted(_ link: Link) -> Bool { link.clientKind != .waiting && !link.isDoomed }

  /// Closes connections until at most `most` are left, those that have been idle for the longest
  /// time first. Connections are closed only if the server does no work for them
  /// (`Link.mayMakeRoom`).
  ///
  /// Connections of clients that the program has not recognized are closed before those of known
  /// clients.
  private func free(down most: Int, among isMeant: (Link) -> Bool, for newcomer: Link) {
    guard links.count > most else { return }
    let counted = links.values.filter { isCounted($0) && isMeant($0) }
    guard counted.count > most else { return }
    let closable = counted.filter { $0.mayMakeRoom && $0.id != newcomer.id }.sorted {
      ($0.clientKind == .known ? 1 : 0, $0.idleSince) < (
        $1.clientKind == .known ? 1 : 0, $1.idleSince
      )
    }
    for link in closable.prefix(counted.count - most) { link.doom() }
  }

  func closed(_ link: Link) {
    link.exchange?.leave()
    links[link.id] = nil
    connections.closed()
    hasClosed = true
  }
}
