import Basics
import CivilTime
import Domain
import Testing

@Suite("E-mailing a packet")
struct PacketMessageTests {
  private func refusal(
    to count: Int = 1, subject: String = "Hello", body: String = "Dear Coach"
  ) -> PacketRefusal? {
    let recipients = (0..<count).map { Sample.id(UInt64($0)) }
    do throws(PacketRefusal) {
      _ = try PacketMessage(recipients: recipients, subject: subject, body: body)
      return nil
    } catch { return error }
  }

  @Test(
    "One to ten coaches",
    arguments: [
      (0, PacketRefusal.noRecipients), (1, nil), (10, nil), (11, .tooManyRecipients(11)),
    ] as [(Int, PacketRefusal?)])
  func recipients(count: Int, expected: PacketRefusal?) {
    #expect(refusal(to: count) == expected)
  }

  @Test("The same coach twice counts once, in the place named first")
  func distinct() throws {
    let ids = [3, 1, 3, 2, 1].map { Sample.id($0) }
    let message = try PacketMessage(recipients: ids, subject: "a", body: "b")
    #expect(message.recipients == [Sample.id(3), Sample.id(1), Sample.id(2)])
    let many = Array(repeating: Sample.id(1), count: 50)
    #expect(try PacketMessage(recipients: many, subject: "a", body: "b").recipients.count == 1)
  }

  @Test(
    "A subject has 1 to 200 characters after trimming",
    arguments: [
      (" ", PacketRefusal.emptySubject), ("a", nil), (String(repeating: "a", count: 200), nil),
      (" " + String(repeating: "a", count: 200) + "\n", nil),
      (String(repeating: "a", count: 201), .longSubject(201)),
      // An `a` with a thousand accents looks like one character, but the subject line of the mail
      // would contain 1,001 code points, so the check reports it as too long.
      ("a" + String(repeating: "\u{301}", count: 1000), .longSubject(1001)),
    ] as [(String, PacketRefusal?)])
  func subjects(subject: String, expected: PacketRefusal?) {
    #expect(refusal(subject: subject) == expected)
  }

  @Test(
    "A subject on two lines is refused: it could add a header",
    arguments: ["Hi\r\nBcc: x@example.org", "Hi\nthere", "Hi\rthere", "Hi\u{0}", "Hi\u{2028}there"])
  func headers(subject: String) {
    #expect(refusal(subject: subject) == .brokenSubject)
  }

  @Test(
    "A body has 1 to 2000 characters after trimming, on as many lines as it likes",
    arguments: [
      ("\n", PacketRefusal.emptyBody), ("a", nil), ("a\r\nb\n", nil),
      (String(repeating: "a", count: 2000), nil),
      (String(repeating: "a", count: 2001), .longBody(2001)),
      ("a\tb\n\nc", nil), ("a\nb\u{1B}[2J", .brokenBody(line: 2)),
      ("a\r\n\nb\0", .brokenBody(line: 3)),
      ("a\rb", .brokenBody(line: 1)),
    ] as [(String, PacketRefusal?)])
  func bodies(body: String, expected: PacketRefusal?) {
    #expect(refusal(body: body) == expected)
  }

  @Test(
    "A refusal says the value and what to do",
    arguments: [
      (PacketRefusal.noRecipients, "No coach was chosen.", "Choose 1 to 10 coaches."),
      (
        .tooManyRecipients(11), "11 coaches are too many for one message.",
        "Choose 1 to 10, and write to the others afterwards."
      ),
      (.emptySubject, "The subject is empty.", "Give 1 to 200 characters."),
      (.longSubject(203), "The subject has 203 characters; at most 200 fit.", "Shorten it by 3."),
      (
        .brokenSubject, "The subject has a line break or another control character in it.",
        "Write it on one line."
      ),
      (.emptyBody, "The message is empty.", "Give 1 to 2,000 characters."),
      (
        .brokenBody(line: 2), "The message has a control character in line 2.",
        "Write it as plain text."
      ),
      (.longBody(2001), "The message has 2001 characters; at most 2000 fit.", "Shorten it by 1."),
      (
        .dailyLimit(sent: 18, sending: 3),
        "20 packets a day can be e-mailed; 18 went out today and 3 more were to go.",
        "Choose at most 2 today."
      ),
      (
        .dailyLimit(sent: 20, sending: 1),
        "20 packets a day can be e-mailed; 20 went out today and 1 more was to go.",
        "Send it tomorrow."
      ),
    ])
  func words(refusal: PacketRefusal, title: String, fix: String) {
    #expect(refusal.problem.title == title)
    #expect(refusal.problem.fix == fix)
  }

  @Test(
    "Twenty messages a day and not one more",
    arguments: [(0, 10, true), (19, 1, true), (20, 1, false), (11, 10, false), (20, 0, true)])
  func dailyLimit(sent: Int, sending: Int, isAllowed: Bool) {
    do throws(PacketRefusal) {
      try PacketDailyLimit.check(sentToday: sent, sending: sending)
      #expect(isAllowed)
    } catch {
      #expect(!isAllowed)
      #expect(error == .dailyLimit(sent: sent, sending: sending))
      #expect(error.problem.cause == .locked)
    }
  }

  @Test(
    "The day of the limit begins at local midnight, on short days too",
    arguments: [
      ("2026-02-10T17:00:00Z", "2026-02-10T05:00:00.000Z"),
      ("2026-02-11T04:30:00Z", "2026-02-10T05:00:00.000Z"),
      ("2026-02-11T05:30:00Z", "2026-02-11T05:00:00.000Z"),
      ("2026-03-09T03:30:00Z", "2026-03-08T05:00:00.000Z"),
      ("2026-03-09T04:30:00Z", "2026-03-09T04:00:00.000Z"),
    ])
  func dayStart(now: String, start: String) throws {
    let zone = try Zone.named("America/New_York")
    #expect(
      PacketDailyLimit.start(now: try Sample.instant(now), zone: zone).description == start)
  }

  @Test("A letter is ready to send as it is, for any name")
  func defaults() throws {
    let packet = try PacketSample.packet(PacketSample.contents())
    #expect(packet.defaultSubject == "Recruiting Packet - Sam Lee")
    #expect(packet.defaultBody.contains("My name is Sam Lee (Class of 2028)."))
    for name in ["Sam\r\nBcc: x", String(repeating: "é", count: 5000), ""] {
      let packet = try PacketSample.packet(PacketSample.contents(name: name))
      #expect(refusal(subject: packet.defaultSubject, body: packet.defaultBody) == nil)
    }
  }

  @Test("Coaches without a usable address are skipped and named")
  func delivery() {
    func recipient(_ id: UInt64, _ email: String?) -> PacketRecipient {
      PacketRecipient(
        coach: Reference(kind: .coach, id: Sample.id(id), handle: "c\(id)", title: "Ana \(id)"),
        school: Reference(kind: .school, id: Sample.id(50), handle: "s1", title: "Cedar"),
        email: email)
    }
    let delivery = PacketDelivery([
      recipient(1, " Ana@Example.org"), recipient(2, nil), recipient(3, "nobody"),
      recipient(4, "a@b.org\r\nBcc: c@d.org"),
    ])
    #expect(delivery.to.map(\.address.text) == ["ana@example.org"])
    #expect(delivery.skipped.map(\.coach.handle) == ["c2", "c3", "c4"])
    #expect(PacketDelivery([]) == PacketDelivery([]))
  }
}
