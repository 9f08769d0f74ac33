import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// Confirms e-mail addresses with a code, for a new account and for a changed address.
///
/// The answer to a request is the same whether or not the address has an account, so that it
/// reveals nothing; only the e-mail to the address differs.
extension Accounts {
  /// Stores the requested account and sends the confirmation e-mail. The account is created when
  /// the code of the e-mail arrives.
  func askToConfirm(
    _ form: SignUpForm, _ hash: String, invite: String?, _ mail: ServerMail,
    _ program: ProgramLink?
  ) async throws -> Response {
    let code = try drawCode()
    let answer = try await ask(
      """
      SELECT accounts.ask_sign_up(
        $1, $2, $3::date, $4::jsonb, $5::jsonb, $6, accounts.digest($7), $8::jsonb),
        EXISTS (
          SELECT 1 FROM accounts.people AS p
          WHERE p.email = $1 AND p.disabled_at IS NULL AND NOT accounts.may_sign_in(p.id))
      """,
      [
        form.email, hash, form.birthDate.description, JSONValue.object(form.data).text,
        form.consent?.text, try codeDigest(code, of: form.email), invite, program?.json.text,
      ])
    let lacksConsent = answer.rows.first?[1] == "t"
    let told = try answer.json
    switch told?["outcome"]?.string {
    case "asked":
      mail.sendLater(letter(code, .signUp, to: form.email, program), to: form.email)
    case "exists":
      mail.sendLater(
        lacksConsent ? .consentMissing(owner: mail.from) : .accountExists, to: form.email)
    default: throw AuthFault.uninvited
    }
    let moment = JSONValue.string(now().description)
    return .json(
      .ok,
      [
        "id": told?["id"] ?? .null, "aud": "authenticated", "role": "authenticated",
        "email": .string(form.email), "phone": "", "confirmation_sent_at": moment,
        "app_metadata": ["provider": "email", "providers": ["email"]],
        "user_metadata": .object(form.data), "identities": [], "created_at": moment,
        "updated_at": moment, "is_anonymous": false,
      ])
  }

  /// Creates the account that a code confirms, and returns its id; nil for an invalid code. If a
  /// parent has to consent first, asks the parent and throws.
  func confirmSignUp(_ email: String, digest: String) async throws -> String? {
    let told = try await ask(
      "SELECT accounts.confirm_sign_up($1, $2, $3::boolean)",
      [email, digest, "\(pagesAddress() != nil)"]
    ).json
    guard told?["waits"]?.bool == true else { return told?["person"]?.string }
    try await askParent(of: email)
    throw AuthFault.consentAwaited
  }

  /// Sends an e-mail with a link to the consent page to the parent of the person who signed up with
  /// this address, if the account needs a parent's consent.
  private func askParent(of email: String) async throws {
    guard let mail, let pages = pagesAddress() else { return }
    // The limit is checked before a new link is created. A new link makes the one in the previous
    // e-mail invalid.
    let asked = try await ask("SELECT accounts.ask_parent($1, NULL)", [email])
    guard let parent = asked.value else { return }
    try await mayMail(parent, nil)
    let link = try drawLink()
    _ = try await ask("SELECT accounts.ask_parent($1, accounts.digest($2))", [email, link])
    mail.sendLater(.consentAsked(child: email, link: link, pages: pages), to: parent)
  }

  /// Sends the confirmation e-mail for an address again, with a new code.
  ///
  /// The link of the new e-mail leads to the same program as the first one. That program has the
  /// PKCE verifier, with which it exchanges the code for a session. Clients of Supabase do not
  /// create a new verifier for this request.
  func resend(_ json: JSONValue, _ address: String) async throws -> Response {
    let type = json["type"]?.string ?? ""
    guard ["signup", "email_change"].contains(type) else {
      throw AuthFault.invalid("Missing one of these types: signup, email_change")
    }
    let email = try SignUpForm.email(json["email"])
    try await mayMail(email, address)
    guard let mail else { return try await codeIsSent(to: email) }
    let code = try drawCode()
    let values = [email, try codeDigest(code, of: email)]
    if type == "signup" {
      if let renewed = try await ask("SELECT accounts.renew_sign_up($1, $2)", values).json {
        let program = try ProgramLink(stored: renewed["program"] ?? .null, links)
        mail.sendLater(letter(code, .signUp, to: email, program), to: email)
      } else {
        try await askParent(of: email)
      }
    } else {
      if try await ask("SELECT accounts.renew_address($1, $2)", values).value == "t" {
        mail.sendLater(.code(code, .address, to: email, pages: pagesAddress()), to: email)
      }
    }
    return try await codeIsSent(to: email)
  }

  /// Sends an e-mail with a code to the new address of an account, and another one to the old
  /// address. The account keeps its old address until `takeAddress` accepts the change.
  ///
  /// The old address gets its e-mail also if the new one has an account already. Otherwise the
  /// e-mail would reveal which addresses have one.
  func askAddress(
    _ email: String, insteadOf old: String, of person: String, _ mail: ServerMail,
    _ address: String
  ) async throws {
    for recipient in [email, old] { try await mayMail(recipient, address) }
    let (code, oldCode) = (try drawCode(), try drawCode())
    let asked = try await ask(
      "SELECT accounts.ask_address($1::uuid, $2, $3, $4)",
      [person, email, try codeDigest(code, of: email), try codeDigest(oldCode, of: old)])
    switch asked.value {
    case "parents": throw AuthFault.parentsAddress
    case "taken": mail.sendLater(.addressTaken, to: email)
    default: mail.sendLater(.code(code, .address, to: email, pages: pagesAddress()), to: email)
    }
    mail.sendLater(.addressToChange(oldCode), to: old)
  }

  enum TakenAddress {
    /// The account has the new address now.
    case given(person: String)
    /// The code is valid, but the code that was sent to the other address is needed too.
    case waits
    case wrongCode
  }

  /// Checks a code that was sent because of a change of address, and changes the address if nothing
  /// else is needed. `email` is the address to which the code was sent: the new or the old one.
  ///
  /// The code of the new address alone does not change the account, because the address may have
  /// been mistyped and belong to a stranger. The request also needs an access token of the
  /// account's owner, or the code of the old address has to be sent too. After the change, the old
  /// address gets an e-mail about it.
  func takeAddress(_ email: String, code: String, _ request: Request) async throws -> TakenAddress {
    let told = try await ask(
      "SELECT accounts.take_address($1, $2, $3::uuid)",
      [email, try codeDigest(code, of: email), try await asking(request)]
    ).json
    if let old = told?["old"]?.string { mail?.sendLater(.addressChanged, to: old) }
    if let person = told?["person"]?.string { return .given(person: person) }
    return told?["waits"]?.bool == true ? .waits : .wrongCode
  }

  /// Returns a new random secret for a link in an e-mail.
  private func drawLink() throws -> String { Base64URL.text(try random.bytes(24)) }
}
