public import CivilTime
import FeatureKit

/// An e-mail message to one recipient, with a text and attached files.
///
///     let message = try MailMessage(
///       from: Mailbox("sam@example.org", name: "Sam Lee"), to: Mailbox("rivera@example.edu"),
///       subject: "Recruiting Packet - Sam Lee", text: "Dear Coach Rivera, …",
///       attachments: [packet], id: "0190a0f4-…", sentAt: clock.now())
///     let file = message.bytes    // what a server takes, and an .eml file holds
public struct MailMessage: Equatable, Sendable {
  public static let mediaType = "message/rfc822"

  public let from: Mailbox
  public let to: Mailbox
  /// The e-mail address to which replies go; nil if they go to the sender.
  public let replyTo: Mailbox?
  public let subject: String
  public let text: String
  public let attachments: [MailAttachment]
  /// The unique id of the message for its header `Message-ID`. The caller creates it, because this
  /// module generates no random values.
  public let id: String
  public let sentAt: Instant
  /// A web address to which the recipient's mail program sends a POST to unsubscribe the recipient
  /// from messages of this kind (RFC 8058). A message with such an address is also marked as
  /// created by a program (RFC 3834).
  public let unsubscribing: String?

  /// Creates a message; throws if the subject, the id or `unsubscribing` contains characters that
  /// could add further headers.
  ///
  /// Direction marks and invisible characters in the subject are replaced by visible ones, so that
  /// the recipient sees what the subject really contains.
  public init(
    from: Mailbox, to: Mailbox, replyTo: Mailbox? = nil, subject: String, text: String,
    attachments: [MailAttachment] = [], id: String, sentAt: Instant, unsubscribing: String? = nil
  ) throws(MailFailure) {
    guard !MailHeader.hasControls(subject) else {
      throw .controlCharacter(in: "subject", of: subject)
    }
    guard !id.isEmpty, id.utf8.allSatisfy(Self.isOfAnID) else {
      throw .controlCharacter(in: "message id", of: id)
    }
    if let unsubscribing, !unsubscribing.utf8.allSatisfy(Self.isOfAnAddress) {
      throw .controlCharacter(in: "address to unsubscribe", of: unsubscribing)
    }
    self.from = from
    self.to = to
    self.replyTo = replyTo
    self.subject = VisibleText(subject).text
    self.text = text
    self.attachments = attachments
    self.id = id
    self.sentAt = sentAt
    self.unsubscribing = unsubscribing
  }

  /// The message in its transfer format (RFC 5322 and MIME), in which every line ends with CRLF.
  public var bytes: [UInt8] {
    var head =
      MailHeader("From", from.header).line + MailHeader("To", to.header).line
      + (replyTo.map { MailHeader("Reply-To", $0.header).line } ?? "")
      + MailHeader("Subject", .text(subject)).line + MailHeader("Date", .tokens([date])).line
      + MailHeader("Message-ID", .tokens(["<\(id)@\(from.domain)>"])).line
      + (unsubscribing.map(Self.unsubscribingLines) ?? "") + "MIME-Version: 1.0\r\n"
    guard !attachments.isEmpty else { return Array((head + textPart).utf8) }
    head +=
      MailHeader(
        "Content-Type", .tokens(["multipart/mixed;", "boundary=\"\(boundary)\""])
      ).line
    var bytes = Array("\(head)\r\n--\(boundary)\r\n\(textPart)".utf8)
    for attachment in attachments {
      bytes += Array("--\(boundary)\r\n".utf8) + attachment.part
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }
}

extension MailMessage {
  private static func unsubscribingLines(_ address: String) -> String {
    MailHeader("List-Unsubscribe", .tokens(["<\(address)>"])).line
      + MailHeader("List-Unsubscribe-Post", .tokens(["List-Unsubscribe=One-Click"])).line
      + MailHeader("Auto-Submitted", .tokens(["auto-generated"])).line
  }

  private var textPart: String {
    "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
      + QuotedPrintable.encoded(text) + "\r\n"
  }

  /// The text that separates the parts of the message. It contains `=_`, which occurs neither in
  /// base64 nor in quoted-printable text, so no content can be mistaken for a separator.
  private var boundary: String { "=_compass_" + id.prefix(50) }

  /// The date in the format of a mail header, such as `Tue, 10 Feb 2026 13:30:00 +0000`.
  private var date: String {
    let day = Zone.utc.day(of: sentAt)
    let weekday = day.weekday.shortName
    let clock = sentAt.description.dropFirst(11).prefix(8)
    return "\(weekday), \(day.day) \(MonthName.short(day.month)) \(day.year) \(clock) +0000"
  }

  private static func isOfAnAddress(_ byte: UInt8) -> Bool {
    (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }

  private static func isOfAnID(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return byte < 0x80
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
        || scalar == ".")
  }
}

extension MailMessage {
  /// Returns the sender, the server, the subject and the file in lines for the question that asks
  /// the person to confirm the sending. The caller adds the recipients.
  public func detailsBeforeSending(through server: String?) -> [String] {
    var details = ["from \(from.address), through \(server ?? "no server")"]
    if let replyTo { details.append("answers go to \(replyTo.address)") }
    details.append("Subject: \(subject)")
    if let file = attachments.first { details.append("Attached: \(file.name)") }
    return details + ["What is sent cannot be taken back."]
  }
}
