import Glibc

/// Finds out whether this machine has a network at all, so that an error message can tell a wrong
/// host name from a missing connection.
enum MachineNetwork {
  /// Returns whether this machine has no network: all of its network interfaces that are up are
  /// loopback interfaces, which reach only the machine itself.
  static func isMissing() -> Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return false }
    defer { freeifaddrs(first) }
    var next = first
    while let interface = next?.pointee {
      let flags = Int32(bitPattern: interface.ifa_flags)
      let family = interface.ifa_addr.map { Int32($0.pointee.sa_family) }
      let hasAddress = family == AF_INET || family == AF_INET6
      if hasAddress, flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0 {
        return false
      }
      next = interface.ifa_next
    }
    return true
  }

  /// Returns whether a host name cannot be looked up because no name server answers. Returns false
  /// for a name that does not exist. The call blocks its thread.
  static func cannotAsk(for host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, nil, &found)
    if let found { freeaddrinfo(found) }
    return code == EAI_AGAIN
  }
}
