import Basics
import CMicroHTTPD
import Glibc

/// Finds out as which user of this computer the program at the other end of a connection runs.
enum PeerUser {
  /// Returns whether the program at the other end runs as another user than this process.
  ///
  /// Root does not count as another user, because root can read all files anyway. A user whom the
  /// system does not name does not count either: the system names no user, or root, for a program
  /// that has already closed its end, and such a program receives no response.
  static func isAnother(on socket: Int32) -> Bool {
    guard let client = end(of: socket, isClient: true),
      let server = end(of: socket, isClient: false),
      let user = user(from: client, to: server, in: connections())
    else { return false }
    return user != geteuid() && user != 0
  }

  /// Returns the user of the connection with these two ends; nil if the table does not have it.
  ///
  /// - Parameters:
  ///   - client: the address and port of the client in the form of the table, such as
  ///     `0100007F:C350`.
  ///   - table: the text of `/proc/net/tcp`, which has a line for each end of a connection.
  static func user(from client: String, to server: String, in table: String) -> uid_t? {
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count > 9, fields[1] == client, fields[2] == server { return uid_t(fields[7]) }
    }
    return nil
  }

  /// Returns the address and port of one end of an IPv4 connection in the form of the system's
  /// table; nil for another kind of socket.
  private static func end(of socket: Int32, isClient: Bool) -> String? {
    var name = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &name) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        (isClient ? getpeername(socket, start, &size) : getsockname(socket, start, &size)) == 0,
        start.pointee.sa_family == sa_family_t(AF_INET)
      else { return nil }
      // The port is in the third and fourth byte, and the address in the next four. The table has
      // the address as a number of this machine's byte order.
      let address = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self).bigEndian
      let digits = withUnsafeBytes(of: address) { $0.map(Hexadecimal.upperCased) }
      return digits.joined() + ":" + bytes[2..<4].map(Hexadecimal.upperCased).joined()
    }
  }

  /// Returns the system's table of IPv4 connections; empty if it cannot be read.
  private static func connections() -> String {
    let descriptor = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
