import HTTP

/// Looks at where a request comes from before anything is done for it. It knows no person.
struct RequestGuard {
  let port: Int

  /// Whether the request is for this host under a name of this computer: another name that leads here is one that a foreign site
  /// made lead here, to have its pages taken for ours (DNS rebinding).
  func check(_ request: HTTP.Request) throws(WebFault) {
    guard let host = request.host, names.contains(host) else {
      throw WebFault.foreignHost(request.host)
    }
    if !request.method.isSafe { try checkOrigin(of: request, host) }
    // A page of another site may load ours into itself unseen; it may lead here by a link, which brings no cookie.
    let site = request.headers["Sec-Fetch-Site"]
    let mode = request.headers["Sec-Fetch-Mode"]
    if let site, site != "same-origin", site != "none", mode != "navigate" {
      throw WebFault.foreignOrigin
    }
  }

  /// Whoever sends something says where it was filled in. Programs that say nothing have the token to show.
  private func checkOrigin(of request: HTTP.Request, _ host: String) throws(WebFault) {
    let origins = request.headers.values(of: "Origin")
    guard origins.allSatisfy({ $0 == "http://" + host }), origins.count <= 1 else {
      throw WebFault.foreignOrigin
    }
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", origins.isEmpty {
      throw WebFault.foreignOrigin
    }
  }

  var names: [String] {
    ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
  }
}

/// What is said to every browser about every answer.
enum SecurityHeaders {
  /// Nothing runs and nothing loads but the one sheet and the one script of ours; forms lead nowhere else; nobody frames a page.
  static let policy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "form-action 'self'", "frame-src 'self'", "base-uri 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// For a document of ours that has its looks inside: it runs nothing, is nobody's, and leads nowhere.
  static let previewPolicy = [
    "sandbox", "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:",
    "form-action 'none'", "base-uri 'none'", "frame-ancestors 'self'",
  ].joined(separator: "; ")

  static func add(to response: inout Response) {
    if response.headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] = policy
      response.headers["X-Frame-Options"] = "DENY"
    }
    response.headers["X-Content-Type-Options"] = "nosniff"
    // With `no-referrer` browsers would send forms from nowhere (`Origin: null`), which is refused here.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] =
      "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
  }
}
