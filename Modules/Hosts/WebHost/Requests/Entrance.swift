import FeatureKit
package import HTTP
import WebRendering

// This file gives a browser its session and its cookie.
extension WebHost {
  /// Exchanges an entry key for a session. The answer is a page that opens the first page by
  /// itself: a redirect would still count as cross-site, and the browser would not send the cookie
  /// with it.
  func enter(_ request: HTTP.Request) throws -> Response {
    guard let key = request.query["key"], key.utf8.count <= 100, program.keys.take(key) else {
      // A browser that reloads this address after the key was used already has a session.
      if sessions.session(request.cookies[cookieName]) != nil {
        return .seeOther(try RequestTarget("/"))
      }
      throw WebFault.keyUsed
    }
    let session = try sessions.begin()
    var response = Response(.ok, .html, bare(.fault(Self.entered)))
    response.headers["Refresh"] = "0; url=/"
    response.set(origin.cookie(session.name))
    return response
  }

  private static let entered = ServedFault(
    status: Status.ok.code, Problem(.failed, "You are in."),
    links: [CommandLink("Go on", "open /")])

  /// Gives the session a new name, which the answer's cookie contains.
  ///
  /// Signing in or out changes the name, so that a person who has seen the previous cookie cannot
  /// use it.
  func rename(_ session: BrowserSession) throws(Problem) -> SetCookie? {
    // A program that does not choose the names of its sessions never changes the person of a
    // session.
    program.namesSessions ? origin.cookie(try sessions.rename(session)) : nil
  }

  /// Opens a session that the app stores and names with each request.
  package func admit(_ name: String, _ kept: KeptSession) { sessions.admit(name, kept) }

  /// Returns the fields of a sent form that can be shown again to its person later; nil if no value
  /// was entered.
  package static func written(_ fields: Fields) -> Fields? { SentForm.written(fields) }

  /// Stores a form that was sent without a session in the session that its person has now.
  ///
  /// - Returns: the address that shows the form again; nil if there is no such session or form.
  package func keep(_ written: Fields, for name: String) throws -> RequestTarget? {
    guard let session = sessions.session(name),
      let form = try? SentForm(HTTP.Form(fields: written))
    else { return nil }
    return try keep(form, in: session)
  }

  func keep(_ form: SentForm, in session: BrowserSession) throws -> RequestTarget {
    var held = HeldFields()
    held.form = form
    let name = try freshName()
    session.hold(held, as: name)
    var query = Fields([.init("line", form.line), .init(SentForm.Name.waiting, name)])
    if let athlete = form.athlete {
      query.all.append(.init(Addresses.athleteKey, athlete.description))
    }
    return try RequestTarget("\(Addresses.anyLine)?\(query.text)")
  }

  /// Ends a session, and tells its open pages.
  package func dismiss(_ name: String) { sessions.dismiss(name) }
}
