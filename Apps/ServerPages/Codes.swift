import FeatureKit
import HTTP
import JSON
import SharingServer
import WebHost
import WebRendering

// The pages for one-time codes that are sent by e-mail: to confirm a new account or a changed
// address, to set a forgotten password, and to sign in.
extension ServerPages {
  /// The name of the hidden form field that contains the purpose of a code.
  private static let purposeName = "for"

  /// Returns a link to the page that sends a code by e-mail, for a purpose such as a forgotten
  /// password. If the code is for signing in, the page `next` is opened after the sign-in.
  static func link(
    _ label: String, _ purpose: ServerLetter.CodePurpose, address: String? = nil,
    next: String? = nil
  ) -> CommandLink {
    var fields: [Fields.Field] = [.init(purposeName, purpose.rawValue)]
    if let address { fields.append(.init("email", address)) }
    if let next { fields.append(.init(nextName, next)) }
    return CommandLink(label, "open \(OwnPage.sendCode.address)?\(Fields(fields).text)")
  }

  // MARK: - Requesting a code

  /// Shows the form that requests a code, and sends the e-mail with the code. The answer is the
  /// same for every address, so that it does not reveal which addresses have an account.
  func sendCode(_ request: Request) async throws -> Response {
    try requireMail()
    guard request.method == .post else {
      let purpose = Self.purpose(request.query[Self.purposeName])
      return show(
        purpose.sendingForm, ["email": request.query["email"] ?? ""],
        hidden: [
          FormField(Self.purposeName, purpose.rawValue), .next(request.query[Self.nextName]),
        ])
    }
    let sent = try await fields(of: request)
    let purpose = Self.purpose(sent[Self.purposeName])
    let next = sent[Self.nextName]
    let email = sent["email"]?.trimmed ?? ""
    let answer = try await ask(
      purpose.sendingAddress,
      ["email": .string(email), "type": .string(purpose.verification), "create_user": false],
      for: request)
    guard answer.response.status.isSuccess else {
      let isAddress = answer.code != "validation_failed"
      return show(
        purpose.sendingForm, sent,
        isAddress ? [:] : ["email": .ofField("Write an address such as sam@example.org.")],
        problem: isAddress ? answer.problem : nil,
        hidden: [FormField(Self.purposeName, purpose.rawValue), .next(next)],
        status: answer.response.status)
    }
    return try codeForm(
      purpose, to: email, next: next, isSentAgain: true, wait: answer.wait,
      for: try await signedIn(request))
  }

  func requireMail() throws {
    guard ground.mail == nil else { return }
    throw Problem(.notFound, "This server sends no e-mail.", fix: "Ask the person who runs it.")
  }

  private static func purpose(_ word: String?) -> ServerLetter.CodePurpose {
    word.flatMap { ServerLetter.CodePurpose(rawValue: $0) } ?? .signIn
  }

  // MARK: - Entering the code of an e-mail, which signs in without a password

  /// Returns the form in which a person types the code from an e-mail. After too many wrong codes,
  /// the form says how long to `wait`. If the person has requested the e-mail again
  /// (`isSentAgain`), the form says that it may have gone to a parent; it says so for every
  /// address. After a code to sign in, the browser loads `next`.
  ///
  /// Only the signed-in owner of an account can confirm a changed address, because the new address
  /// may have been mistyped and belong to a stranger. Without a session, the browser is redirected
  /// to the sign-in page, which leads back to the form.
  func codeForm(
    _ purpose: ServerLetter.CodePurpose, to email: String, code: String = "",
    _ faults: [String: Problem] = [:], problem: Problem? = nil, next: String? = nil,
    isSentAgain: Bool = false, wait: String? = nil, status: Status = .ok,
    for signedIn: SignedInPerson?
  ) throws -> Response {
    var form = purpose.codeForm
    // The link in the e-mail contains the code, so the page only asks the person to press the
    // button.
    if !code.isEmpty, faults.isEmpty, problem == nil {
      form.sentences = ["The code of the e-mail is filled in. Press \(form.submit)."]
    }
    if isSentAgain, purpose == .signUp {
      form.sentences.append(
        "If your address is confirmed already and a parent has to agree, the e-mail went to your parent."
      )
    }
    if let wait {
      form.sentences.append("Too many codes were tried. Wait \(wait) before you type the new one.")
    }
    form.links = [
      Self.link("Send it again", purpose, address: email.isEmpty ? nil : email, next: next)
    ]
    let given = ["email": email, "code": code]
    let hidden = FormField(Self.purposeName, purpose.rawValue)
    guard purpose == .address else {
      return show(
        form, given, faults, problem: problem, hidden: [hidden, .next(next)], status: status)
    }
    guard let signedIn else {
      return try toSignIn(next: ServerLetter.page(code, purpose, to: email, pages: ""))
    }
    return try show(
      form.content(given: given, faults: faults, problem: problem), to: signedIn, status: status
    ) { $0.formFields.append(hidden) }
  }

  func takeCode(_ request: Request) async throws -> Response {
    try requireMail()
    let before = try await signedIn(request)
    guard request.method == .post else {
      let mailed = request.query["token_hash"].flatMap { MailedCode(tokenHash: $0) }
      return try codeForm(
        Self.purpose(request.query[Self.purposeName]), to: mailed?.email ?? "",
        code: mailed?.code ?? "", for: before)
    }
    let sent = try await fields(of: request)
    let purpose = Self.purpose(sent[Self.purposeName])
    let next = sent[Self.nextName]
    let email = sent["email"]?.trimmed ?? ""
    let code = (sent["code"] ?? "").filter { !$0.isWhitespace }
    var token: String?
    if purpose == .address {
      guard let before else { return try codeForm(purpose, to: email, code: code, for: nil) }
      try requireToken(in: sent, before)
      token = try ground.token(before.user, before.session)
    }
    var faults: [String: Problem] = [:]
    if !email.contains("@") {
      faults["email"] = .ofField("Write the address that the e-mail came to.")
    }
    // A text that cannot be a code is refused here. It does not count as a try, because only a few
    // tries are allowed.
    if !MailedCode.isCode(code) {
      faults["code"] = .ofField("Write the six digits of the e-mail.")
    }
    guard faults.isEmpty else {
      return try codeForm(
        purpose, to: email, code: code, faults, next: next, status: .badRequest, for: before)
    }
    let answer = try await ask(
      "/auth/v1/verify",
      [
        "type": .string(purpose.verification), "email": .string(email), "token": .string(code),
      ], token: token, for: request)
    guard let session = answer.session else {
      switch answer.code {
      case "consent_awaited": return waitingForParent(of: email)
      // The code was not accepted. An answer without a refusal and without a session means that the
      // code belongs to another account, or was sent to the old address of a changed one.
      case _ where answer.response.status.isSuccess, "otp_expired", "validation_failed":
        faults["code"] = Problem(
          .usage,
          purpose == .address
            ? "This code is not good: it was mistyped, used, is older than an hour, or is for another account."
            : "This code is not good: it was mistyped, used, or is older than an hour.",
          fix: answer.wait.map(Self.untilNextCode))
        return try codeForm(
          purpose, to: email, code: code, faults, next: next, status: .badRequest, for: before)
      case "over_request_rate_limit":
        faults["code"] = Problem(
          .refused, "Too many codes were tried.",
          fix: Self.untilNextCode(answer.wait ?? "some minutes"))
        return try codeForm(
          purpose, to: email, code: code, faults, next: next, status: answer.response.status,
          for: before)
      default:
        return try codeForm(
          purpose, to: email, code: code, problem: answer.problem, next: next,
          status: answer.response.status, for: before)
      }
    }
    // A browser has only one signed-in person. If another person was signed in, that person is
    // signed out.
    var response = try await enter(session, next: purpose.next(wanted: next))
    if purpose == .address { tell(.address, with: &response) }
    if let before { try await leave(before) }
    return response
  }

  private static func untilNextCode(_ wait: String) -> String {
    "No code is taken for \(wait), also none of a new e-mail. Send it again after that."
  }

  /// Returns the page for a child who confirmed this address, or signs in with it, before the parent
  /// has answered.
  func waitingForParent(of email: String) -> Response {
    let page = Page(title: "Now your parent has to agree") {
      Paragraph(
        "Your address is confirmed. We sent your parent an e-mail with a link. When they have agreed, you get an e-mail and can sign in. They can answer until seven days after you signed up."
      )
      Paragraph(
        "If you wrote your parent's address wrong, sign up again with your own address, and confirm it: the last time counts."
      )
      Links([
        Self.link("Send your parent the e-mail again", .signUp, address: email),
        CommandLink("Sign up again", "open \(OwnPage.signUp.address)"),
      ])
    }
    return front.answer(.page(page)) { $0.target = Self.target }
  }

  // MARK: - Changing the e-mail address

  private static let addressForm = AccountForm(
    title: "Change the e-mail address",
    sentences: [
      "We send a code to the new address. Nothing changes until you show it while you are signed in. The old address is told."
    ], submit: "Send the code", action: OwnPage.address.address,
    fields: [.email("email", "The new address"), .password("current", "Your password")],
    links: [CommandLink("Back", OwnPage.account.rawValue)])

  func changeAddress(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    try requireMail()
    guard request.method == .post else {
      return try show(Self.addressForm.content(), to: signedIn)
    }
    let sent = try await requireToken(request, signedIn)
    let email = (sent["email"]?.trimmed ?? "").lowercased()
    var faults: [String: Problem] = [:]
    if email == signedIn.email { faults["email"] = .ofField("This is the address you have.") }
    if (sent["current"] ?? "").isEmpty { faults["current"] = .ofField("Write your password.") }
    var problem: Problem?
    if faults.isEmpty {
      let answer = try await ask(
        "/auth/v1/user", method: .put,
        ["email": .string(email), "current_password": .string(sent["current"] ?? "")],
        token: try ground.token(signedIn.user, signedIn.session), for: request)
      if answer.response.status.isSuccess {
        return try codeForm(.address, to: email, for: signedIn)
      }
      switch answer.code {
      case "invalid_credentials": faults["current"] = .ofField("This is not your password.")
      case "consent_needed": faults["email"] = SignUpFields.parentsAddress
      case "validation_failed":
        faults["email"] = .ofField("Write an address such as sam@example.org.")
      default: problem = answer.problem
      }
    }
    return try show(
      Self.addressForm.content(given: sent, faults: faults, problem: problem), to: signedIn,
      status: .badRequest)
  }
}

extension ServerLetter.CodePurpose {
  /// The path of the server's account interface that sends an e-mail with a code for this purpose.
  fileprivate var sendingAddress: String {
    switch self {
    case .signUp, .address: "/auth/v1/resend"
    case .signIn: "/auth/v1/otp"
    case .recovery: "/auth/v1/recover"
    }
  }

  /// Returns the address of the page that is opened after the code was accepted. Signing in opens
  /// the page that was `wanted` before it.
  fileprivate func next(wanted: String?) -> String? {
    switch self {
    case .signUp: OwnPage.begin.address
    case .signIn: wanted
    case .recovery: OwnPage.password.address
    case .address: OwnPage.account.address
    }
  }

  fileprivate var sendingForm: AccountForm {
    let (title, sentence) =
      switch self {
      case .signUp: ("Confirm your address", "We send the e-mail again.")
      case .signIn: ("Sign in with a code", "We send a code to your address.")
      case .recovery: ("A new password", "We send a code to your address.")
      case .address: ("Confirm your new address", "We send the e-mail again.")
      }
    return AccountForm(
      title: title, sentences: [sentence], submit: "Send the e-mail",
      action: OwnPage.sendCode.address, fields: [.email("email", "Your e-mail address")],
      links: [CommandLink("Back", "open /")])
  }

  fileprivate var codeForm: AccountForm {
    let (title, sentence) =
      switch self {
      case .signUp:
        (
          "Confirm your address",
          "We sent an e-mail to your address. Type the code that is in it, or open its link."
        )
      case .address:
        (
          "Confirm your new address",
          "We sent an e-mail to the new address. Type the code that is in it, or open its link."
        )
      case .signIn, .recovery:
        (
          self == .signIn ? "Sign in with a code" : "A new password",
          "If an account has this address, an e-mail is on its way. Type the code that is in it, or open its link."
        )
      }
    return AccountForm(
      title: title, sentences: [sentence], submit: "Go on", action: OwnPage.code.address,
      fields: [
        .email("email", "Your e-mail address"),
        .text("code", "The code: six digits", placeholder: "CODE"),
      ])
  }
}
