/// What a browser keeps for a host and sends along.
public struct Cookies: Equatable, Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// Reads `Cookie:` lines. A piece that is no pair is left out: other programs on this host set cookies too, and theirs must
  /// not keep anybody from their page.
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

  /// The value of that name; nil when there is none, or when several differ: another program on this host or a sibling of it has
  /// set one, and which is ours cannot be told.
  public subscript(name: String) -> String? {
    let values = Set(pairs.filter { $0.name == name }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  public static func == (left: Cookies, right: Cookies) -> Bool {
    left.pairs.elementsEqual(right.pairs, by: ==)
  }
}

/// A cookie on its way to a browser. Scripts never see it, and other sites never send it along, unless it is said here.
public struct SetCookie: Equatable, Sendable {
  public enum SameSite: String, Sendable { case strict = "Strict", lax = "Lax" }

  public var name: String
  public var value: String
  public var path = "/"
  /// Seconds it is kept; nil until the browser is closed.
  public var maxAge: Int?
  public var isSecure: Bool
  public var isHTTPOnly = true
  public var sameSite = SameSite.strict

  /// - Parameter isSecure: whether it is sent over TLS only; it must not be where there is none, or it never comes back.
  public init(_ name: String, _ value: String, isSecure: Bool) {
    self.name = name
    self.value = value
    self.isSecure = isSecure
  }

  /// A cookie that takes the one of that name away.
  public static func removal(of name: String, isSecure: Bool) -> SetCookie {
    var cookie = SetCookie(name, "", isSecure: isSecure)
    cookie.maxAge = 0
    return cookie
  }

  /// The header's value; nil for a name or value that no cookie can have (RFC 6265, 4.1.1).
  public var text: String? {
    let isValue = value.utf8.allSatisfy {
      $0 > ASCII.space && $0 < 0x7F && !#"",;\"#.utf8.contains($0)
    }
    guard ASCII.isToken(name), isValue else { return nil }
    var pieces = ["\(name)=\(value)", "Path=\(path)"]
    if let maxAge { pieces.append("Max-Age=\(maxAge)") }
    if isSecure { pieces.append("Secure") }
    if isHTTPOnly { pieces.append("HttpOnly") }
    pieces.append("SameSite=\(sameSite.rawValue)")
    return pieces.joined(separator: "; ")
  }
}
