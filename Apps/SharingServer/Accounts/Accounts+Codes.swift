import AuthLive
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// Codes by e-mail (supabase-wire 3.1): a forgotten password, and signing in without one. Whether an address has an account is told to its
/// mailbox alone: answers, limits and the work before the answer are the same for every address.
extension Accounts {
  func recover(_ json: JSONValue, _ address: String) async throws -> Response {
    try await sendCode(json, .recovery, address)
  }

  /// An account needs a birth date, so a code never makes one.
  func sendSignInCode(_ json: JSONValue, _ address: String) async throws -> Response {
    guard json["email"]?.string?.isEmpty == false || json["phone"]?.string?.isEmpty != false else {
      throw AuthFault(.badRequest, "phone_provider_disabled", "Unsupported phone provider")
    }
    return try await sendCode(json, .signIn, address)
  }

  /// Addresses are not confirmed here, so only what confirms one could be sent again, and nothing waits.
  func resend(_ json: JSONValue, _ address: String) async throws -> Response {
    guard ["signup", "email_change"].contains(json["type"]?.string ?? "") else {
      throw AuthFault.invalid("Missing one of these types: signup, email_change")
    }
    try await mayMail(try SignUpForm.email(json["email"]), address)
    return .json(.ok, [:])
  }

  private func mayMail(_ email: String, _ address: String) async throws {
    do {
      try await mayTry([("mail to \(try digest(email))", 3), ("mail from \(address)", 30)])
    } catch let fault as AuthFault {
      throw AuthFault(
        fault.status, "over_email_send_rate_limit",
        "For security purposes, you can only request this after \(fault.wait ?? 60) seconds.",
        wait: fault.wait)
    }
  }

  private func sendCode(
    _ json: JSONValue, _ purpose: CodeMail.Purpose, _ address: String
  ) async throws -> Response {
    let email = try SignUpForm.email(json["email"])
    try await mayMail(email, address)
    let number = try random.bytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 1_000_000
    let code = String(String(1_000_000 + number).dropFirst())
    let isKnown = try await ask(
      "SELECT accounts.make_code($1, $2, $3::boolean)",
      [email, try codeDigest(code, of: email), "\(purpose == .recovery)"]
    ).value
    if isKnown == "t", let mail {
      // After the answer, which would otherwise come later for an address that has an account.
      Task { await mail.send(email, code, purpose) }
    }
    return .json(.ok, [:])
  }

  private func codeDigest(_ code: String, of email: String) throws -> String {
    try digest("code \(code) of \(email)")
  }

  func verify(_ json: JSONValue, _ request: Request, _ address: String) async throws -> Response {
    let type = json["type"]?.string ?? ""
    guard
      ["signup", "recovery", "invite", "magiclink", "email", "email_change"].contains(type)
    else { throw AuthFault.invalid("Verify requires a verification type") }
    let wrong = AuthFault(.forbidden, "otp_expired", "Token has expired or is invalid")
    // No message of this server has a link in it.
    if json["token_hash"]?.string != nil, json["token"]?.string == nil {
      try await mayTry([("verify from \(address)", 30)])
      throw wrong
    }
    guard let code = json["token"]?.string, !code.isEmpty else {
      throw AuthFault.invalid("Verify requires a token or a token hash")
    }
    let email = try SignUpForm.email(json["email"])
    try await mayTry([("verify \(try digest(email))", 5), ("verify from \(address)", 30)])
    let isRecovery = type == "recovery"
    guard isRecovery || type == "magiclink" || type == "email" else { throw wrong }
    let whose = try await ask(
      "SELECT accounts.take_code($1, $2, $3::boolean)",
      [email, try codeDigest(code, of: email), "\(isRecovery)"])
    guard let person = whose.value else { throw wrong }
    return try await begin(person, request, try digest(address), recovers: isRecovery)
  }
}
