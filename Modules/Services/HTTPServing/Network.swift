import Glibc

/// Whose an address is, for limits: of IPv6 the first 64 bits, because one customer has all addresses behind them.
public enum Network {
  /// - Parameter address: in figures; anything else stands for itself.
  public static func of(_ address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    return withUnsafeBytes(of: bytes) { bytes in
      bytes.prefix(8).map { byte in
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
      }.joined() + "/64"
    }
  }
}
