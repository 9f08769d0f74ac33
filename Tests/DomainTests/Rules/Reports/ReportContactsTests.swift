import Basics
import CivilTime
import Domain
import Testing

@Suite("Who was contacted, who replied, and who went quiet")
struct ReportContactsTests {
  typealias Line = ReportContacts.Line

  private static func line(
    _ name: String, sent: Int = 0, received: Int = 0, contact: String? = nil, heard: String? = nil
  ) -> Line {
    let id = UInt64(name.unicodeScalars.first?.value ?? 0)
    return Line(
      Reference(kind: .coach, id: Sample.id(id), handle: "c\(id)", title: name), name: name,
      sent: sent, received: received, lastContact: contact.flatMap { Instant("\($0)T12:00:00Z") },
      lastHeard: heard.flatMap { Instant("\($0)T12:00:00Z") })
  }

  private static let lines: [(Line, ReportContacts.ContactState)] = [
    (line("A", sent: 1, received: 1, contact: "2026-02-01", heard: "2026-02-01"), .replied),
    (line("B", received: 1, contact: "2026-02-02", heard: "2026-02-02"), .wrote),
    (line("C", sent: 1, contact: "2026-02-03"), .noReply),
    (line("D", sent: 1, contact: "2026-02-04", heard: "2025-12-01"), .quiet),
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
    "The days since the last contact are those of the calendar, and never less than 0",
    arguments: [("2026-02-10", 0), ("2026-02-09", 1), ("2026-02-11", 0), (nil, nil)]
      as [(String?, Int?)])
  func days(contact: String?, days: Int?) throws {
    let line = Self.line("A", contact: contact)
    #expect(line.days(until: try Sample.day("2026-02-10"), in: .utc) == days)
  }

  @Test("Who went quiet stands before who has not replied, whatever their last contact")
  func byContactState() {
    #expect(Self.lines.map(\.0).byNeed.map(\.name) == ["D", "C", "B", "A", "E", "F"])
    #expect(Self.lines.reversed().map(\.0).byNeed.map(\.name) == ["D", "C", "B", "A", "E", "F"])
  }

  @Test("Who waits longest stands first, of the others who was contacted last; names decide ties")
  func byContact() {
    let days = ["2026-02-05", "2026-02-03", "2026-02-04", "2026-02-04"]
    func order(_ sent: Int, _ received: Int, heard: String?) -> [String] {
      zip(["A", "B", "D", "C"], days).map {
        Self.line($0, sent: sent, received: received, contact: $1, heard: heard)
      }.byNeed.map(\.name)
    }
    #expect(order(1, 0, heard: "2025-12-01") == ["B", "C", "D", "A"])
    #expect(order(1, 0, heard: nil) == ["B", "C", "D", "A"])
    #expect(order(0, 1, heard: "2026-02-01") == ["A", "C", "D", "B"])
    #expect(order(1, 1, heard: "2026-02-01") == ["A", "C", "D", "B"])
    #expect(order(0, 0, heard: nil) == ["A", "C", "D", "B"])
  }
}
