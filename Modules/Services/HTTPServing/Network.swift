import Basics
import Glibc

/// The unit that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, because one customer has all of them.
public enum Network {
  /// - Parameter address: a numeric address; any other text is returned unchanged.
  public static func of(_ address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { bytes in
      Hexadecimal.text(bytes.prefix(8)) + "/64"
    }
  }
}
