/// The cookies of a request: values that a browser stores for a host and sends with each request.
public struct Cookies: Equatable, Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// Parses the values of `Cookie:` headers. An invalid part is skipped: other programs on this
  /// host set cookies too, and an invalid one of theirs must not block a page.
  public init(_ headers: Headers) {
    for line in headers.values(of: "Cookie") {
      for piece in line.split(separator: ";") {
        let pair = ASCII.trimmed(piece)
        guard let cut = pair.firstIndex(of: "=") else { continue }
        let name = String(pair[..<cut])
        var value = pair[pair.index(after: cut)...]
        if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
          value = value.dropFirst().dropLast()
        }
        if ASCII.isToken(name) { pairs.append((name, String(value))) }
      }
    }
  }

  /// Returns the value of the cookie with this name. Nil if there is none or several. If there are
  /// several, another program has set one of them, and the right one is unknown.
  public subscript(name: String) -> String? {
    let values = Set(pairs.filter { $0.name == name }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  public static func == (left: Cookies, right: Cookies) -> Bool {
    left.pairs.elementsEqual(right.pairs, by: ==)
  }
}

/// A cookie to set in a browser. By default, scripts cannot read it, and other sites do not send
/// it.
public struct SetCookie: Equatable, Sendable {
  public enum SameSite: String, Sendable { case strict = "Strict", lax = "Lax" }

  public var name: String
  public var value: String
  /// The number of seconds for which the browser stores the cookie. Nil deletes the cookie when the
  /// browser closes.
  public var maxAge: Int?
  public var isSecure: Bool
  public var isHTTPOnly = true
  public var sameSite = SameSite.strict

  /// - Parameter isSecure: whether the browser sends the cookie only over TLS. It must be false
  ///   without TLS, or the browser never sends the cookie back.
  public init(_ name: String, _ value: String, isSecure: Bool) {
    self.name = name
    self.value = value
    self.isSecure = isSecure
  }

  /// Returns a cookie that removes the cookie of that name.
  public static func removal(of name: String, isSecure: Bool) -> SetCookie {
    var cookie = SetCookie(name, "", isSecure: isSecure)
    cookie.maxAge = 0
    return cookie
  }

  /// The header's value. Nil for a name or value that a cookie cannot have (RFC 6265, 4.1.1).
  public var text: String? {
    let isValue = value.utf8.allSatisfy {
      $0 > ASCII.space && $0 < 0x7F && !#"",;\"#.utf8.contains($0)
    }
    guard ASCII.isToken(name), isValue else { return nil }
    var pieces = ["\(name)=\(value)", "Path=/"]
    if let maxAge { pieces.append("Max-Age=\(maxAge)") }
    if isSecure { pieces.append("Secure") }
    if isHTTPOnly { pieces.append("HttpOnly") }
    pieces.append("SameSite=\(sameSite.rawValue)")
    return pieces.joined(separator: "; ")
  }
}
