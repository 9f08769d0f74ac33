package import HTTP

/// The address at which browsers reach the pages, and the cookie that names their session there.
package struct WebOrigin: Equatable, Sendable {
  /// The values of `Host` that are accepted.
  package var names: Set<String>
  package var scheme: String
  package var cookieName: String
  /// `Lax` where a link in an e-mail has to open a page; a page that is opened never writes.
  package var sameSite: SetCookie.SameSite

  /// The pages of this computer. The cookie's name contains the port, because a browser sends cookies of `127.0.0.1` to every port.
  package static func ofThisComputer(port: Int) -> WebOrigin {
    WebOrigin(
      names: Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }), scheme: "http",
      cookieName: "compass-\(port)", sameSite: .strict)
  }

  /// Pages at a public address. Browsers accept the `__Host-` prefix only for a cookie that came over TLS from this host itself.
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
