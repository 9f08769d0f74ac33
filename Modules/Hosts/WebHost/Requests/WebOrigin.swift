package import HTTP

/// The address at which browsers reach the pages, and the attributes of the cookie with the
/// session's name.
package struct WebOrigin: Equatable, Sendable {
  /// The accepted values of the header `Host`, in lowercase letters.
  package var names: Set<String>
  package var scheme: String
  package var cookieName: String
  /// The cookie's attribute `SameSite`.
  ///
  /// It is `Lax` if a link in an e-mail has to open a page with the person's session. This is safe,
  /// because opening a page runs no command that changes data.
  package var sameSite: SetCookie.SameSite

  /// Returns the origin for pages of this computer. The cookie's name contains the port, because a
  /// browser sends cookies of `127.0.0.1` to every port.
  package static func ofThisComputer(port: Int) -> WebOrigin {
    WebOrigin(
      names: Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }), scheme: "http",
      cookieName: "compass-\(port)", sameSite: .strict)
  }

  /// Returns the origin for pages at a public address. Browsers accept a cookie with the prefix
  /// `__Host-` only if it came over TLS from this host itself.
  package static func at(host: String) -> WebOrigin {
    WebOrigin(
      names: [host.lowercased()], scheme: "https", cookieName: "__Host-compass", sameSite: .lax)
  }

  package var isSecure: Bool { scheme == "https" }

  package func cookie(_ value: String) -> SetCookie {
    var cookie = SetCookie(cookieName, value, isSecure: isSecure)
    cookie.sameSite = sameSite
    return cookie
  }

  package var cookieRemoval: SetCookie {
    var cookie = SetCookie.removal(of: cookieName, isSecure: isSecure)
    cookie.sameSite = sameSite
    return cookie
  }
}
