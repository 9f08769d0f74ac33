public import FeatureKit

/// A file, such as a recruiting packet, that is sent to several recipients in separate messages,
/// with everything that is known before the person confirms the sending.
///
/// A feature decides the contents and the recipients. The steps are the same for all features:
///
///     let delivery = try await mail.prepare(
///       words, text, to: coaches, skipping: others, folder: nil
///     ) { … }
///     return delivery.begin(agreeing: .emailConfirmed(delivery))   // asks, or writes files
///     return delivery.send(through: mail, id: "sending") { .emailFinished($0) }
///     return result.told()
public struct MailDelivery: Equatable, Sendable {
  /// The finished message to one recipient.
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
  /// The names of the chosen recipients who get no message, because they have no usable e-mail
  /// address. The confirmation question lists these names.
  public var skipped: [String]
  /// The mail server as texts name it, such as `smtp.example.org, port 587, STARTTLS`; nil if the
  /// messages are written into files.
  public var server: String?
  /// The folder into which the messages are written as files instead of being sent; nil if they are
  /// sent.
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

/// The subject and the text of the messages of a delivery; they are the same for every recipient.
public struct MailText: Equatable, Sendable {
  public var subject: String
  public var text: String
  /// The e-mail address that becomes the sender if the person's mail settings name none. The text
  /// of the message contains this address in any case, so using it as the sender reveals nothing
  /// new.
  public var otherwiseFrom: String?

  public init(subject: String, text: String, otherwiseFrom: String? = nil) {
    self.subject = subject
    self.text = text
    self.otherwiseFrom = otherwiseFrom
  }
}

extension OutgoingMail {
  /// Returns a delivery that is ready for the person's confirmation. If one of its messages could
  /// never be sent, for example because no mail server is set up, the function throws, so that the
  /// person is not asked to confirm it.
  ///
  /// - Parameters:
  ///   - folder: the folder into which the messages are written as files; then no server is needed
  ///     and no sending limit applies. With nil they are sent.
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
      // On a site with a shared mail server, a person may send only to people who are stored as
      // records, such as coaches. Otherwise a visitor could send mail to any address.
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

// MARK: - Confirming a delivery, or writing files

extension MailDelivery {
  /// Returns an effect (work that the host runs for a feature) that asks for confirmation before
  /// messages are sent. If the messages are written into files, no confirmation is needed and the
  /// effect writes them.
  public func begin<Action>(agreeing yes: Action) -> Effect<Action> {
    folder == nil ? .tell(.question(question(agreeing: yes))) : writeFiles()
  }

  /// Returns the confirmation question with all recipients and their addresses, the sender, the
  /// server, the subject and the file.
  ///
  /// Sending cannot be undone. The person may confirm in another process, and the confirmation is
  /// valid only if the digest of this question is unchanged there.
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

  /// Returns the path of a message's file in `folder`. If `folder` ends in `.eml` and there is a
  /// single message, `folder` itself is the path.
  private func path(of name: String) -> String? {
    guard let folder else { return nil }
    if folder.lowercased().hasSuffix(".eml"), items.count == 1 { return folder }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
