import FeatureKit
package import HTTP
import WebRendering

// Gives a browser its session, and the cookie with the session's name.
extension WebHost {
  /// Exchanges the one-time entry key in the address for a session and its cookie.
  ///
  /// The response is a page whose header `Refresh` makes the browser load the first page. A
  /// redirect would not work: the browser would treat the next request as coming from another site,
  /// and would not send the cookie.
  func enter(_ request: HTTP.Request) async throws -> Response {
    guard let key = request.query["key"], key.utf8.count <= 100, program.keys.take(key) else {
      // A key can be used once. A browser that loads this address again already has a session, so
      // it is sent to the first page instead of an error page.
      if sessions.session(request.cookies[cookieName]) != nil {
        return .seeOther(try RequestTarget("/"))
      }
      throw WebFault.keyUsed
    }
    let session = try sessions.begin()
    var response = Response(.ok, .html, bare(.fault(Self.entered)))
    response.headers["Refresh"] = "0; url=\(home(try await frame(request, session)))"
    response.set(origin.cookie(session.name))
    return response
  }

  private static let entered = ServedFault(
    status: Status.ok.code, Problem(.failed, "You are in."),
    links: [CommandLink("Go on", "open /")])

  /// Gives the session a new name and returns the cookie with this name; nil if the app that uses
  /// this web host names the sessions.
  ///
  /// The name changes when a person signs in or out, so that a copy of the previous cookie gives no
  /// access afterwards.
  func rename(_ session: BrowserSession) throws(Problem) -> SetCookie? {
    // If the app that uses this host names the sessions, all requests of a session are from one
    // person, so the session never needs a new name.
    program.namesSessions ? origin.cookie(try sessions.rename(session)) : nil
  }

  /// Opens a session that the app which uses this host stores and names, as a server does.
  package func admit(_ name: String, _ kept: KeptSession) { sessions.admit(name, kept) }

  /// Returns the fields of a submitted form that can be stored and shown to the person again later;
  /// nil if the person entered no value.
  package static func written(_ fields: Fields) -> Fields? { SentForm.written(fields) }

  /// Stores a form in the session with this name. The form's person was signed out when the form
  /// was submitted, and has signed in again since.
  ///
  /// - Parameter formName: the value of `nameOfKeptForm` in the address; nil for a new one.
  /// - Returns: the address that shows the form again; nil if there is no such session or the
  ///   fields are not a form.
  package func keep(
    _ written: Fields, for name: String, as formName: String? = nil
  ) throws -> RequestTarget? {
    guard let session = sessions.session(name),
      let form = try? SentForm(HTTP.Form(fields: written))
    else { return nil }
    return try keep(form, in: session, as: formName)
  }

  /// The name of the query field that names a stored form. The page with this address shows that
  /// form.
  package static var nameOfKeptForm: String { SentForm.Name.waiting }

  /// Returns whether the session with this name has a form that `keep` stored.
  package func hasForm(_ formName: String, for name: String) -> Bool {
    sessions.session(name)?.held(formName) != nil
  }

  func keep(
    _ form: SentForm, in session: BrowserSession, as formName: String? = nil
  ) throws -> RequestTarget {
    var held = HeldFields()
    held.form = form
    let name = try formName ?? freshName()
    session.hold(held, as: name)
    var query = Fields([.init("line", form.line), .init(SentForm.Name.waiting, name)])
    if let athlete = form.athlete {
      query.all.append(.init(Addresses.athleteKey, athlete.description))
    }
    return try RequestTarget("\(Addresses.anyLine)?\(query.text)")
  }

  /// Ends a session, and tells its open pages that they are out of date.
  package func dismiss(_ name: String) { sessions.dismiss(name) }
}
