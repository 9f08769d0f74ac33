public import Basics

/// The e-mail of a packet, within its limits (rule 4.13).
///
/// The limits are checked before coaches are looked up, so that a wrong subject does not reveal who exists.
public struct PacketMessage: Equatable, Sendable {
  /// Each coach once, in the order given.
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
    // A line break in it would begin a header of another person's making.
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

  /// The first line with a control character that a reader would not see, or that would do something to their screen.
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
  /// `Recruiting Packet - Sam Lee`; a name that is too long is cut.
  public var defaultSubject: String {
    let name = cover.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var scalars = "Recruiting Packet - ".unicodeScalars
    scalars.append(
      contentsOf: name.unicodeScalars.prefix(
        PacketMessage.subjectLength.upperBound - scalars.count))
    return String(scalars)
  }

  /// A short letter that says who writes and what is attached.
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

/// The chosen coaches that a message can be sent to.
public struct PacketDelivery: Equatable, Sendable {
  public struct Addressed: Equatable, Sendable {
    public var recipient: PacketRecipient
    public var address: EmailAddress
  }

  public var to: [Addressed] = []
  /// Coaches without a valid e-mail address; they are named in the answer.
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
