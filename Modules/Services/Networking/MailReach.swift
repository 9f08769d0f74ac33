import Glibc
public import Mailing
import Threads

/// Finds out whether a mail server takes connections, without sending anything.
public enum MailReach {
  /// Returns the reason why the mail server does not take a connection; nil if it took one.
  public static func failure(
    of server: MailServer, within milliseconds: Int = 5_000
  ) async -> MailFailure? {
    await OwnThread.run { Self.connectionFailure(of: server, within: milliseconds) }
  }

  private static func connectionFailure(
    of server: MailServer, within milliseconds: Int
  ) -> MailFailure? {
    let kind = Int32(SOCK_STREAM.rawValue)
    var wanted = addrinfo()
    wanted.ai_socktype = kind
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(server.host, String(server.port), &wanted, &found) == 0 else {
      return .hostUnknown(server.host)
    }
    defer { freeaddrinfo(found) }
    var isSlow = false
    var next = found
    while let place = next?.pointee {
      next = place.ai_next
      let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let descriptor = socket(place.ai_family, kind | flags, 0)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if connect(descriptor, place.ai_addr, place.ai_addrlen) == 0 { return nil }
      guard errno == EINPROGRESS else { continue }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&waiting, 1, Int32(clamping: milliseconds)) > 0 else {
        isSlow = true
        continue
      }
      var code = Int32(0)
      var size = socklen_t(MemoryLayout<Int32>.size)
      if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 { return nil }
    }
    return isSlow
      ? .timedOut(host: server.host, milliseconds: milliseconds)
      : .connectionRefused(host: server.host, port: server.port)
  }
}
