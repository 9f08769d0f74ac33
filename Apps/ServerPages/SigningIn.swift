import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The pages for signing in and out, and functions that answer forms of the server's own pages.
extension ServerPages {
  /// Returns the sign-in form.
  ///
  /// - Parameter next: the address of the page to open after signing in. If a changed e-mail address
  ///   is confirmed there, the form says with which address to sign in.
  private func signInForm(next: String? = nil) -> AccountForm {
    var form = AccountForm(
      title: "Sign in", submit: "Sign in", action: OwnPage.signIn.address,
      fields: [.email("email", "Your e-mail address"), .password("password", "Your password")])
    if next?.hasPrefix(OwnPage.code.address + "?") == true {
      form.sentences = [
        "Sign in with the address that you had until now. Then you can confirm the new one."
      ]
    }
    if ground.registration == .open {
      form.links = [CommandLink("Make an account", OwnPage.signUp.rawValue)]
    }
    if ground.mail != nil {
      form.links += [
        Self.link("I forgot my password", .recovery),
        Self.link("Sign in with a code", .signIn, next: next),
      ]
    }
    return form
  }

  /// Returns the sign-in form for a person whose session ended while they filled in another form. A
  /// hidden field keeps what they wrote.
  func askToSignIn(keeping kept: KeptForm) -> Response {
    var form = signInForm()
    let problem = Problem.signedOutMeanwhile
    form.sentences = [problem.title, problem.fix].compactMap { $0 }
    return show(form, hidden: [kept.field], status: .unauthorized)
  }

  func signIn(_ request: Request) async throws -> Response {
    guard request.method == .post else {
      let next = request.query[Self.nextName]
      return show(signInForm(next: next), hidden: [.next(next)])
    }
    let sent = try await fields(of: request, textBytes: Self.mostToSignIn)
    let next = sent[Self.nextName]
    let form = signInForm(next: next)
    let kept = KeptForm(sent[KeptForm.name])
    let hidden = [.next(next), kept?.field]
    let email = sent["email"]?.trimmed ?? ""
    let password = sent["password"] ?? ""
    var faults: [String: Problem] = [:]
    if email.isEmpty { faults["email"] = .ofField("Write your e-mail address.") }
    if password.isEmpty { faults["password"] = .ofField("Write your password.") }
    guard faults.isEmpty else {
      return show(form, sent, faults, hidden: hidden, status: .badRequest)
    }
    let answer = try await ask(
      "/auth/v1/token?grant_type=password",
      ["email": .string(email), "password": .string(password)], for: request)
    guard let session = answer.session else {
      if answer.code == "consent_awaited" { return waitingForParent(of: email) }
      return show(
        form, sent, problem: answer.problem, hidden: hidden, status: answer.response.status)
    }
    return try await enter(session, next: next, kept: kept)
  }

  /// Answers a request for the sign-in page in a browser in which a person is already signed in,
  /// such as the second of two tabs that showed it. The browser is redirected to the form that the
  /// tab has stored, or to the page that the tab asked for. If the sign-in form was sent with
  /// another person's e-mail address, it is shown again with a problem.
  func passSignIn(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    guard request.method == .post else {
      return .seeOther(try Self.destination(request.query[Self.nextName]))
    }
    let sent = try await fields(of: request, textBytes: Self.mostToSignIn)
    let next = sent[Self.nextName]
    let kept = KeptForm(sent[KeptForm.name])
    let email = sent["email"]?.trimmed ?? ""
    guard email.isEmpty || email.lowercased() == signedIn.email else {
      let problem = Problem(
        .conflict, "\(signedIn.email) is signed in in this browser.",
        fix: "Sign out in the other tab first.")
      return show(
        signInForm(next: next), sent, problem: problem, hidden: [.next(next), kept?.field],
        status: .conflict)
    }
    let form = try await keep(kept, for: signedIn)
    return .seeOther(try form ?? Self.destination(next))
  }

  /// The name of the form field, and of the query field of an address, that contains the address of
  /// the page to open after signing in.
  static let nextName = "next"
  /// The largest size in bytes of the fields of the sign-in form, which may contain a stored other
  /// form.
  private static let mostToSignIn = KeptForm.most + 16 * 1024

  /// Redirects a browser without a session to the sign-in page. After the person has signed in, the
  /// browser loads `next`.
  func toSignIn(next: String) throws -> Response {
    let query = next == "/" ? "" : "?" + Fields([.init(Self.nextName, next)]).text
    return .seeOther(try RequestTarget(OwnPage.signIn.address + query))
  }

  /// Creates a cookie for the session, and redirects the browser to the page that it asked for
  /// before signing in.
  func enter(
    _ session: String, next: String? = nil, kept: KeptForm? = nil
  ) async throws -> Response {
    let cookie = try await sessions.begin(session)
    var target = try Self.destination(next)
    if let kept, let signedIn = try await sessions.find(cookie),
      let form = try await keep(kept, for: signedIn)
    {
      target = form
    }
    var response = Response.seeOther(target)
    response.set(front.origin.cookie(cookie))
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// Stores the form that a sign-in page contained, and returns the address that shows the form
  /// again; nil if the page contained none.
  private func keep(
    _ kept: KeptForm?, for signedIn: SignedInPerson
  ) async throws -> RequestTarget? {
    guard let kept, let written = kept.written, signedIn.hasProfile,
      let form = try files.keep(written, for: signedIn)
    else { return nil }
    await share(kept, at: form, of: signedIn)
    return form
  }

  /// Returns the page to open after signing in. Only a path of this host is accepted, so that a link
  /// to the sign-in page cannot lead on to another site.
  private static func destination(_ next: String?) throws -> RequestTarget {
    guard let next, next.hasPrefix("/"), !next.hasPrefix("//"),
      let wanted = try? RequestTarget(next), wanted.host == nil
    else { return try RequestTarget("/") }
    return wanted
  }

  /// Stores the form in the database, because another server may answer the request for `address`.
  /// If that fails, only this server can show the form.
  private func share(
    _ kept: KeptForm, at address: RequestTarget, of signedIn: SignedInPerson
  ) async {
    guard let name = address.query[WebHost.nameOfKeptForm],
      let sealed = kept.sealed(with: signedIn.cookie)
    else { return }
    _ = try? await ground.ask(
      "SELECT accounts.keep_form($1::uuid, $2, $3)", [signedIn.session, name, sealed])
  }

  /// If the person signed in at another server, reads the form that the request shows from the
  /// database, and stores it here. The form stays in the database until it was submitted and its
  /// command is done, because this response may be lost, or a third server may answer when the page
  /// is loaded again.
  func fetchForm(_ request: Request, _ signedIn: SignedInPerson) async throws {
    guard let name = request.query[WebHost.nameOfKeptForm], Base64URL.bytes(name) != nil,
      !files.hasForm(name, for: signedIn),
      let sealed = try await ground.ask(
        "SELECT accounts.kept_form($1::uuid, $2)", [signedIn.session, name]
      ).value,
      let written = KeptForm(sealed: sealed, with: signedIn.cookie)?.written
    else { return }
    _ = try files.keep(written, for: signedIn, as: name)
  }

  func signOut(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    guard request.method == .post else {
      let question = ServedQuestion(
        "Sign out?",
        details: ["What you saved stays. Your pages are removed from this server's memory."],
        agree: "Sign out", command: OwnPage.signOut.rawValue, fields: [],
        action: OwnPage.signOut.address, cancel: "/")
      return try show(.question(question), to: signedIn)
    }
    try await requireToken(request, signedIn)
    try await leave(signedIn)
    return try signedOut()
  }

  /// Redirects a browser in which no person is signed in any more to the sign-in page, and removes
  /// the data that the browser stores about the person.
  func signedOut() throws -> Response {
    var response = try toSignIn(next: "/")
    response.set(front.origin.cookieRemoval)
    SecurityHeaders.clearDevice(in: &response)
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// Ends a browser's session. If this was the person's last session with a browser, the person's
  /// file is removed from the server.
  func leave(_ signedIn: SignedInPerson) async throws {
    await files.sendRest(of: signedIn.person)
    let left = try await sessions.end(signedIn)
    files.dismiss(signedIn.session)
    if left == 0 { await files.remove(signedIn.person) }
  }

  // MARK: - Parts that several pages use

  /// Returns the page of a form for a browser in which no person is signed in.
  func show(
    _ form: AccountForm, _ given: [String: String] = [:], _ faults: [String: Problem] = [:],
    problem: Problem? = nil, hidden: [FormField?] = [], status: Status = .ok
  ) -> Response {
    front.answer(form.content(given: given, faults: faults, problem: problem), status: status) {
      page in
      page.target = Self.target
      page.formFields += hidden.compactMap { $0 }
    }
  }

  /// Returns a page for a signed-in person. Its forms contain the token of the session, which the
  /// server requires when they are sent.
  func show(
    _ content: ServedPage.Content, to signedIn: SignedInPerson, status: Status = .ok,
    _ more: (inout ServedPage) -> Void = { _ in }
  ) throws -> Response {
    let pad = try RandomSource.system.bytes(EntryKeys.length)
    let token = MaskedToken(signedIn.token, pad: pad).text
    return front.answer(content, status: status) { page in
      page.target = Self.target
      page.subject = "\(signedIn.person)"
      page.formFields.append(FormField(Self.tokenName, token))
      more(&page)
    }
  }

  private static let tokenName = "_token"

  @discardableResult
  func requireToken(
    _ request: Request, _ signedIn: SignedInPerson
  ) async throws -> [String: String] {
    let sent = try await fields(of: request)
    try requireToken(in: sent, signedIn)
    return sent
  }

  func requireToken(in sent: [String: String], _ signedIn: SignedInPerson) throws {
    guard MaskedToken.fits(sent[Self.tokenName] ?? "", signedIn.token) else {
      throw Problem(
        .refused, "This form is from another sign-in.",
        fix: "Open the page again, and send it then.")
    }
  }

  static func target(_ command: String) -> HTMLTarget? {
    OwnPage(rawValue: command).map { .page($0.address) }
      ?? (command.hasPrefix("open /") ? .page(String(command.dropFirst(5))) : nil)
  }

  /// Returns the fields of a form that was sent, by their names.
  ///
  /// If a name has two different values, the result has the second value under the name
  /// `differing(name)`. Equal values count as one.
  func fields(
    of request: Request, textBytes: Int = 16 * 1024
  ) async throws -> [String: String] {
    var limits = FormLimits()
    limits.files = 0
    limits.textBytes = textBytes
    let form = try await request.form(limits, files: nil)
    var fields: [String: String] = [:]
    for field in form.fields.all {
      if let known = fields[field.name], known != field.value {
        fields[Self.differing(field.name)] = field.value
      } else {
        fields[field.name] = field.value
      }
    }
    return fields
  }

  /// Returns the name under which `fields` returns the second of two different values of a field. A
  /// form in which a new password is typed twice uses this.
  static func differing(_ name: String) -> String { name + " again" }

  /// Sends a request to the server's own account interface. The limits of the interface count it as
  /// a request from the browser's network address.
  func ask(
    _ address: String, method: HTTP.Method = .post, _ body: JSONObject, token: String? = nil,
    for visitor: Request
  ) async throws -> AccountAnswer {
    var headers: Headers = [
      "apikey": ground.publicKey, "X-Supabase-Api-Version": "2024-01-01",
      "Content-Type": "application/json",
    ]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let request = try Request(
      method, address: "http://localhost" + address, headers: headers,
      body: .bytes(Array(JSONValue.object(body).text.utf8)))
    return AccountAnswer(
      response: try await ground.http(for: visitor).answer(to: request, .once))
  }
}

extension FormField {
  /// Returns a hidden form field with the address of the page to open after signing in.
  static func next(_ address: String?) -> FormField? {
    address.map { FormField(ServerPages.nextName, $0) }
  }
  static func invite(_ code: String?) -> FormField? { code.map { FormField("invite", $0) } }
}

extension AskingRules {
  fileprivate static var once: AskingRules {
    var rules = AskingRules()
    rules.repeats = .never
    return rules
  }
}

/// The answer of the server's account interface to a request of a page.
struct AccountAnswer {
  let response: Response
  let json: JSONValue

  init(response: Response) {
    self.response = response
    if case .bytes(let bytes) = response.body {
      json = (try? JSONValue.parse(utf8: bytes)) ?? .null
    } else {
      json = .null
    }
  }

  var code: String { json["code"]?.string ?? "" }
  /// The message of a refusal, in the words that programs receive; nil if the answer has none.
  var message: String? { (json["message"] ?? json["msg"])?.string }

  /// The time that the person has to wait before the next try, in words; nil if the answer names
  /// none.
  var wait: String? {
    response.headers["Retry-After"].flatMap { Int($0) }.map { Duration.seconds($0).waitingTime }
  }

  /// The id of the session in the answer's access token; nil if the answer has no token.
  var session: String? {
    guard let token = json["access_token"]?.string else { return nil }
    let pieces = token.split(separator: ".")
    guard pieces.count == 3,
      let bytes = Base64URL.bytes(String(pieces[1])),
      let claims = try? JSONValue.parse(utf8: bytes)
    else { return nil }
    return claims["session_id"]?.string
  }

  /// The problem that explains to the person why the request was refused.
  var problem: Problem {
    switch code {
    case "invalid_credentials":
      Problem(.refused, "That address and password do not open an account.")
    case "over_request_rate_limit": .tooManyTries(wait: wait)
    case "over_email_send_rate_limit":
      Problem(
        .refused, "Several e-mails went to this address a short time ago.",
        fix: "Look for them, in the folder for unwanted mail too, or try it again in some minutes.")
    case "user_banned":
      Problem(
        .refused, "This account cannot sign in: it was closed, or a parent's consent is missing.")
    default: .databaseAway
    }
  }
}
