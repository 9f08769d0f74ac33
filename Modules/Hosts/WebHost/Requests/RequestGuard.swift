package import HTTP

/// Checks that a request comes from a page of this host or from a program, and not from a page of
/// another site. The check is made before any other work and needs no session.
struct RequestGuard {
  let origin: WebOrigin

  /// Throws if the header `Host` is not one of this host's own names, or if a page of another site
  /// makes the request.
  ///
  /// Another name that leads to this computer belongs to a site that tries to read the pages of
  /// this host (DNS rebinding).
  func check(_ request: HTTP.Request) throws(WebFault) {
    guard let host = request.host, origin.names.contains(host.lowercased()) else {
      throw WebFault.foreignHost(request.host)
    }
    if !request.method.isSafe { try checkOrigin(of: request, host) }
    // A page of another site must not load pages of this web host in the background or inside
    // itself, where it could measure how long they take. A link on a page of another site may lead
    // here.
    guard let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" else {
      return
    }
    guard request.headers["Sec-Fetch-Mode"] == "navigate", !request.isInside else {
      throw WebFault.foreignOrigin
    }
  }

  /// Throws if a form comes from another site. A browser names the form's site in the header
  /// `Origin`. A program that sends no such header has to send the session's token, which is
  /// checked later.
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

/// Adds the security headers of every response.
package enum SecurityHeaders {
  /// The Content-Security-Policy of pages. They load only the host's own style sheet and script,
  /// send forms only to this host, and cannot be shown in a frame.
  static let policy = [
    "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' data:",
    "manifest-src 'self'", "worker-src 'self'",
    "connect-src 'self'", "form-action 'self'", "frame-src 'self'", "base-uri 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The Content-Security-Policy of a generated document with inline styles. The document has no
  /// origin and cannot send forms. The only script that runs is that of its Print button, which the
  /// hash of the text `window.print()` names.
  static let previewPolicy = [
    "sandbox allow-scripts allow-modals", "default-src 'none'",
    "script-src 'unsafe-hashes' 'sha256-MguIPR6qNR8D3B+eAlK+bIRTZe8t3wkOY4B/56Me9FU='",
    "style-src 'unsafe-inline'", "img-src data:", "form-action 'none'", "base-uri 'none'",
    "frame-ancestors 'self'",
  ].joined(separator: "; ")

  /// Makes the browser delete the pages and values that it has stored on the device. They belong to
  /// a person who has signed out, or in whose place another person has signed in.
  package static func clearDevice(in response: inout Response) {
    response.headers["Clear-Site-Data"] = "\"cache\", \"storage\""
  }

  static func add(to response: inout Response) {
    if response.headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] = policy
      response.headers["X-Frame-Options"] = "DENY"
    }
    response.headers["X-Content-Type-Options"] = "nosniff"
    // With `no-referrer`, browsers would send forms with `Origin: null`, which this host refuses.
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] =
      "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
  }
}
