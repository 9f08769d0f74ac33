public import FeatureKit

/// A file that is sent to several recipients, in a separate message to each. The value has
/// everything that is known before the person agrees to sending.
///
/// A feature decides what is sent and to whom; preparing, asking, sending and reporting are the
/// same for all features:
///
///     let delivery = try await mail.prepare(words, text, to: coaches, skipping: others, folder: nil) { … }
///     return delivery.begin(agreeing: .emailConfirmed(delivery))   // asks, or writes files
///     return delivery.send(through: mail, id: "sending") { .emailFinished($0) }
///     return result.told()
public struct MailDelivery: Equatable, Sendable {
  /// A recipient's message, ready to send.
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
  /// The names of chosen recipients without a usable address. The person reads these names before
  /// agreeing to the delivery.
  public var skipped: [String]
  /// The mail server in words for people; nil when the messages are written into files.
  public var server: String?
  /// The folder that the messages are written to instead of being sent.
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

/// The text of a delivery, the same for every recipient.
public struct MailText: Equatable, Sendable {
  public var subject: String
  public var text: String
  /// The sender's address that is used when the mail setup names none. The text of the message
  /// contains this address anyway.
  public var otherwiseFrom: String?

  public init(subject: String, text: String, otherwiseFrom: String? = nil) {
    self.subject = subject
    self.text = text
    self.otherwiseFrom = otherwiseFrom
  }
}

extension OutgoingMail {
  /// Prepares a delivery up to the question to the person. A message that can never be sent is
  /// reported before the person is asked.
  ///
  /// - Parameters:
  ///   - folder: the folder that the messages are written to; then no server is needed and no
  ///     sending limit applies.
  ///   - limit: throws when too much would be sent today; called only when messages are to be sent.
  ///   - attachment: makes the file; called after the checks have passed.
  public func prepare(
    _ words: MailDeliveryWords, _ text: MailText, to recipients: [MailRecipient],
    skipping skipped: [String], folder: String?,
    limit: () async throws(Problem) -> Void = {},
    attaching attachment: () async throws(Problem) -> MailAttachment
  ) async throws(Problem) -> MailDelivery {
    var server: String?
    if folder == nil {
      // A mail server that the person did not set up sends no messages to typed addresses.
      guard isSetUpHere || recipients.allSatisfy({ $0.record != nil }) else {
        throw Problem(
          .refused, "Only coaches of your schools can be e-mailed from here.",
          fix: "Save the file, and send it from your own mail program.")
      }
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

// MARK: - Asking, or writing files

extension MailDelivery {
  /// Asks before messages are sent; writing files needs no question.
  public func begin<Action>(agreeing yes: Action) -> Effect<Action> {
    folder == nil ? .tell(.question(question(agreeing: yes))) : writeFiles()
  }

  /// Returns the question before sending. It names all recipients with their addresses, the sender,
  /// the server, the subject and the file. Sending cannot be undone, so the digest of these words
  /// must be unchanged when the person agrees in another process.
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

  /// The file of a message inside the folder. A folder that ends in `.eml` is the file of a single message.
  private func path(of name: String) -> String? {
    guard let folder else { return nil }
    if folder.lowercased().hasSuffix(".eml"), items.count == 1 { return folder }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
