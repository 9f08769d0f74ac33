import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The pages about a person's account: its sessions, its password, and its deletion.
extension ServerPages {
  /// The commands that the buttons of the account page send. The id of a session follows the
  /// command `end`, which ends that session.
  private enum Press {
    static let end = "end"
    static let endOthers = "end others"
  }

  func account(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    guard request.method == .post else {
      let change = request.cookies[changeCookie].flatMap { AccountChange(rawValue: $0) }
      var response = try await accountPage(signedIn, said: change?.words)
      if change != nil {
        response.set(.removal(of: changeCookie, isSecure: front.origin.isSecure))
      }
      return response
    }
    let sent = try await requireToken(request, signedIn)
    let words = (sent["_command"] ?? "").split(separator: " ").map(String.init)
    if words.joined(separator: " ") == Press.endOthers {
      _ = try await ground.ask(
        "SELECT accounts.sign_out($1::uuid, 'others')", [signedIn.session])
      return try await accountPage(signedIn, said: "All other browsers and devices are signed out.")
    }
    guard words.count == 2, words[0] == Press.end, words[1] != signedIn.session else {
      throw Problem(.usage, "There is no such button.")
    }
    _ = try await ground.ask(
      "DELETE FROM accounts.sessions WHERE id::text = $1 AND person = $2::uuid",
      [words[1], signedIn.person.description])
    return try await accountPage(signedIn, said: "It is signed out.")
  }

  /// Redirects to the account's page, which reports the change once.
  func toAccount(after change: AccountChange) throws -> Response {
    var response = Response.seeOther(try RequestTarget(OwnPage.account.address))
    tell(change, with: &response)
    return response
  }

  /// Sets a cookie in the response that makes the account's page report the change once.
  func tell(_ change: AccountChange, with response: inout Response) {
    var cookie = SetCookie(changeCookie, change.rawValue, isSecure: front.origin.isSecure)
    cookie.maxAge = 60
    response.set(cookie)
  }

  private var changeCookie: String { front.origin.cookieName + "-changed" }

  func accountPage(
    _ signedIn: SignedInPerson, said: String? = nil
  ) async throws -> Response {
    let found = try await ground.ask(
      """
      SELECT s.id, s.device, to_char(b.began, 'FMMonth FMDD, YYYY, at FMHH12:MI am'),
        to_char(s.last_used_at AT TIME ZONE $2, 'FMMonth FMDD, YYYY, at FMHH12:MI am'),
        CASE WHEN count(*) OVER (PARTITION BY s.device) > 1 THEN to_char(b.began, 'FMMonth FMDD'
          || CASE WHEN date_part('year', b.began) <> date_part('year', now() AT TIME ZONE $2) THEN ', YYYY' ELSE '' END
          || CASE WHEN count(*) OVER (PARTITION BY s.device, date_trunc('minute', b.began)) > 1 THEN ', at FMHH12:MI:SS am'
            WHEN count(*) OVER (PARTITION BY s.device, b.began::date) > 1 THEN ', at FMHH12:MI am' ELSE '' END)
        END
      FROM accounts.sessions AS s CROSS JOIN LATERAL (SELECT s.created_at AT TIME ZONE $2 AS began) AS b
      WHERE s.person = $1::uuid AND EXISTS (SELECT 1 FROM accounts.tokens AS t WHERE t.session = s.id)
      ORDER BY s.last_used_at DESC, s.id LIMIT 100
      """, [signedIn.person.description, (signedIn.zone ?? ground.settings.zone).name])
    let rows = found.rows.map { row in
      let isThis = row[0] == signedIn.session
      // If two devices have the same name, the day of the sign-in distinguishes them. If the day is
      // the same too, the time is added.
      let name = (row[1] ?? "") + (row[4].map { ", signed in on \($0)" } ?? "")
      // The database stores the time of use only every few minutes. For this session it may be some
      // minutes old, so the page says "now" instead.
      let used = isThis ? "In use now." : "Last used on \(row[3] ?? "")."
      let detail = "Since \(row[2] ?? ""). \(used)"
      let (title, words) = isThis ? ("\(name) (this one)", "\(name), this one") : (name, name)
      return Row(title, .bullet, spoken: "\(words). \(detail)")
        .showing(detail: detail)
        .offering(isThis ? [] : [CommandLink("Sign out", "\(Press.end) \(row[0] ?? "")")])
    }
    var mailLinks: [CommandLink] = []
    if ground.mail != nil {
      mailLinks = [
        CommandLink("Change the e-mail address", OwnPage.address.rawValue),
        CommandLink("E-mail about what is new", OwnPage.mail.rawValue),
      ]
      let confirmed = try await ground.ask(
        "SELECT accounts.is_confirmed($1::uuid)", [signedIn.person.description])
      if confirmed.value == "f" {
        mailLinks.append(
          Self.link("Confirm the e-mail address", .signIn, address: signedIn.email))
      }
    }
    let page = Page(title: "Account", subtitle: signedIn.email) {
      Section("Where you are signed in") {
        RowList(rows)
        Links(
          (rows.count > 1 ? [CommandLink("Sign out all others", Press.endOthers)] : []))
      }
      Section("More") {
        Links(
          [
            CommandLink("Change the password", OwnPage.password.rawValue)
          ] + mailLinks + [
            CommandLink("Change the time zone", OwnPage.timeZone.rawValue),
            CommandLink("See it in your own calendar", OwnPage.calendar.rawValue),
            CommandLink("Change whether you are the athlete or a parent", OwnPage.role.rawValue),
            CommandLink("Sign out", OwnPage.signOut.rawValue),
            CommandLink("Delete the account", OwnPage.delete.rawValue),
            CommandLink("To your pages", "open /"),
          ])
      }
    }
    return try show(.page(page), to: signedIn) { page in
      page.outcome = said.map { ServedOutcome([Message($0, tone: .positive)]) }
      page.target = { command in
        command.hasPrefix(Press.end + " ")
          ? .action(OwnPage.account.address) : Self.target(command)
      }
    }
  }

  // MARK: - Changing the password

  /// Returns the form for a new password.
  ///
  /// - Parameter recovers: whether the person has confirmed a code from an e-mail, so that the form
  ///   does not ask for the current password.
  private static func passwordForm(recovers: Bool) -> AccountForm {
    AccountForm(
      title: recovers ? "Choose a new password" : "Change the password",
      sentences: [
        "All other browsers and devices are signed out then. If you see your days in your own calendar, its address ends too."
      ],
      submit: "Change it", action: OwnPage.password.address,
      fields: (recovers ? [] : [.password("current", "Your password until now")]) + [
        .password(
          "password", "The new one (\(SignUpForm.shortestPassword) characters or more)", isNew: true
        )
      ], links: [CommandLink("Back", OwnPage.account.rawValue)])
  }

  func changePassword(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    let recovers =
      try await ground.ask(
        "SELECT recovers_until > now() FROM accounts.sessions WHERE id = $1::uuid",
        [signedIn.session]
      ).value == "t"
    let form = Self.passwordForm(recovers: recovers)
    guard request.method == .post else {
      return try show(form.content(), to: signedIn)
    }
    let sent = try await requireToken(request, signedIn)
    var faults: [String: Problem] = [:]
    if !recovers, (sent["current"] ?? "").isEmpty {
      faults["current"] = .ofField("Write the password that you have now.")
    }
    faults["password"] = SignUpFields.fault(ofPassword: sent)
    if faults.isEmpty {
      let answer = try await ask(
        "/auth/v1/user", method: .put,
        [
          "password": .string(sent["password"] ?? ""),
          "current_password": .string(sent["current"] ?? ""),
        ], token: try ground.token(signedIn.user, signedIn.session), for: request)
      if answer.response.status.isSuccess { return try await renamed(signedIn) }
      switch answer.code {
      case "invalid_credentials": faults["current"] = .ofField("This is not your password.")
      case "same_password": faults["password"] = .ofField("This is the password you have.")
      case "weak_password": faults["password"] = SignUpFields.weakPassword
      default:
        return try show(
          form.content(problem: answer.problem), to: signedIn,
          status: answer.response.status)
      }
    }
    return try show(
      form.content(given: sent, faults: faults), to: signedIn, status: .badRequest)
  }

  /// Gives the browser a new cookie after a change of the password. The old cookie stops working at
  /// once, in case it was stolen.
  func renamed(_ signedIn: SignedInPerson) async throws -> Response {
    let cookie = try await sessions.renew(signedIn, atOnce: true)
    files.dismiss(signedIn.session)
    var response = try toAccount(after: .password)
    if let cookie { response.set(front.origin.cookie(cookie)) }
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  // MARK: - Deleting the account

  private static let deletionForm = AccountForm(
    title: "Delete the account",
    sentences: [
      "Your account, your profile and what you wrote are deleted from this server, for good.",
      "If you are the athlete, your family goes with it: schools, coaches, contacts, tasks and everything else.",
      "If you are a parent, what you wrote for the athlete stays, under the athlete's name.",
      "Other devices of yours are signed out and keep what they have. Backups of the server keep it until they are thrown away.",
    ], submit: "Delete my account for good", action: OwnPage.delete.address,
    fields: [
      .password("password", "Your password"),
      .box("sure", "I know that this cannot be undone."),
    ], links: [CommandLink("Keep the account", OwnPage.account.rawValue)])

  func deleteAccount(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    guard request.method == .post else {
      return try show(Self.deletionForm.content(), to: signedIn)
    }
    let sent = try await requireToken(request, signedIn)
    var faults: [String: Problem] = [:]
    if (sent["password"] ?? "").isEmpty { faults["password"] = .ofField("Write your password.") }
    if sent["sure"] != "yes" { faults["sure"] = .ofField("Say that you are sure.") }
    guard faults.isEmpty else {
      return try show(
        Self.deletionForm.content(given: sent, faults: faults), to: signedIn, status: .badRequest)
    }
    let proven = try await ask(
      "/auth/v1/token?grant_type=password",
      ["email": .string(signedIn.email), "password": .string(sent["password"] ?? "")], for: request)
    guard let token = proven.json["access_token"]?.string else {
      if proven.code == "invalid_credentials" {
        faults["password"] = .ofField("This is not your password.")
      }
      return try show(
        Self.deletionForm.content(
          given: sent, faults: faults, problem: faults.isEmpty ? proven.problem : nil),
        to: signedIn,
        status: .badRequest)
    }
    let answer = try await ask("/rest/v1/rpc/compass_erase_me", [:], token: token, for: request)
    guard answer.response.status.isSuccess else {
      return try show(
        Self.deletionForm.content(problem: answer.problem), to: signedIn,
        status: answer.response.status)
    }
    files.dismiss(signedIn.session)
    await files.remove(signedIn.person)
    let page = Page(title: "Your account is deleted") {
      Paragraph(
        "Nothing of it is left at this server, apart from backups that are thrown away later.")
    }
    var response = front.answer(.page(page)) { $0.target = Self.target }
    response.set(front.origin.cookieRemoval)
    SecurityHeaders.clearDevice(in: &response)
    return response
  }
}
