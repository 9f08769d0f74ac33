import FeatureKit
import HTTP
import WebRendering

// How a browser enters and gets its cookie.
extension WebHost {
  /// Exchanges a key for a session. The answer is a page that continues by itself: a redirect would still count as cross-site, and the
  /// browser would not send the cookie with it.
  func enter(_ request: HTTP.Request) throws -> Response {
    guard let key = request.query["key"], key.utf8.count <= 100, program.keys.take(key) else {
      // A browser that reloads this address has a session already.
      if sessions.session(request.cookies[cookieName]) != nil {
        return .seeOther(try RequestTarget("/"))
      }
      throw WebFault.keyUsed
    }
    let (name, _) = try sessions.begin()
    var response = Response(.ok, .html, bare(.fault(Self.entered)))
    response.headers["Refresh"] = "0; url=/"
    response.set(origin.cookie(name))
    return response
  }

  private static let entered = ServedFault(
    status: Status.ok.code, Problem(.failed, "You are in."),
    links: [CommandLink("Go on", "open /")])

  /// Gives the session a new name, which is sent in the cookie of the answer.
  ///
  /// Signing in or out changes the name, so that the previous cookie is worthless to a person who has seen it.
  func rename(_ session: BrowserSession, _ request: HTTP.Request) throws(Problem) -> SetCookie? {
    // In a program that does not name its sessions, the person of a session is always the same.
    guard program.namesSessions, let old = request.cookies[cookieName] else { return nil }
    return origin.cookie(try sessions.rename(session, from: old))
  }

  /// Admits a browser whose session is stored by the app.
  package func admit(_ name: String, _ kept: KeptSession) { sessions.admit(name, kept) }

  /// Ends a session of this host: its open pages are told.
  package func dismiss(_ name: String) { sessions.dismiss(name) }
}
