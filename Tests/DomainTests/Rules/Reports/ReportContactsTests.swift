import Basics
import CivilTime
import Domain
import Testing

@Suite("Who was contacted, who replied, and who went quiet")
struct ReportContactsTests {
  typealias Line = ReportContacts.Line

  private static func line(
    _ name: String, sent: Int = 0, received: Int = 0, contact: String? = nil, heard: String? = nil,
    firstSent: String? = nil, lastWritten: String? = nil, end: String = "2026-03-01"
  ) -> Line {
    func noon(_ day: String?) -> Instant? { day.flatMap { Instant("\($0)T12:00:00Z") } }
    let id = UInt64(name.unicodeScalars.first?.value ?? 0)
    return Line(
      Reference(kind: .coach, id: Sample.id(id), handle: "c\(id)", title: name), name: name,
      sent: sent, received: received, lastContact: noon(contact), lastHeard: noon(heard),
      firstSent: noon(firstSent), lastWritten: noon(lastWritten), end: noon(end))
  }

  private static let lines: [(Line, ReportContacts.ContactState)] = [
    (
      line(
        "A", sent: 1, received: 1, contact: "2026-02-02", heard: "2026-02-02",
        firstSent: "2026-02-01", lastWritten: "2026-02-01"), .replied
    ),
    (line("B", received: 1, contact: "2026-02-02", heard: "2026-02-02"), .gotInTouch),
    (
      line(
        "C", sent: 1, contact: "2026-02-03", firstSent: "2026-02-03", lastWritten: "2026-02-03"),
      .noReply
    ),
    (line("D", sent: 1, contact: "2026-02-04", firstSent: "2026-02-04"), .spoke),
    (line("E", contact: "2025-12-01"), .noContact),
    (line("F"), .never),
  ]

  @Test("What went to and fro makes the state of the contact", arguments: lines)
  func contactState(line: Line, contactState: ReportContacts.ContactState) {
    #expect(line.contactState == contactState)
    let all = Self.lines.map(\.0) + [line]
    for other in ReportContacts.ContactState.allCases {
      #expect(all.count(other) == (other == contactState ? 2 : 1))
    }
  }

  @Test(
    "A reply comes after a contact of the athlete, and quiet is who then left a message unanswered",
    arguments: [
      // The coach wrote first, the athlete answered, and nothing came since.
      (1, 1, "2026-01-01", "2026-01-03", "2026-01-03", .gotInTouch, true),
      (1, 1, "2026-02-20", "2026-02-22", "2026-02-22", .gotInTouch, false),
      // The coach replied, and has not answered the message after that.
      (2, 1, "2026-01-05", "2026-01-03", "2026-01-10", .replied, true),
      (2, 1, "2026-01-05", "2026-01-03", "2026-02-20", .replied, false),
      // The coach's reply is the newest contact, so the coach waits for no one.
      (1, 1, "2026-01-05", "2026-01-03", "2026-01-03", .replied, false),
      // What came in the range answers no message of the range.
      (0, 1, "2026-02-02", nil, "2026-01-03", .gotInTouch, false),
      (1, 1, "2026-02-02", "2026-02-03", "2026-02-03", .gotInTouch, true),
      // Two contacts of one moment, such as two of a day without a time.
      (1, 1, "2026-01-03", "2026-01-03", "2026-01-03", .replied, false),
      // In a call or a visit both sides speak, so it needs no answer.
      (1, 0, nil, "2026-01-03", nil, .spoke, false),
      (1, 1, "2026-01-01", "2026-01-03", nil, .gotInTouch, false),
      (1, 0, nil, "2026-01-03", "2026-01-03", .noReply, false),
      (1, 0, "2025-10-01", "2026-01-03", "2026-01-03", .noReply, true),
      (1, 0, "2025-10-01", "2026-02-15", "2026-02-15", .noReply, true),
      (1, 0, "2025-10-01", "2026-02-16", "2026-02-16", .noReply, false),
    ] as [(Int, Int, String?, String?, String?, ReportContacts.ContactState, Bool)])
  func replies(
    sent: Int, received: Int, heard: String?, firstSent: String?, lastWritten: String?,
    contactState: ReportContacts.ContactState, wentQuiet: Bool
  ) {
    let newest = [heard, firstSent, lastWritten].compactMap { $0 }.max()
    let line = Self.line(
      "A", sent: sent, received: received, contact: newest, heard: heard, firstSent: firstSent,
      lastWritten: lastWritten)
    #expect(line.contactState == contactState)
    #expect(line.wentQuiet == wentQuiet)
  }

  @Test(
    "The days since the last contact are those of the calendar, and never less than 0",
    arguments: [("2026-02-10", 0), ("2026-02-09", 1), ("2026-02-11", 0), (nil, nil)]
      as [(String?, Int?)])
  func days(contact: String?, days: Int?) throws {
    let line = Self.line("A", contact: contact)
    #expect(line.days(until: try Sample.day("2026-02-10"), in: .utc) == days)
  }

  @Test("Who went quiet stands before who has not replied, whatever their last contact")
  func byContactState() {
    let quiet = Self.line(
      "Q", sent: 1, received: 1, contact: "2026-02-05", heard: "2026-02-01",
      firstSent: "2026-01-01", lastWritten: "2026-02-05")
    let lines = Self.lines.map(\.0) + [quiet]
    #expect(lines.byNeed.map(\.name) == ["Q", "C", "B", "D", "A", "E", "F"])
    #expect(lines.reversed().byNeed.map(\.name) == ["Q", "C", "B", "D", "A", "E", "F"])
  }

  @Test("Who waits longest stands first, of the others who was contacted last; names decide ties")
  func byContact() {
    let days = ["2026-02-05", "2026-02-03", "2026-02-04", "2026-02-04"]
    func order(_ sent: Int, _ received: Int, heard: String?) -> [String] {
      zip(["A", "B", "D", "C"], days).map {
        Self.line(
          $0, sent: sent, received: received, contact: $1, heard: heard,
          firstSent: sent > 0 ? "2026-01-01" : nil,
          lastWritten: sent > 0 && received == 0 ? $1 : nil)
      }.byNeed.map(\.name)
    }
    #expect(order(1, 0, heard: "2025-12-01") == ["B", "C", "D", "A"])
    #expect(order(1, 0, heard: nil) == ["B", "C", "D", "A"])
    #expect(order(0, 1, heard: "2026-02-01") == ["A", "C", "D", "B"])
    #expect(order(1, 1, heard: "2026-02-01") == ["A", "C", "D", "B"])
    #expect(order(0, 0, heard: nil) == ["A", "C", "D", "B"])
  }
}
