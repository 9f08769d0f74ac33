public import Basics
public import CivilTime

/// The reason why a recruiting packet (the document that presents an athlete to coaches) is not
/// sent by e-mail.
public enum PacketRefusal: Error, Hashable, Sendable {
  case noRecipients
  case tooManyRecipients(Int)
  case emptySubject
  case longSubject(Int)
  case brokenSubject
  case emptyBody
  case longBody(Int)
  case brokenBody(line: Int)
  /// The limit for one day would be exceeded. The values are the number of packets sent today and
  /// the number that this message would add.
  case dailyLimit(sent: Int, sending: Int)

  public var problem: Problem {
    switch self {
    case .noRecipients:
      Problem(.usage, "No coach was chosen.", fix: "Choose 1 to 10 coaches.")
    case .tooManyRecipients(let count):
      Problem(
        .usage, "\(count) coaches are too many for one message.",
        fix: "Choose 1 to 10, and write to the others afterwards.")
    case .emptySubject:
      Problem(.usage, "The subject is empty.", fix: "Give 1 to 200 characters.")
    case .longSubject(let count):
      Problem(
        .usage, "The subject has \(count) characters; at most 200 fit.",
        fix: "Shorten it by \(count - 200).")
    case .brokenSubject:
      Problem(
        .usage, "The subject has a line break or another control character in it.",
        fix: "Write it on one line.")
    case .emptyBody:
      Problem(.usage, "The message is empty.", fix: "Give 1 to 2,000 characters.")
    case .longBody(let count):
      Problem(
        .usage, "The message has \(count) characters; at most 2000 fit.",
        fix: "Shorten it by \(count - 2000).")
    case .brokenBody(let line):
      Problem(
        .usage, "The message has a control character in line \(line).",
        fix: "Write it as plain text.")
    case .dailyLimit(let sent, let sending):
      Problem(
        .locked,
        "\(PacketDailyLimit.count) packets a day can be e-mailed; \(sent) went out today and"
          + " \(sending) more \(sending == 1 ? "was" : "were") to go.",
        fix: sent < PacketDailyLimit.count
          ? "Choose at most \(PacketDailyLimit.count - sent) today." : "Send it tomorrow.")
    }
  }
}

/// The limit of recruiting packets that a person may e-mail on one local day: 20, where each coach
/// who gets one counts (domain.md 4.13).
public enum PacketDailyLimit {
  public static let count = 20

  /// Returns the start of the current local day. Packets that were sent since this moment count
  /// towards the limit (`PacketsGateway.sentCount(of:since:)`).
  public static func start(now: Instant, zone: Zone) -> Instant {
    zone.midnight(of: zone.day(of: now))
  }

  public static func check(sentToday sent: Int, sending: Int) throws(PacketRefusal) {
    guard sent + sending <= count else { throw .dailyLimit(sent: sent, sending: sending) }
  }
}
