import CMicroHTTPD
import Glibc

/// A socket on which the HTTP server accepts connections. The code that creates it must close it or
/// pass it to an owner.
struct ListeningSocket {
  let descriptor: Int32
  let port: Int

  init(address: String, port: Int) throws(ServingFailure) {
    var wanted = addrinfo()
    wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
    wanted.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard (0...65_535).contains(port), getaddrinfo(address, String(port), &wanted, &found) == 0,
      let place = found
    else { throw .badAddress(address) }
    defer { freeaddrinfo(place) }
    let family = place.pointee.ai_family
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .notListening(address: address, port: port, code: errno) }
    Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // A socket for the address `::` accepts connections of IPv4 clients too.
    if family == AF_INET6 { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    guard bind(descriptor, place.pointee.ai_addr, place.pointee.ai_addrlen) == 0,
      listen(descriptor, SOMAXCONN) == 0
    else {
      let code = errno
      close(descriptor)
      switch code {
      case EADDRINUSE: throw .portTaken(port)
      case EACCES: throw .portForbidden(port)
      default: throw .notListening(address: address, port: port, code: code)
      }
    }
    self.descriptor = descriptor
    self.port = Self.boundPort(descriptor)
  }

  /// Creates a second descriptor for the same socket. The socket stays open until both descriptors
  /// are closed, so a second server loop can take it over.
  init(sharing descriptor: Int32, port: Int) throws(ServingFailure) {
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    self.port = port
    guard self.descriptor >= 0 else { throw .notStarted(String(cString: strerror(errno))) }
  }

  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func boundPort(_ descriptor: Int32) -> Int {
    var name = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &name) { bytes in
      guard let start = bytes.baseAddress,
        getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &size) == 0
      else { return 0 }
      // In the socket addresses of IPv4 and IPv6, the first two bytes are the address family, and
      // the next two are the port in network byte order.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }

  /// Returns the numeric address of the client, such as `192.0.2.7`. An IPv4 client of an IPv6
  /// socket has the address `::ffff:192.0.2.7`, which is shortened to the same form.
  static func text(of address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let isV6 = address.pointee.sa_family == sa_family_t(AF_INET6)
    let size = isV6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = getnameinfo(
      address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return "" }
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
  }
}
