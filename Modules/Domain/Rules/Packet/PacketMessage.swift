public import Basics

/// The e-mail with a packet, within the limits of its parts (rule 4.13).
///
/// The limits are checked before coaches are looked up, so that an error about the subject does not
/// reveal which coaches exist.
public struct PacketMessage: Equatable, Sendable {
  /// The chosen coaches, each only once, in the given order.
  public let recipients: [RecordID]
  public let subject: String
  public let body: String

  public static let recipientCount = 1...10
  /// The allowed numbers of characters after trimming.
  public static let subjectLength = 1...200
  public static let bodyLength = 1...2000

  public init(
    recipients: [RecordID], subject: String, body: String
  ) throws(PacketRefusal) {
    var seen: Set<RecordID> = []
    let distinct = recipients.filter { seen.insert($0).inserted }
    guard !distinct.isEmpty else { throw .noRecipients }
    guard distinct.count <= Self.recipientCount.upperBound else {
      throw .tooManyRecipients(distinct.count)
    }
    let subject = subject.trimmed
    let body = body.replacing("\r\n", with: "\n").trimmed
    guard !subject.isEmpty else { throw .emptySubject }
    // A line break in the subject would let its author add a mail header of their own.
    guard !subject.unicodeScalars.contains(where: Self.breaksHeader) else { throw .brokenSubject }
    let subjectCount = subject.unicodeScalars.count
    guard subjectCount <= Self.subjectLength.upperBound else { throw .longSubject(subjectCount) }
    guard !body.isEmpty else { throw .emptyBody }
    if let line = Self.brokenLine(of: body) { throw .brokenBody(line: line) }
    let bodyCount = body.unicodeScalars.count
    guard bodyCount <= Self.bodyLength.upperBound else { throw .longBody(bodyCount) }
    self.recipients = distinct
    self.subject = subject
    self.body = body
  }

  /// Returns the number of the first line with a control character, which a reader would not see,
  /// or which could affect the reader's screen.
  private static func brokenLine(of body: String) -> Int? {
    let lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { line in
      line.contains { $0.properties.generalCategory == .control && $0 != "\t" }
    }.map { $0 + 1 }
  }

  private static func breaksHeader(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension RecruitingPacket {
  /// The subject `Recruiting Packet - Sam Lee`. A name that is too long is cut.
  public var defaultSubject: String {
    let name = cover.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var scalars = "Recruiting Packet - ".unicodeScalars
    scalars.append(
      contentsOf: name.unicodeScalars.prefix(
        PacketMessage.subjectLength.upperBound - scalars.count))
    return String(scalars)
  }

  /// A short letter that says who the sender is and what is attached.
  public var defaultBody: String {
    let who = [cover.position, cover.schoolLine].compactMap { $0 }.joined(separator: ", ")
    let text = """
      Dear Coach,

      My name is \(cover.name)\(who.isEmpty ? "" : " (\(who))"). My recruiting packet is attached. \
      I would be glad to hear from you.

      Thank you for your time,
      \(cover.name)
      """
    return String(text.unicodeScalars.prefix(PacketMessage.bodyLength.upperBound))
  }
}

/// The chosen coaches, divided into those to whom a message can be sent and the others.
public struct PacketDelivery: Equatable, Sendable {
  public struct Addressed: Equatable, Sendable {
    public var recipient: PacketRecipient
    public var address: EmailAddress
  }

  public var to: [Addressed] = []
  /// Coaches without a valid e-mail address, whom the answer names.
  public var skipped: [PacketRecipient] = []

  public init(_ recipients: [PacketRecipient]) {
    for recipient in recipients {
      if let email = recipient.email, case .success(let address) = EmailAddress.parse(email) {
        to.append(Addressed(recipient: recipient, address: address))
      } else {
        skipped.append(recipient)
      }
    }
  }
}
