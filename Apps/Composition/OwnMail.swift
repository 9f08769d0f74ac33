import Auth
import CivilTime
import Domain
import FamilyContext
import FeatureKit
import Glibc
import JSON
import Mailing
import ShellHost

/// Sends e-mail from the mail account of the person who uses the program. The setup is stored in
/// the person's preferences on this machine, and the password in the secret store.
struct OwnMail: Sendable {
  let preferences: DevicePreferencesGateway
  let secrets: SecretStore
  let mailer: Mailer
  let family: FamilyContextClient
  let clock: WallClock
  let ids: IDSource
  let paths: PathGuard
  /// Whether a mail setup may name a file of this computer, such as one with certificates. It is
  /// false for a visitor in a browser, who must not read such files.
  var reachesComputer = true

  var outgoing: OutgoingMail {
    OutgoingMail(
      setup: { () throws(Problem) in try await setup() },
      save: { setup, password throws(Problem) in try await save(setup, password) },
      compose: { draft throws(Problem) in try await compose(draft) },
      send: { message throws(MailFailure) in try await send(message) })
  }

  private func setup() async throws(Problem) -> MailSetup {
    try await MailSetup(storedAs: preferences.value(of: DevicePreferenceKey.mailSetup))
  }

  /// Saves the mail setup. The password is stored first. If the setup were stored first and the
  /// program then stopped, the password of the setup would be missing.
  private func save(_ setup: MailSetup, _ password: SecretText?) async throws(Problem) {
    let before = try await self.setup().certificates
    if !reachesComputer, let named = setup.certificates, named != before {
      throw Problem(
        .usage, "`\(named)` is not read here: this page is not the computer it stands on.",
        fix: "Set it in a terminal:  compass-shell settings")
    }
    if let path = try setup.certificatesPath(paths), setup.certificates != before,
      access(path, R_OK) != 0
    {
      throw Problem(
        .notFound, "`\(path)` could not be read: \(String(cString: strerror(errno))).",
        details: ["Nothing was changed."], fix: "Name the file with the server's certificates.")
    }
    let name = try await secretName()
    if let password {
      try await secrets.save(password, as: name)
    } else if !setup.hasPassword {
      try await secrets.remove(name)
    }
    try await preferences.set(
      setup == MailSetup() ? nil : setup.stored, for: DevicePreferenceKey.mailSetup)
  }

  private func compose(_ draft: MailDraft) async throws(Problem) -> MailMessage {
    let name = try await family.current().name
    let setup = try await setup()
    do throws(MailFailure) {
      guard let address = setup.sender ?? draft.otherwiseFrom else { throw .senderMissing }
      // Some people enter their e-mail address as their name. The message then has no sender name,
      // because the recipient may not be allowed to see that address.
      let from = try Mailbox(
        address, cleaning: name.flatMap { $0.contains("@") ? nil : $0 })
      return try MailMessage(
        from: from, to: draft.to, subject: draft.subject, text: draft.text,
        attachments: draft.attachments, id: ids.next().description, sentAt: clock.now())
    } catch {
      throw error.problem
    }
  }

  private func send(_ message: MailMessage) async throws(MailFailure) {
    let server: MailServer
    do throws(Problem) {
      var setup = try await setup()
      setup.certificates = try setup.certificatesPath(paths)
      let password = setup.hasPassword ? try await secrets.read(try await secretName()) : nil
      do throws(MailFailure) {
        server = try setup.server(password: password)
      } catch {
        throw error.problem
      }
    } catch {
      throw .unavailable(error)
    }
    try await mailer.send(message, through: server)
  }

  private func secretName() async throws(Problem) -> String {
    Self.secretName(of: try await family.current().person)
  }

  /// Returns the name under which the secret store has a person's password for the mail server.
  static func secretName(of person: RecordID) -> String { "mail-\(person)" }
}

extension MailSetup {
  /// Returns the path of the file with the mail server's certificates; nil if none is set.
  ///
  /// Throws if the path leads to one of the program's own files, such as the database. libcurl
  /// opens and closes the file, and closing the database in this way would drop the locks that
  /// SQLite holds on it.
  fileprivate func certificatesPath(_ paths: PathGuard) throws(Problem) -> String? {
    guard let certificates else { return nil }
    return try paths.path(for: certificates, .reading)
  }
}

extension MailSetup {
  /// Creates the mail setup from its stored JSON text. An unreadable text gives an empty setup.
  init(storedAs text: String?) {
    let stored = text.flatMap { try? JSONValue.parse($0) }
    self.init(
      host: stored?["host"]?.string, port: stored?["port"]?.int,
      security: stored?["security"]?.string.flatMap(MailServer.Security.init) ?? .startTLS,
      user: stored?["user"]?.string, from: stored?["from"]?.string,
      certificates: stored?["certificates"]?.string,
      seconds: stored?["seconds"]?.int ?? Self.usualSeconds,
      hasPassword: stored?["password_kept"]?.bool ?? false)
  }

  var stored: String {
    var members = JSONObject()
    members["host"] = host.map(JSONValue.string)
    members["port"] = port.map { JSONValue($0) }
    members["security"] = .string(security.rawValue)
    members["user"] = user.map(JSONValue.string)
    members["from"] = from.map(JSONValue.string)
    members["certificates"] = certificates.map(JSONValue.string)
    members["seconds"] = JSONValue(seconds)
    members["password_kept"] = .bool(hasPassword)
    return JSONValue.object(members).text
  }
}
