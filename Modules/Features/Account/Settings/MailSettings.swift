public import Domain
public import FeatureKit
public import Mailing

/// The values that a person typed for `settings mail`, which sets up the server that sends the
/// person's e-mail. Omitted values stay as they are.
public struct MailRequest: Equatable, Sendable {
  public var server: String?
  public var port: Int?
  public var security: MailServer.Security?
  public var user: Change<String>
  public var from: Change<String>
  public var certificate: Change<String>
  public var seconds: Int?
  public var password: SecretText?
  /// Whether the whole mail setup is deleted, including the password.
  public var forgets: Bool

  public init(
    server: String? = nil, port: Int? = nil, security: MailServer.Security? = nil,
    user: Change<String> = .keep, from: Change<String> = .keep,
    certificate: Change<String> = .keep, seconds: Int? = nil, password: SecretText? = nil,
    forgets: Bool = false
  ) {
    self.server = server
    self.port = port
    self.security = security
    self.user = user
    self.from = from
    self.certificate = certificate
    self.seconds = seconds
    self.password = password
    self.forgets = forgets
  }

  var isEmpty: Bool { self == MailRequest() }
}

/// The result of `settings mail`: the new mail server and sender, or the information that the setup
/// was deleted.
public struct SavedMailSetup: Equatable, Sendable {
  public var setup: MailSetup
  public var wasForgotten = false

  var done: Done {
    guard !wasForgotten else {
      return Done("Your e-mail server and its password are forgotten here.")
    }
    guard let server = setup.serverWords else {
      let sender = setup.sender.map { "Messages are from \($0). " } ?? ""
      return Done("\(sender)No server is set up.")
    }
    var details: [String] = []
    if let sender = setup.sender {
      details.append("Messages are from \(sender).")
    } else {
      details.append("Name the address they are from:  settings mail --from you@example.org")
    }
    if setup.hasPassword {
      details.append("The password is kept on this machine, where only you can read it.")
    }
    return Done("E-mail leaves through \(server).", details: details)
  }
}

extension AccountFeature {
  func setUpMail(_ request: MailRequest) -> Effect<Action> {
    if request.isEmpty { return .tell(.problem(.nothingAboutMail)) }
    return .save("mail") { [mail] () throws(Problem) in
      if request.forgets {
        try await mail.save(MailSetup())
        return .finished(SavedMailSetup(setup: MailSetup(), wasForgotten: true))
      }
      let before = try await mail.setup()
      let setup = before.changed(by: request)
      guard setup.namesServerOrSender || before.namesServerOrSender else {
        throw Problem.noServerOrSender
      }
      do throws(MailFailure) {
        try setup.check(password: request.password)
      } catch {
        if case .passwordMissing(let host) = error {
          return .needs(.mailPassword(of: setup.user ?? "", at: host))
        }
        throw error.problem
      }
      try await mail.save(setup, password: request.password)
      return .finished(SavedMailSetup(setup: setup))
    } into: {
      .mailSaved($0)
    }
  }
}

extension MailSetup {
  /// Returns the setup with the requested values in place of the old ones.
  ///
  /// A password belongs to one user at one server. So if the server or the user changes, the stored
  /// password is removed too.
  func changed(by request: MailRequest) -> MailSetup {
    var new = self
    if let server = request.server { new.host = server }
    if let security = request.security {
      if security != new.security { new.port = nil }
      new.security = security
    }
    if let port = request.port { new.port = port }
    request.user.apply(to: &new.user)
    request.from.apply(to: &new.from)
    request.certificate.apply(to: &new.certificates)
    if let seconds = request.seconds { new.seconds = seconds }
    let isSameMailbox = new.host == host && new.user == user
    new.hasPassword = request.password != nil || (hasPassword && isSameMailbox)
    return new
  }

  /// Whether the setup has a server or a sender's address. Its other values are of no use alone.
  fileprivate var namesServerOrSender: Bool { host != nil || sender != nil }

  /// Throws if the sender's address, the password or the server cannot be used for sending, so that
  /// a wrong setup is refused when it is entered.
  ///
  /// A setup without a server is incomplete and passes, because the server can be entered later.
  fileprivate func check(password: SecretText?) throws(MailFailure) {
    if let from { _ = try Mailbox(from) }
    if password != nil, user == nil { throw .unavailable(.passwordOfNobody) }
    guard host != nil else { return }
    // `server` throws if the setup has a user but no password. A stored password is not read for
    // this check; an empty text takes its place.
    _ = try server(password: password ?? (hasPassword ? SecretText("") : nil))
  }
}

extension Need {
  fileprivate static func mailPassword(of user: String, at host: String) -> Need {
    Need(
      "password",
      Problem(
        .usage, "\(host) will ask for the password of \(user).",
        fix: "Give it with --password-file FILE or --password-fd N."))
  }
}

extension Problem {
  fileprivate static let nothingAboutMail = Problem(
    .usage, "Nothing was named to set up.",
    fix:
      "Example:  settings mail --server smtp.example.org --user sam@example.org --password-file FILE"
  ).about(["server"])

  fileprivate static let noServerOrSender = Problem(
    .usage, "Nothing was set up, because no server was named.",
    fix: "Write the name of the server, like smtp.example.org."
  ).about(["server"])

  fileprivate static let passwordOfNobody = Problem(
    .usage, "It is not clear whose password that is.", fix: "Name the user too, with --user NAME.")
}
