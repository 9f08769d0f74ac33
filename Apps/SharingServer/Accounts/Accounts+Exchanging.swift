import AuthLive
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// Links in e-mails that lead to another program (PKCE): the link hands a code to the program, and
/// the program exchanges it for a session.
extension Accounts {
  func programLink(_ json: JSONValue, _ request: Request) throws -> ProgramLink? {
    try ProgramLink(
      challenge: json["code_challenge"]?.string, method: json["code_challenge_method"]?.string,
      target: request.query["redirect_to"], links)
  }

  /// Returns the e-mail with a code. Its link leads to the program that requested the e-mail, or
  /// else to the server's own page.
  func letter(
    _ code: String, _ purpose: ServerLetter.CodePurpose, to email: String, _ program: ProgramLink?
  ) -> ServerLetter {
    guard let program, let links else {
      return .code(code, purpose, to: email, pages: pagesAddress())
    }
    return .code(
      code, purpose, to: email, pages: nil,
      link: program.address(code, to: email, type: purpose.verification, links))
  }

  /// Answers a browser that opens the link of an e-mail, and redirects the browser to the program
  /// that requested the e-mail, with a second code.
  ///
  /// The e-mail's own code is only checked here. It is used up when the program exchanges the
  /// second code for a session.
  func openLink(_ request: Request, _ address: String) async throws -> Response {
    let query = request.query
    guard query["code_challenge"] != nil || query["code_challenge_method"] != nil else {
      throw AuthFault.invalid(
        "This server's links need a code challenge (PKCE). The code in the letter can be typed into the program."
      )
    }
    guard
      let program = try ProgramLink(
        challenge: query["code_challenge"], method: query["code_challenge_method"],
        target: query["redirect_to"], links)
    else { throw AuthFault.invalid("The link leads to no address that this server knows.") }
    guard let type = query["type"], let kind = Self.kinds[type] else {
      throw AuthFault.invalid("Verify requires a verification type")
    }
    try await mayTry([("verify from \(try digest(address))", 30)])
    let wrong = program.response([
      .init("error", "access_denied"), .init("error_code", "otp_expired"),
      .init("error_description", "Email link is invalid or has expired"),
    ])
    guard let mailed = MailedCode(tokenHash: query["token"] ?? ""),
      let email = try? SignUpForm.email(.string(mailed.email))
    else { return wrong }
    try await mayTry([codeTries(of: email)])
    let code = Base64URL.text(try random.bytes(32))
    let begun = try await ask(
      "SELECT accounts.begin_exchange($1, $2, $3, $4, $5, accounts.digest($6))",
      [
        email, try codeDigest(mailed.code, of: email), kind, program.challenge, program.method,
        code,
      ])
    return begun.value == "t" ? program.response([.init("code", code)]) : wrong
  }

  private static let kinds = [
    "signup": "signup", "recovery": "recovery", "email": "email", "magiclink": "email",
  ]

  func exchange(_ json: JSONValue, _ request: Request, _ address: String) async throws -> Response {
    guard let code = json["auth_code"]?.string, let verifier = json["code_verifier"]?.string,
      !code.isEmpty, code.utf8.count <= 200, ProgramLink.isSecret(verifier)
    else {
      throw AuthFault.invalid(
        "invalid request: both auth code and code verifier should be non-empty")
    }
    try await mayTry([("verify from \(try digest(address))", 30)])
    let told =
      try await ask("SELECT accounts.take_exchange(accounts.digest($1), $2)", [code, verifier])
      .json ?? .null
    guard told["outcome"] != "wrong" else {
      throw AuthFault(
        .badRequest, "bad_code_verifier",
        "code challenge does not match previously saved code verifier")
    }
    guard told["outcome"] == "taken", let email = told["email"]?.string,
      let digest = told["code"]?.string
    else {
      throw AuthFault(
        .notFound, "flow_state_not_found", "invalid flow state, no valid flow state found")
    }
    let isRecovery = told["kind"] == "recovery"
    let person =
      told["kind"] == "signup"
      ? try await confirmSignUp(email, digest: digest)
      : try await take(digest: digest, of: email, isRecovery: isRecovery)
    guard let person else {
      throw AuthFault(.forbidden, "otp_expired", "Token has expired or is invalid")
    }
    return try await begin(person, request, try self.digest(address), recovers: isRecovery)
  }
}
