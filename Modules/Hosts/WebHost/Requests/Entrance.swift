import FeatureKit
import HTTP
import WebRendering

// How a browser comes in, and goes.
extension WebHost {
  /// Trades a key for a session. The page that answers leads on by itself: a redirect would still count as coming from elsewhere, and
  /// the cookie would not be sent along with it.
  func enter(_ request: HTTP.Request) throws -> Response {
    guard let key = request.query["key"], key.utf8.count <= 100, program.keys.take(key) else {
      // Whoever reloads the entrance is in already.
      if sessions.session(request.cookies[cookieName]) != nil {
        return .seeOther(try RequestTarget("/"))
      }
      throw WebFault.keyUsed
    }
    let (name, _) = try sessions.begin()
    var response = Response(.ok, .html, bare(.fault(Self.entered)))
    response.headers["Refresh"] = "0; url=/"
    response.set(SetCookie(cookieName, name, isSecure: false))
    return response
  }

  private static let entered = ServedFault(
    status: Status.ok.code, Problem(.failed, "You are in."),
    links: [CommandLink("Go on", "open /")])

  /// Another name for the session from the answer on that the cookie is set with.
  ///
  /// Whoever signs in or out changes it: who has seen the cookie of before has nothing.
  func rename(_ session: BrowserSession, _ request: HTTP.Request) throws(Problem) -> SetCookie? {
    guard let old = request.cookies[cookieName] else { return nil }
    return SetCookie(cookieName, try sessions.rename(session, from: old), isSecure: false)
  }
}
