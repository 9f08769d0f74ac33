import AuthLive
import CivilTime
import FeatureKit
import HTTP
import JSON
import PostgreSQL

/// The endpoints with which an administrator's programs list, create, change and erase accounts, as
/// in Supabase's account server GoTrue. They require the service key.
extension Accounts {
  func administer(_ path: [String], _ json: JSONValue, _ request: Request) async throws -> Response
  {
    guard try isAdministrator(request) else {
      throw AuthFault(.forbidden, "not_admin", "User not allowed")
    }
    switch (path.first, request.method, path.count) {
    case ("generate_link", .post, 1): return try await makeLink(json)
    case ("users", .get, 1): return try await listed(request)
    case ("users", .post, 1): return .json(.ok, try await make(json))
    case ("users", .get, 2): return .json(.ok, try await account(path[1]))
    case ("users", .put, 2): return .json(.ok, try await change(path[1], json))
    case ("users", .delete, 2):
      guard json["should_soft_delete"]?.bool != true else {
        throw AuthFault.invalid("An account is erased for good; should_soft_delete is not known.")
      }
      let user = try await account(path[1])
      try await erasing(user["id"]?.string ?? "", request)
      return .json(.ok, [:])
    default: throw AuthFault(.notFound, "not_found", "There is nothing here.")
    }
  }

  private func isAdministrator(_ request: Request) throws -> Bool {
    guard let shown = Bearer.token(request.headers) else {
      throw AuthFault(.unauthorized, "no_authorization", "This endpoint requires a Bearer token")
    }
    do throws(RestFault) {
      return try service.admits(shown)
    } catch {
      throw AuthFault(.forbidden, "bad_jwt", error.message)
    }
  }

  private func listed(_ request: Request) async throws -> Response {
    func number(_ name: String, _ usual: Int, _ most: Int) -> Int {
      min(max(request.query[name].flatMap { Int($0) } ?? usual, 1), most)
    }
    let (page, size) = (number("page", 1, 1_000_000), number("per_page", 50, 1_000))
    let found = try await ask(
      """
      SELECT coalesce(jsonb_agg(accounts.user_of(p.id) ORDER BY p.created_at DESC, p.id), '[]'),
        (SELECT count(*) FROM accounts.people)
      FROM (SELECT id, created_at FROM accounts.people ORDER BY created_at DESC, id LIMIT $1::bigint OFFSET $2::bigint) AS p
      """, ["\(size)", "\((page - 1) * size)"])
    var response = Response.json(
      .ok, ["users": try found.json ?? [], "aud": "authenticated"])
    response.headers["X-Total-Count"] = found.rows.first?[1]
    return response
  }

  private func account(_ id: String) async throws -> JSONValue {
    guard Rest.isUUID(id) else {
      throw AuthFault(.notFound, "validation_failed", "user_id must be an UUID")
    }
    guard let user = try await ask("SELECT accounts.user_of($1::uuid)", [id]).json else {
      throw AuthFault.noUser
    }
    return user
  }

  /// Creates an account under the same rules as every sign-up: a birth date, and a parent's consent
  /// from 13 to 17.
  ///
  /// The server chooses the account's id. If the request could choose it, an erased person could
  /// get an account under the old id again.
  private func make(_ json: JSONValue) async throws -> JSONValue {
    try refuse(["id", "phone", "app_metadata", "password_hash", "role", "ban_duration"], of: json)
    let form = try SignUpForm(
      [
        "email": json["email"] ?? .null, "password": json["password"] ?? .null,
        "data": json["user_metadata"] ?? [:],
      ], today: now().day)
    let made = try await ask(
      "SELECT accounts.sign_up($1, $2, $3::date, $4::jsonb, $5::jsonb)",
      [
        form.email, try await passwords.hash(form.password), form.birthDate.description,
        JSONValue.object(form.data).text, form.consent?.text,
      ])
    guard let id = made.value else { throw AuthFault.emailExists }
    if json["email_confirm"]?.bool == true { try await confirm(id) }
    return try await account(id)
  }

  private func change(_ id: String, _ json: JSONValue) async throws -> JSONValue {
    let user = try await account(id)
    try refuse(["id", "phone", "app_metadata", "password_hash", "role"], of: json)
    let email = try json["email"].flatMap { $0.isNull ? nil : try SignUpForm.email($0) }
    let password = try json["password"].flatMap { $0.isNull ? nil : try SignUpForm.password($0) }
    let ban = json["ban_duration"].flatMap { $0.isNull ? nil : $0 }
    guard ban == nil || ban == "none" || Self.isForEver(ban?.string) else {
      throw AuthFault.invalid("ban_duration is none, or a hundred years or more (876000h).")
    }
    let isConfirmed = json["email_confirm"]?.bool == true
    if let email, email != user["email"]?.string {
      try await giveAddress(email, to: id, isConfirmed: isConfirmed)
    } else if isConfirmed {
      try await confirm(id)
    }
    if let password {
      _ = try await ask(
        "SELECT accounts.reset_password($1::uuid, $2)", [id, try await passwords.hash(password)])
      if let address = email ?? user["email"]?.string {
        mail?.sendLater(.passwordChanged, to: address)
      }
    }
    if let data = json["user_metadata"]?.object {
      _ = try await ask(
        "SELECT accounts.add_metadata($1::uuid, $2::jsonb)",
        [id, JSONValue.object(data).text])
    }
    if let ban {
      _ = try await ask(
        "UPDATE accounts.people SET disabled_at = CASE WHEN $2::boolean THEN now() END WHERE id = $1::uuid",
        [id, "\(ban != "none")"])
    }
    if ban.map({ $0 != "none" }) ?? false {
      _ = try await ask("DELETE FROM accounts.sessions WHERE person = $1::uuid", [id])
    }
    return try await account(id)
  }

  /// Gives an account another e-mail address, and tells the old address by e-mail.
  ///
  /// - Parameter isConfirmed: whether the new address counts as confirmed at once. The
  ///   administrator is then responsible for the address, because no code is sent to it.
  private func giveAddress(_ email: String, to id: String, isConfirmed: Bool) async throws {
    let given = try await ask(
      "SELECT accounts.give_address($1::uuid, $2, $3::boolean)", [id, email, "\(isConfirmed)"]
    ).json
    switch given?["outcome"]?.string {
    case "taken": throw AuthFault.emailExists
    case "parents": throw AuthFault.parentsAddress
    case "gone": throw AuthFault.noUser
    default: break
    }
    if let old = given?["old"]?.string { mail?.sendLater(.addressChanged, to: old) }
  }

  /// Creates the link and the code that an e-mail for signing in or for a new password contains,
  /// and returns them to the administrator's program, which sends that e-mail. The program could
  /// also sign in with the link or the code. The server's own e-mail therefore tells the person
  /// that they were created, and contains neither.
  private func makeLink(_ json: JSONValue) async throws -> Response {
    let type = json["type"]?.string ?? ""
    let purpose: ServerLetter.CodePurpose
    switch type {
    case "magiclink": purpose = .signIn
    case "recovery": purpose = .recovery
    default: throw AuthFault.invalid("This server makes links of the types magiclink and recovery.")
    }
    guard let pages = pagesAddress() else {
      throw AuthFault.invalid("A link leads to the server's pages, and this server has none.")
    }
    let email = try SignUpForm.email(json["email"])
    let known = try await ask(
      "SELECT accounts.user_of(p.id) FROM accounts.people AS p WHERE p.email = $1", [email])
    guard var user = try known.json?.object else { throw AuthFault.noUser }
    guard let code = try await makeCode(purpose, for: email) else { throw AuthFault.banned }
    mail?.sendLater(.linkMade, to: email)
    user["action_link"] = .string(ServerLetter.page(code, purpose, to: email, pages: pages))
    user["email_otp"] = .string(code)
    user["hashed_token"] = .string(MailedCode(code, to: email).tokenHash)
    user["verification_type"] = .string(type)
    user["redirect_to"] = .string(pages)
    return .json(.ok, .object(user))
  }

  private func confirm(_ id: String) async throws {
    _ = try await ask(
      "UPDATE accounts.people SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = $1::uuid",
      [id])
  }

  /// Refuses a request that sets one of the named members, which this server does not support. If
  /// they were ignored, the caller would not notice.
  private func refuse(_ names: [String], of json: JSONValue) throws {
    for name in names {
      guard let value = json[name], !value.isNull, value != [:], value != "" else { continue }
      guard name != "role" || value != "authenticated" else { continue }
      throw AuthFault.invalid("\(name) cannot be set on this server.")
    }
  }

  private static func isForEver(_ text: String?) -> Bool {
    guard let text, text.hasSuffix("h"), let hours = Int(text.dropLast()) else { return false }
    return hours >= 876_000
  }
}
