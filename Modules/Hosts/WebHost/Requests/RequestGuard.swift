package import HTTP

/// Checks the origin of a request before anything is done. It knows no person.
struct RequestGuard {
  let origin: WebOrigin

  /// Checks that the request names this host by a name of this computer. Any other name that resolves here belongs to another site that
  /// tries to pass off these pages as its own (DNS rebinding).
  func check(_ request: HTTP.Request) throws(WebFault) {
    guard let host = request.host, origin.names.contains(host.lowercased()) else {
      throw WebFault.foreignHost(request.host)
    }
    if !request.method.isSafe { try checkOrigin(of: request, host) }
    // A page of another site may not load these pages invisibly; a link from there is allowed, and sends no cookie.
    let site = request.headers["Sec-Fetch-Site"]
    let mode = request.headers["Sec-Fetch-Mode"]
    if let site, site != "same-origin", site != "none", mode != "navigate" {
      throw WebFault.foreignOrigin
    }
  }

  /// A browser sends the origin of a form. A program that sends no origin has to show the token.
  private func checkOrigin(of request: HTTP.Request, _ host: String) throws(WebFault) {
    let origins = request.headers.values(of: "Origin")
    guard origins.allSatisfy({ $0 == origin.scheme + "://" + host }), origins.count <= 1 else {
      throw WebFault.foreignOrigin
    }
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", origins.isEmpty {
      throw WebFault.foreignOrigin
    }
  }
}

/// Security headers of every response.
package enum SecurityHeaders {
  /// The policy of pages: only the host's own style sheet and script may load, forms go only to this host, and no page
  /// can be framed.
  static let policy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:",
    "manifest-src 'self'", "worker-src 'self'",
    "connect-src 'self'", "form-action 'self'", "frame-src 'self'", "base-uri 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The policy of a generated document with inline styles: it runs no script, has no origin, and cannot submit forms.
  static let previewPolicy = [
    "sandbox", "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:",
    "form-action 'none'", "base-uri 'none'", "frame-ancestors 'self'",
  ].joined(separator: "; ")

  /// Makes the browser delete what it has kept of these pages on the device: a person signed out, or another signed in.
  package static func clearDevice(in response: inout Response) {
    response.headers["Clear-Site-Data"] = "\"cache\", \"storage\""
  }

  static func add(to response: inout Response) {
    if response.headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] = policy
      response.headers["X-Frame-Options"] = "DENY"
    }
    response.headers["X-Content-Type-Options"] = "nosniff"
    // The policy is not `no-referrer`, because browsers would then send forms with `Origin: null`, which is refused
    // here.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] =
      "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
  }
}
