import Glibc

/// The choice of the proxy through which HTTP requests are sent.
public enum ProxyChoice: Equatable, Sendable {
  /// The proxy that the environment variables `https_proxy`, `http_proxy`, `all_proxy` and
  /// `no_proxy` name, as for curl.
  case environment
  case none
  /// The proxy with this address, in the form `http://user:password@host:port`. The user and the
  /// password are optional.
  case at(String)

  /// Returns the URL of the proxy for a host, such as `http://proxy.example.org:3128`; nil if the
  /// host is requested without a proxy.
  func address(
    for host: String, isSecure: Bool,
    _ variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) -> String? {
    switch self {
    case .none: return nil
    case .at(let address): return address
    case .environment:
      let name = Self.name(of: host)
      let exceptions = variable("no_proxy") ?? variable("NO_PROXY") ?? ""
      guard !Self.isExcepted(name, exceptions) else { return nil }
      // `HTTP_PROXY` in capitals is ignored: in a CGI program a client can set this variable with a
      // header named `Proxy`.
      let names =
        isSecure
        ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        : ["http_proxy", "all_proxy", "ALL_PROXY"]
      return names.lazy.compactMap(variable).first { !$0.isEmpty }
    }
  }

  /// Returns the host and port of a proxy for error messages, without the user and the password of
  /// its URL.
  static func shownName(_ address: String) -> String {
    var rest = Substring(address)
    if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
    rest = rest.prefix { $0 != "/" }
    if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
    return String(rest)
  }

  /// Returns a host without its port, and an IPv6 address without its brackets.
  static func name(of host: String) -> String {
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    return String(host.prefix { $0 != ":" })
  }

  /// Returns whether the list `exceptions`, the value of `no_proxy`, names a host, so that no proxy
  /// is used for it. In the list `*` matches every host, and `example.org` or `.example.org`
  /// matches that host and its subdomains.
  private static func isExcepted(_ name: String, _ exceptions: String) -> Bool {
    let name = name.lowercased()
    return exceptions.split { $0 == "," || $0 == " " }.contains { exception in
      let domain = exception.lowercased().drop { $0 == "." }
      return exception == "*" || name == domain || name.hasSuffix("." + domain)
    }
  }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
