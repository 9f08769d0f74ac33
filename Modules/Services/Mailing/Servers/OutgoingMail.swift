public import FeatureKit

/// The e-mail of the current person: settings, composing messages with their address, and sending.
///
/// A feature makes a `MailDraft` for each recipient, composes it, and sends the message or offers it as a file:
///
///     let message = try await mail.compose(MailDraft(to: coach, subject: "…", text: "…", attachments: [packet]))
///     do throws(MailFailure) { try await mail.send(message) } catch { … }
public struct OutgoingMail: Capability {
  private let read: @Sendable () async throws(Problem) -> MailSetup
  private let write: @Sendable (MailSetup, SecretText?) async throws(Problem) -> Void
  private let make: @Sendable (MailDraft) async throws(Problem) -> MailMessage
  private let deliver: @Sendable (MailMessage) async throws(MailFailure) -> Void
  private let site: (@Sendable () async throws(Problem) -> String)?

  /// Creates e-mail through a server that the person sets up.
  public init(
    setup: @escaping @Sendable () async throws(Problem) -> MailSetup,
    save: @escaping @Sendable (MailSetup, SecretText?) async throws(Problem) -> Void,
    compose: @escaping @Sendable (MailDraft) async throws(Problem) -> MailMessage,
    send: @escaping @Sendable (MailMessage) async throws(MailFailure) -> Void
  ) {
    read = setup
    write = save
    make = compose
    deliver = send
    site = nil
  }

  /// Creates e-mail through a server that other people run and are responsible for.
  ///
  /// - Parameter site: returns the server in words for people; throws if this person may send
  ///   nothing through the server.
  public init(
    through site: @escaping @Sendable () async throws(Problem) -> String,
    compose: @escaping @Sendable (MailDraft) async throws(Problem) -> MailMessage,
    send: @escaping @Sendable (MailMessage) async throws(MailFailure) -> Void
  ) {
    read = { MailSetup() }
    write = { _, _ throws(Problem) in
      throw Problem(.refused, "E-mail leaves through this site's own server.")
    }
    make = compose
    deliver = send
    self.site = site
  }

  /// Whether the person sets up the mail server on this machine.
  public var isSetUpHere: Bool { site == nil }

  /// Returns this person's settings on this machine; an empty setup when none are stored.
  public func setup() async throws(Problem) -> MailSetup { try await read() }

  /// Stores the setup, and the password in the secret store. A setup with `hasPassword` false deletes the stored password.
  public func save(_ setup: MailSetup, password: SecretText? = nil) async throws(Problem) {
    try await write(setup, password)
  }

  /// Returns the mail server in words for people. Without a server it throws a problem.
  ///
  /// - Parameter wayAround: the advice in the problem: what the person can do without a server.
  public func serverWords(else wayAround: String) async throws(Problem) -> String {
    if let site { return try await site() }
    if let server = try await setup().serverWords { return server }
    var problem = MailFailure.notSetUp.problem
    problem.details = [wayAround]
    throw problem
  }

  /// Adds the sender, the date and a unique id to a draft. It needs no server.
  public func compose(_ draft: MailDraft) async throws(Problem) -> MailMessage {
    try await make(draft)
  }

  /// Returns when the server has accepted the message.
  public func send(_ message: MailMessage) async throws(MailFailure) {
    try await deliver(message)
  }

  public static func unimplemented(_ place: Unimplemented) -> OutgoingMail {
    OutgoingMail(
      setup: { () throws(Problem) in throw place.problem("setup") },
      save: { _, _ throws(Problem) in throw place.problem("save") },
      compose: { _ throws(Problem) in throw place.problem("compose") },
      send: { _ throws(MailFailure) in throw .unavailable(place.problem("send")) })
  }
}

/// A message whose sender is not filled in yet.
public struct MailDraft: Equatable, Sendable {
  public var to: Mailbox
  public var subject: String
  public var text: String
  public var attachments: [MailAttachment]
  /// The sender's address when the setup names none. The recipient reads this address in the text
  /// of the message anyway.
  public var otherwiseFrom: String?

  public init(
    to: Mailbox, subject: String, text: String, attachments: [MailAttachment] = [],
    otherwiseFrom: String? = nil
  ) {
    self.to = to
    self.subject = subject
    self.text = text
    self.attachments = attachments
    self.otherwiseFrom = otherwiseFrom
  }
}
