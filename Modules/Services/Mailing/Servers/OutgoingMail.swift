public import FeatureKit

/// The e-mail of the current person: the settings of the mail server, the composition of messages
/// with the person's address as sender, and the sending.
///
/// A feature makes a `MailDraft` for each recipient and calls `compose` with it. It then sends the
/// resulting message or offers it as a file.
public struct OutgoingMail: Capability {
  private let read: @Sendable () async throws(Problem) -> MailSetup
  private let write: @Sendable (MailSetup, SecretText?) async throws(Problem) -> Void
  private let make: @Sendable (MailDraft) async throws(Problem) -> MailMessage
  private let deliver: @Sendable (MailMessage) async throws(MailFailure) -> Void
  private let site: (@Sendable () async throws(Problem) -> String)?

  /// Creates an object that sends e-mail through the mail server in the person's own settings.
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

  /// Creates an object that sends e-mail through the mail server of a site. The operators of the
  /// site have set it up, and the person cannot change its settings.
  ///
  /// - Parameter site: returns the name of the mail server for texts that the person reads; throws
  ///   if this person may not send through it.
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

  /// Whether the person's own mail settings are used. If false, the operators of the site have set
  /// up its mail server.
  public var isSetUpHere: Bool { site == nil }

  /// Returns the mail settings that this person stored on this machine; an empty setup if there are
  /// none.
  public func setup() async throws(Problem) -> MailSetup { try await read() }

  /// Stores the settings, and the password in the secret store. If `hasPassword` of the settings is
  /// false, the stored password is deleted.
  public func save(_ setup: MailSetup, password: SecretText? = nil) async throws(Problem) {
    try await write(setup, password)
  }

  /// Returns the name of the mail server for texts that the person reads, such as
  /// `smtp.example.org, port 587, STARTTLS`.
  ///
  /// Throws a problem if no server is set up.
  ///
  /// - Parameter wayAround: the advice in that problem, which says what the person can do without a
  ///   mail server.
  public func serverWords(else wayAround: String) async throws(Problem) -> String {
    if let site { return try await site() }
    if let server = try await setup().serverWords { return server }
    var problem = MailFailure.notSetUp.problem
    problem.details = [wayAround]
    throw problem
  }

  /// Returns a message made from a draft, with the sender, the date and a unique id. It needs no
  /// connection to the mail server.
  public func compose(_ draft: MailDraft) async throws(Problem) -> MailMessage {
    try await make(draft)
  }

  /// Sends a message, and returns after the server has accepted it.
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

/// A message to one recipient before `OutgoingMail.compose` adds the sender, the date and the id.
public struct MailDraft: Equatable, Sendable {
  public var to: Mailbox
  public var subject: String
  public var text: String
  public var attachments: [MailAttachment]
  /// The e-mail address that becomes the sender if the person's mail settings name none. The text
  /// of the message contains this address in any case, so using it as the sender reveals nothing
  /// new.
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
