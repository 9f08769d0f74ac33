import Basics
import CivilTime
import Domain
import Testing

@Suite("Recent activity")
struct RecentActivityTests {
  private let cedar = Reference(
    kind: .school, id: Sample.id(1), handle: "s1", title: "Cedar Valley")

  private func contact(
    _ id: UInt64, at: String, _ type: Open<InteractionType> = .known(.phoneCall),
    content: String? = nil, subject: String? = nil
  ) throws -> ActivityItem {
    var contact = Interaction(
      id: Sample.id(id), schoolID: Sample.id(1), type: .email, direction: .outbound,
      occurredAt: try Sample.instant(at), loggedBy: Sample.id(99))
    contact.type = type
    contact.content = content
    contact.subject = subject
    let own = Reference(kind: .interaction, id: contact.id, handle: "i\(id)", title: "")
    return ActivityItem(
      at: contact.occurredAt,
      .interaction(InteractionRow(reference: own, interaction: contact, school: cedar)))
  }

  private func change(_ id: UInt64, at: String, notes: String? = nil) throws -> ActivityItem {
    var change = SchoolStatusChange(
      id: Sample.id(id), schoolID: Sample.id(77), from: nil, to: Open("offer_received"),
      changedBy: Sample.id(99), changedAt: try Sample.instant(at))
    change.notes = notes
    let person = Reference(kind: .person, id: Sample.id(99), handle: "p1", title: "Sam")
    let gone = Reference(kind: .school, id: Sample.id(77), handle: "s9", title: " ")
    return ActivityItem(
      at: change.changedAt,
      .statusChange(StatusChangeRow(change: change, changedBy: person), school: gone))
  }

  private func document(_ id: UInt64, at: String) throws -> ActivityItem {
    let document = Document(
      id: Sample.id(id), athleteID: Sample.id(99), type: .highlightVideo, title: "Spring",
      fileURL: "x", uploadedBy: Sample.id(99))
    let own = Reference(kind: .document, id: document.id, handle: "d\(id)", title: "Spring")
    return ActivityItem(
      at: try Sample.instant(at), .document(DocumentRow(reference: own, document: document)))
  }

  @Test("Imported rows came in one step, whether from a file or a pasted list")
  func imported() throws {
    let rows = ImportedRows(step: 3, kind: .school, summary: "Imported 9 schools")
    let item = ActivityItem(at: try Sample.instant("2026-02-01T00:00:00Z"), .imported(rows))
    let entry = try #require(RecentActivity.feed([item]).first)
    #expect(entry.title == "Imported 9 schools")
    #expect(entry.description == "In one step")
  }

  @Test("Interactions, status changes and documents come together, newest first")
  func together() throws {
    let items = RecentActivity.feed([
      try contact(1, at: "2026-02-02T00:00:00Z"), try change(2, at: "2026-02-03T00:00:00Z"),
      try document(3, at: "2026-02-01T00:00:00Z"),
    ])
    #expect(
      items.map(\.key) == [
        "status-\(Sample.id(2))", "interaction-\(Sample.id(1))", "doc-\(Sample.id(3))",
      ])
    #expect(items.map(\.emoji) == ["📍", "☎️", "📄"])
    #expect(
      items.map(\.title) == [
        "Unknown School status changed to Offer received", "Phone Call with Cedar Valley",
        "Uploaded Highlight video",
      ])
    #expect(
      items.map(\.description) == ["No additional notes", "No additional details", "Spring"])
    #expect(
      items.map(\.path) == [
        "/schools/\(Sample.id(77))", "/interactions?id=\(Sample.id(1))", nil,
      ])
    #expect(
      try change(2, at: "2026-02-03T00:00:00Z", notes: "  They called ").description
        == "They called")
  }

  @Test(
    "A description is the content, else the subject, cut after fifty characters",
    arguments: [
      ("Content", "Subject", "Content"), (nil, "Subject", "Subject"), ("  ", "Subject", "Subject"),
      (nil, nil, "No additional details"), ("", " ", "No additional details"),
      (String(repeating: "é", count: 50), nil, String(repeating: "é", count: 50)),
      (String(repeating: "é", count: 51), nil, String(repeating: "é", count: 50) + "..."),
    ] as [(String?, String?, String)])
  func descriptions(content: String?, subject: String?, expected: String) throws {
    let contact = try contact(1, at: "2026-02-02T00:00:00Z", content: content, subject: subject)
    #expect(contact.description == expected)
  }

  @Test("A type nobody knows is shown plainly")
  func unknownType() throws {
    let contact = try contact(1, at: "2026-02-02T00:00:00Z", Open("carrier_pigeon"))
    #expect(contact.title == "Carrier Pigeon with Cedar Valley")
    #expect(contact.emoji == "📝")
  }

  @Test("Limit and offset page through a feed whose ties have an order")
  func paging() throws {
    let contacts = try (1...9).map { try contact($0, at: "2026-02-02T00:00:00Z") }
    let all = RecentActivity.feed(contacts, limit: 10).map(\.key)
    #expect(all.count == 9 && all == all.sorted())
    #expect(RecentActivity.feed(contacts.reversed(), limit: 4).map(\.key) == Array(all.prefix(4)))
    #expect(RecentActivity.feed(contacts, limit: 4, offset: 8).map(\.key) == Array(all.suffix(1)))
    #expect(RecentActivity.feed(contacts).count == 5)
    #expect(RecentActivity.feed(contacts, limit: -1, offset: -1).isEmpty)
    let many =
      try (1...60).map { try contact($0, at: "2026-02-02T00:00:00Z") }
      + [try document(90, at: "2026-01-01T00:00:00Z")]
    #expect(RecentActivity.feed(many, limit: 99).count == 51)
  }

  @Test(
    "Time text counts minutes, hours and days, then names the day",
    arguments: [
      (-5, "0m ago"), (0, "0m ago"), (59, "59m ago"), (60, "1h ago"), (1439, "23h ago"),
      (1440, "1d ago"), (10_079, "6d ago"), (10_080, "Feb 3"),
    ] as [(Int64, String)])
  func times(minutes: Int64, text: String) throws {
    let now = try Sample.instant("2026-02-10T17:00:00Z")
    let then = now.adding(seconds: -60 * minutes)
    #expect(RecentActivity.text(of: then, now: now, zone: .utc) == text)
  }
}
