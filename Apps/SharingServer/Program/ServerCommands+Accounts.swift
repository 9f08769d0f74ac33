import Auth
import AuthLive
import CivilTime
import FeatureKit
import JSON
import Mailing
import PostgreSQL

// The commands `users`, `consent` and `invite`, with which an administrator looks after accounts.
extension ServerCommands {
  private typealias Asking = (_ text: String, _ values: [String?]) async throws -> DatabaseRows

  /// The words that may follow `users`.
  enum UsersWord: String, CaseIterable {
    case reset, disable, enable, erase
  }

  static func users(_ config: ServerConfig, _ words: [String]) async throws {
    let ask = asking(config)
    guard let first = words.first else {
      for line in try await linesOfUsers(config) { print(line) }
      return
    }
    guard let word = UsersWord(rawValue: first), words.count > 1, words.count == 2 || word == .erase
    else {
      let known = UsersWord.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .usage, "users takes nothing, or one of these words and an address: \(known).",
        fix: "compass-server --help")
    }
    let email = words[1].lowercased()
    let id = try await account(email, config, ask)
    switch word {
    case .reset:
      let password = Base64URL.text(try RandomSource.system.bytes(12))
      let hash = try await PasswordHashing().hash(SecretText(password))
      _ = try await ask("SELECT accounts.reset_password($1::uuid, $2)", [id, hash])
      if let settings = config.mail {
        await ServerMail.live(settings) { .ofSystem }.sendNow(.passwordChanged, to: email)
      }
      try await sayMaySignIn(
        "✓ The new password of \(email), shown once:  \(password)\n  All devices are signed out.",
        id, ask)
    case .disable:
      _ = try await ask(
        "UPDATE accounts.people SET disabled_at = now() WHERE id = $1::uuid", [id])
      _ = try await ask("DELETE FROM accounts.sessions WHERE person = $1::uuid", [id])
      print(
        "✓ \(email) is signed out everywhere and signs in no more. What a device fetched is still on it."
      )
    case .enable:
      _ = try await ask("UPDATE accounts.people SET disabled_at = NULL WHERE id = $1::uuid", [id])
      try await sayMaySignIn("✓ \(email) is enabled again.", id, ask)
    case .erase: try await erase(config, email, id, Array(words.dropFirst(2)))
    }
  }

  /// Returns a line for each account, which says if it is disabled or a parent withdrew the consent.
  static func linesOfUsers(_ config: ServerConfig) async throws -> [String] {
    let rows = try await asking(config)(
      """
      SELECT p.email, p.created_at::date, count(s.id), p.disabled_at IS NOT NULL,
        c.withdrawn_at IS NOT NULL
      FROM accounts.people AS p LEFT JOIN accounts.sessions AS s ON s.person = p.id
        LEFT JOIN accounts.consents AS c ON c.person = p.id
      GROUP BY p.id, c.person ORDER BY p.email
      """, []
    ).rows
    if rows.isEmpty { return ["No person has an account yet."] }
    return rows.map { row in
      let disabled = row[3] == "t" ? " · disabled" : ""
      let withdrawn = row[4] == "t" ? " · consent withdrawn" : ""
      return
        "\(row[0] ?? "") · since \(row[1] ?? "") · devices: \(row[2] ?? "")\(disabled)\(withdrawn)"
    }
  }

  /// Prints the result of a command about a person. If the person still cannot sign in, the output
  /// contains the reason: the account is disabled, or a parent's consent is missing.
  private static func sayMaySignIn(
    _ result: String, _ id: String, _ ask: Asking
  ) async throws {
    let may = try await ask(
      """
      SELECT accounts.may_sign_in(p.id), p.disabled_at IS NOT NULL FROM accounts.people AS p
      WHERE p.id = $1::uuid
      """, [id])
    guard may.rows.first?[0] != "t" else { return print(result) }
    let isDisabled = may.rows.first?[1] == "t"
    print(
      result + "\n! "
        + (isDisabled
          ? "The account is disabled, so it still signs in nowhere."
          : "A parent's consent is missing, so it still signs in nowhere."))
  }

  static func consent(_ config: ServerConfig, _ words: [String]) async throws {
    let isWithdrawing = words.first == "withdraw"
    guard words.count == (isWithdrawing ? 2 : 1), let email = words.last?.lowercased() else {
      throw Problem(
        .usage, "consent takes an address, or withdraw and an address.",
        fix: config.command("consent withdraw ADDRESS"))
    }
    let ask = asking(config)
    let id = try await account(email, config, ask)
    if isWithdrawing {
      // The link in the parent's e-mails would let a person give the consent again. After an
      // administrator has withdrawn the consent, that must not be possible, because the person with
      // the link may not be the parent.
      _ = try await ask(
        "UPDATE accounts.consents SET withdraw_link = NULL WHERE person = $1::uuid", [id])
      guard let (parent, held) = try await ParentsConsent.withdraw(for: id, ask) else {
        throw Problem(.notFound, "No parent's consent is recorded for \(email).")
      }
      print(
        "✓ The consent for \(email) is withdrawn. All devices are signed out, and until "
          + "\(SignUpForm.grownUp) the child cannot sign in there.\n"
          + "  What was written stays on the server; take it away with:  "
          + config.command("users erase \(ServerConfig.quoted(email))"))
      if held, let settings = config.mail {
        let mail = ServerMail.live(settings) { Self.now() }
        do throws(MailFailure) {
          try await mail.send(parent, .consentWithdrawn(child: email, back: nil, owner: mail.from))
        } catch {
          print("! \(parent) could not be told by e-mail: \(error.problem.title)")
        }
      }
      return
    }
    let found = try await ask(
      """
      SELECT parent_name, parent_email, text_version, given_at::date, withdrawn_at::date
      FROM accounts.consents WHERE person = $1::uuid
      """, [id])
    guard let row = found.rows.first else {
      print("No parent's consent is recorded for \(email).")
      return
    }
    let ended = row[4].map { " · withdrawn \($0)" } ?? ""
    print(
      "\(row[0] ?? "") (\(row[1] ?? "")) agreed to \(row[2] ?? "") on \(row[3] ?? "")\(ended)")
  }

  static func invite(_ config: ServerConfig, _ words: [String]) async throws {
    guard words.count == 1 else {
      throw Problem(
        .usage, "invite takes an address.", fix: config.command("invite kim@example.org"))
    }
    guard config.registration == .invite else {
      throw Problem(
        .usage, "At this server “registration” is \(config.registration.rawValue).",
        fix: "Say in the configuration:  \"registration\": \"invite\"")
    }
    let email: String
    do throws(AuthFault) {
      email = try SignUpForm.email(.string(words[0]))
    } catch {
      throw Problem(.usage, "“\(words[0].prefix(80))” is no e-mail address.")
    }
    let ask = asking(config)
    guard try await ask("SELECT id FROM accounts.people WHERE email = $1", [email]).value == nil
    else {
      throw Problem(
        .conflict, "\(email) has an account already, and needs no invitation.",
        details: [
          config.mail == nil
            ? "They sign in with it."
            : "They sign in with it, or choose a new password where they sign in."
        ],
        fix: "A new password for them:  "
          + config.command("users reset \(ServerConfig.quoted(email))"))
    }
    let code = Base64URL.text(try RandomSource.system.bytes(24))
    _ = try await ask(
      "SELECT accounts.invite($1, accounts.digest($2))", [email, code])
    let address = config.pages.map { $0.address ?? config.url(port: config.port) }
    print(
      """
      ✓ \(email) can make an account once, within seven days:
        \(address.map { "\($0)/sign-up?invite=\(code)" } ?? "The code: \(code)")
      """)
  }

  /// Returns a function that runs statements as the database role that may read and change
  /// accounts.
  private static func asking(_ config: ServerConfig) -> Asking {
    let database = Database(DatabaseSettings(connection: config.database))
    return { text, values in
      try await database.run([
        Statement("SELECT set_config('role', 'compass_accounts', true)"), Statement(text, values),
      ])[1]
    }
  }

  private static func account(
    _ email: String, _ config: ServerConfig, _ ask: Asking
  ) async throws -> String {
    let found = try await ask("SELECT id FROM accounts.people WHERE email = $1", [email])
    guard let id = found.value else {
      throw Problem(.notFound, "No account has the address \(email).", fix: config.command("users"))
    }
    return id
  }

  private static func erase(
    _ config: ServerConfig, _ email: String, _ id: String, _ more: [String]
  ) async throws {
    guard more.isEmpty || more == ["for-good"] else {
      throw Problem(.usage, "users erase takes an address, and for-good.")
    }
    guard !more.isEmpty else {
      throw Problem(
        .usage, "This takes \(email) away for good, with all that is theirs.",
        details: [
          "An athlete's family goes with them. What a parent wrote for an athlete stays, under the athlete's name.",
          "Files on their devices stay as they are, and so do backups of the database.",
        ], fix: config.command("users erase \(ServerConfig.quoted(email)) for-good"))
    }
    _ = try await admin(config).run("SELECT compass.erase_person($1::uuid)", [id])
    print("✓ \(email) is erased. Backups of the database may still have them.")
  }
}
