import Basics
import Glibc

/// The part of a client's IP address for which connections and requests are counted and limited: a
/// whole IPv4 address, or the first 64 bits of an IPv6 address, because one customer usually has
/// all addresses with the same 64 bits.
public enum Network {
  /// Returns the part of a client's address for which connections and requests are counted, such as
  /// `192.0.2.7` or `20010db800000000/64`.
  ///
  /// - Parameter address: a numeric IP address. Any other text is returned unchanged.
  public static func of(_ address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { bytes in
      Hexadecimal.text(bytes.prefix(8)) + "/64"
    }
  }
}
