import FeatureKit
package import HTTP
import WebRendering

// Gives a browser its session and its cookie.
extension WebHost {
  /// Exchanges an entry key for a session. The answer is a page that opens the first page. A
  /// redirect would still count as cross-site, and the browser would not send the cookie.
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

  /// Gives the session a new name, and returns the cookie with the name.
  ///
  /// The name changes when a person signs in or out, so a person who has seen the previous cookie
  /// cannot use it.
  func rename(_ session: BrowserSession) throws(Problem) -> SetCookie? {
    // If the app chooses the names of sessions, a session never changes its person.
    program.namesSessions ? origin.cookie(try sessions.rename(session)) : nil
  }

  /// Opens a session that the app stores and names with each request.
  package func admit(_ name: String, _ kept: KeptSession) { sessions.admit(name, kept) }

  /// Returns the fields of a submitted form that can be shown again to its person later. Nil if the
  /// person entered no value.
  package static func written(_ fields: Fields) -> Fields? { SentForm.written(fields) }

  /// Stores a form that was submitted without a session in the person's present session.
  ///
  /// - Returns: the address that shows the form again. Nil if there is no such session or form.
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
