public import FeatureKit

/// One file on its way to several people, a message of its own to each: everything that is known before the person agrees.
///
/// A feature says what is sent and to whom; preparing, asking, sending and telling are the same for all of them:
///
///     let delivery = try await mail.prepare(words, text, to: coaches, skipping: others, folder: nil) { … }
///     return delivery.begin(agreeing: .emailConfirmed(delivery))   // asks, or writes files
///     return delivery.send(through: mail, id: "sending") { .emailFinished($0) }
///     return result.told()
public struct MailDelivery: Equatable, Sendable {
  /// One person's message, ready to go.
  public struct Item: Equatable, Sendable {
    public var recipient: MailRecipient
    public var message: MailMessage

    public init(_ recipient: MailRecipient, _ message: MailMessage) {
      self.recipient = recipient
      self.message = message
    }
  }

  public var words: MailDeliveryWords
  public var items: [Item]
  /// Who was meant and has no usable address, by name: they are told of, not forgotten.
  public var skipped: [String]
  /// The server as people know it; nil when the messages are written into files.
  public var server: String?
  /// Where the messages are written instead of being sent.
  public var folder: String?

  public init(
    _ words: MailDeliveryWords, _ items: [Item], skipped: [String] = [], server: String? = nil,
    folder: String? = nil
  ) {
    self.words = words
    self.items = items
    self.skipped = skipped
    self.server = server
    self.folder = folder
  }
}

/// What every reader is sent, before it is known who they are.
public struct MailText: Equatable, Sendable {
  public var subject: String
  public var text: String
  /// The sender's address while the mail setup names none: one that the readers are told anyway.
  public var otherwiseFrom: String?

  public init(subject: String, text: String, otherwiseFrom: String? = nil) {
    self.subject = subject
    self.text = text
    self.otherwiseFrom = otherwiseFrom
  }
}

extension OutgoingMail {
  /// Everything up to the question: what could never be sent is said before anybody is asked.
  ///
  /// - Parameters:
  ///   - folder: where the messages are written instead; then no server is needed, and no limit of sending holds.
  ///   - limit: refuses what would be too much to send today; asked only when something is to be sent.
  ///   - attachment: makes the file, once it is known that it can go.
  public func prepare(
    _ words: MailDeliveryWords, _ text: MailText, to recipients: [MailRecipient],
    skipping skipped: [String], folder: String?,
    limit: () async throws(Problem) -> Void = {},
    attaching attachment: () async throws(Problem) -> MailAttachment
  ) async throws(Problem) -> MailDelivery {
    var server: String?
    if folder == nil {
      server = try await serverWords(else: words.withoutServer)
      try await limit()
    }
    let attachment = try await attachment()
    var items: [MailDelivery.Item] = []
    for recipient in recipients {
      let draft = MailDraft(
        to: recipient.mailbox, subject: text.subject, text: text.text,
        attachments: [attachment], otherwiseFrom: text.otherwiseFrom)
      items.append(MailDelivery.Item(recipient, try await compose(draft)))
    }
    return MailDelivery(words, items, skipped: skipped, server: server, folder: folder)
  }
}

// MARK: - Asking, or writing into files

extension MailDelivery {
  /// Asks before anything goes out; where files are wanted instead, nothing has to be asked.
  public func begin<Action>(agreeing yes: Action) -> Effect<Action> {
    folder == nil ? .tell(.question(question(agreeing: yes))) : writeFiles()
  }

  /// Names everybody and their address, the sender, the server, the subject and the file. What is sent cannot be taken back, so
  /// the digest of these words must be the same when the person agrees in another process.
  func question<Action>(agreeing yes: Action) -> Question<Action> {
    var details = items.map { "to \($0.recipient.wordsWithAddress)" }
    details += skipped.map { "not to \($0): \(Self.noAddress)" }
    details += items.first?.message.detailsBeforeSending(through: server) ?? []
    return Question(
      "E-mail the \(words.fullItem) to \(words.counted(items.count))?", details: details,
      agree: "Send", yes: yes)
  }

  static let noAddress = "no usable e-mail address"

  private func writeFiles<Action>() -> Effect<Action> {
    let files = items.map { item -> Effect<Action> in
      let bytes = item.message.bytes
      return .tell(
        .artifact(
          Artifact(
            name: item.recipient.fileName, mediaType: MailMessage.mediaType,
            path: path(of: item.recipient.fileName)
          ) { sink throws(Problem) in try sink.write(bytes) }))
    }
    let notices = skipped.map { name -> Effect<Action> in
      .tell(.notice(Notice("\(name): \(Self.noAddress), no message.", tone: .warning)))
    }
    return .merge(files + notices)
  }

  /// A folder takes all; a name that ends in `.eml` is that of the one file.
  private func path(of name: String) -> String? {
    guard let folder else { return nil }
    if folder.lowercased().hasSuffix(".eml"), items.count == 1 { return folder }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
