public import FeatureKit

/// The e-mail of the person who uses the program: how it is set up, messages with their address on it, and sending them.
///
/// A feature writes a `MailDraft` for each person, has it composed, and sends what came of it or hands it out as a file:
///
///     let message = try await mail.compose(MailDraft(to: coach, subject: "…", text: "…", attachments: [packet]))
///     do throws(MailFailure) { try await mail.send(message) } catch { … }
public struct OutgoingMail: Capability {
  private let read: @Sendable () async throws(Problem) -> MailSetup
  private let write: @Sendable (MailSetup, SecretText?) async throws(Problem) -> Void
  private let make: @Sendable (MailDraft) async throws(Problem) -> MailMessage
  private let deliver: @Sendable (MailMessage) async throws(MailFailure) -> Void

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
  }

  /// What is set up on this machine for this person; an empty setup when nothing is.
  public func setup() async throws(Problem) -> MailSetup { try await read() }

  /// Keeps the setup, and the password where secrets are kept. One that says it has no password forgets the old.
  public func save(_ setup: MailSetup, password: SecretText? = nil) async throws(Problem) {
    try await write(setup, password)
  }

  /// The server as people know it; where none is set up, that is said with the way around it.
  public func serverWords(else wayAround: String) async throws(Problem) -> String {
    if let server = try await setup().serverWords { return server }
    var problem = MailFailure.notSetUp.problem
    problem.details = [wayAround]
    throw problem
  }

  /// Puts the sender, the date and an id of its own on a draft. Needs no server.
  public func compose(_ draft: MailDraft) async throws(Problem) -> MailMessage {
    try await make(draft)
  }

  /// Returns when the server has taken the message.
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

/// A message before it has a sender.
public struct MailDraft: Equatable, Sendable {
  public var to: Mailbox
  public var subject: String
  public var text: String
  public var attachments: [MailAttachment]
  /// The sender's address while the setup names none: one that the reader is told anyway.
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
