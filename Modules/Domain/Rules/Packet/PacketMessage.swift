public import Basics

/// The recipients, subject and body of an e-mail with a recruiting packet, the document that
/// presents an athlete to coaches. A value exists only if it meets all limits, such as at most ten
/// recipients (domain.md 4.13).
///
/// The limits are checked before coaches are looked up, so that an error about the subject does not
/// reveal which coaches exist.
public struct PacketMessage: Equatable, Sendable {
  /// The ids of the coaches who get the message, each only once, in the order in which they were
  /// chosen.
  public let recipients: [RecordID]
  public let subject: String
  public let body: String

  public static let recipientCount = 1...10
  /// The allowed number of Unicode characters of the subject, without spaces at its ends.
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
    // A subject becomes a header line of the mail. After a line break in it, the author could write
    // further headers, such as another recipient.
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

  /// Returns the number of the first line that contains a control character other than a tab; nil
  /// if there is none. Such a character is invisible, or could change the display of the reader's
  /// screen.
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
  /// The subject that is used if none was typed, such as `Recruiting Packet - Sam Lee`. A long name
  /// is cut to fit `PacketMessage.subjectLength`.
  public var defaultSubject: String {
    let name = cover.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var scalars = "Recruiting Packet - ".unicodeScalars
    scalars.append(
      contentsOf: name.unicodeScalars.prefix(
        PacketMessage.subjectLength.upperBound - scalars.count))
    return String(scalars)
  }

  /// The message that is used if none was typed: a short letter that says who the athlete is and
  /// what is attached.
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

/// The coaches who were chosen to get a recruiting packet, divided into those with a valid e-mail
/// address and those without one.
public struct PacketDelivery: Equatable, Sendable {
  public struct Addressed: Equatable, Sendable {
    public var recipient: PacketRecipient
    public var address: EmailAddress
  }

  public var to: [Addressed] = []
  /// The coaches without a valid e-mail address. They get no message, and the answer of the command
  /// names them.
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
