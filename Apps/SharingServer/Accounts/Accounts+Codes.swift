import AuthLive
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// One-time codes by e-mail (supabase-wire 3.1), for a forgotten password and for signing in
/// without a password.
///
/// A request must not reveal whether an address has an account, so the answer, the limits and the
/// work before the answer are the same for every address.
extension Accounts {
  func recover(_ json: JSONValue, _ request: Request, _ address: String) async throws -> Response {
    try await sendCode(json, request, .recovery, address)
  }

  /// Sends a code for signing in to an existing account. A code never creates an account, because
  /// creating one needs a birth date.
  func sendSignInCode(
    _ json: JSONValue, _ request: Request, _ address: String
  ) async throws -> Response {
    guard json["email"]?.string?.isEmpty == false || json["phone"]?.string?.isEmpty != false else {
      throw AuthFault(.badRequest, "phone_provider_disabled", "Unsupported phone provider")
    }
    return try await sendCode(json, request, .signIn, address)
  }

  /// The largest number of e-mails to one address in five minutes.
  static let mostLetters = 3

  /// Counts an e-mail to the recipient. Throws a fault if the recipient has had too many.
  ///
  /// - Parameter address: the network address that sent the request, for which the number of
  ///   e-mails is limited too; nil for an e-mail that follows from an earlier request.
  func mayMail(_ email: String, _ address: String?) async throws {
    var limits = try [(who: "mail to " + digest(email), most: Self.mostLetters)]
    if let address { try limits.append((who: "mail from " + digest(address), most: 30)) }
    do {
      try await mayTry(limits)
    } catch let fault as AuthFault {
      throw AuthFault(
        fault.status, "over_email_send_rate_limit",
        "For security purposes, you can only request this after \(fault.wait ?? 60) seconds.",
        wait: fault.wait)
    }
  }

  private func sendCode(
    _ json: JSONValue, _ request: Request, _ purpose: ServerLetter.CodePurpose,
    _ address: String
  ) async throws -> Response {
    let email = try SignUpForm.email(json["email"])
    let program = try programLink(json, request)
    try await mayMail(email, address)
    if let code = try await makeCode(purpose, for: email) {
      mail?.sendLater(letter(code, purpose, to: email, program), to: email)
    }
    return try await codeIsSent(to: email)
  }

  /// Returns the answer to a request for a code. After too many wrong codes for an address, a new
  /// code does not work at once either, and the answer says how long the person has to wait.
  func codeIsSent(to email: String) async throws -> Response {
    var response = Response.json(.ok, [:])
    response.headers["Retry-After"] = try await wait(for: codeTries(of: email)).map { String($0) }
    return response
  }

  /// The limit for attempts to enter a code that was sent to this address. Codes of all purposes
  /// count together.
  func codeTries(of email: String) throws -> (who: String, most: Int) {
    try ("verify " + digest(email), 5)
  }

  /// Makes a random code and stores its digest. Returns nil if no account with the address may sign
  /// in.
  func makeCode(_ purpose: ServerLetter.CodePurpose, for email: String) async throws -> String? {
    let code = try drawCode()
    let isKnown = try await ask(
      "SELECT accounts.make_code($1, $2, $3::boolean)",
      [email, try codeDigest(code, of: email), "\(purpose == .recovery)"]
    ).value
    return isKnown == "t" ? code : nil
  }

  func drawCode() throws -> String {
    let count = (0..<MailedCode.digits).reduce(1 as UInt64) { count, _ in count * 10 }
    let number = try random.bytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % count
    return String(String(count + number).dropFirst())
  }

  func codeDigest(_ code: String, of email: String) throws -> String {
    try digest("code \(code) of \(email)")
  }

  func verify(_ json: JSONValue, _ request: Request, _ address: String) async throws -> Response {
    let type = json["type"]?.string ?? ""
    guard
      ["signup", "recovery", "invite", "magiclink", "email", "email_change"].contains(type)
    else { throw AuthFault.invalid("Verify requires a verification type") }
    var wrong = AuthFault(.forbidden, "otp_expired", "Token has expired or is invalid")
    let shown: (code: String, email: JSONValue?)
    if let code = json["token"]?.string, !code.isEmpty {
      shown = (code, json["email"])
    } else if let hash = json["token_hash"]?.string {
      guard let mailed = MailedCode(tokenHash: hash) else {
        try await mayTry([("verify from \(try digest(address))", 30)])
        throw wrong
      }
      shown = (mailed.code, .string(mailed.email))
    } else {
      throw AuthFault.invalid("Verify requires a token or a token hash")
    }
    let (code, email) = (shown.code, try SignUpForm.email(shown.email))
    let limit = try codeTries(of: email)
    try await mayTry([limit, ("verify from \(try digest(address))", 30)])
    if type == "email_change" {
      switch try await takeAddress(email, code: code, request) {
      case .given(let person): return try await begin(person, request, try digest(address))
      case .waits: return Self.otherCodeMissing
      case .wrongCode:
        wrong.wait = try await wait(for: limit)
        throw wrong
      }
    }
    let isRecovery = type == "recovery"
    let person: String? =
      switch type {
      case "signup": try await confirmSignUp(email, digest: try codeDigest(code, of: email))
      case "recovery", "magiclink":
        try await take(
          digest: try codeDigest(code, of: email), of: email, isRecovery: isRecovery)
      case "email":
        // Clients use the type `email` for a code to sign in and also for one that confirms a new
        // account, so the code is tried as each of them.
        if let known = try await take(
          digest: try codeDigest(code, of: email), of: email, isRecovery: false)
        {
          known
        } else {
          try await confirmSignUp(email, digest: try codeDigest(code, of: email))
        }
      default: nil
      }
    guard let person else {
      wrong.wait = try await wait(for: limit)
      throw wrong
    }
    return try await begin(person, request, try digest(address), recovers: isRecovery)
  }

  /// The answer to the first of the two codes of a change of address, as Supabase's account server
  /// GoTrue gives it.
  private static var otherCodeMissing: Response {
    .json(
      .ok,
      [
        "code": "200",
        "msg":
          "Confirmation link accepted. Please proceed to confirm link sent to the other email",
      ])
  }

  func take(digest: String, of email: String, isRecovery: Bool) async throws -> String? {
    try await ask(
      "SELECT accounts.take_code($1, $2, $3::boolean)",
      [email, digest, "\(isRecovery)"]
    ).value
  }
}
