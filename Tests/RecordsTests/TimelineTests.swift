import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("A school's timeline")
struct TimelineTests {
  @Test("It has contacts, offers, events, documents and letters by day, newest first")
  func order() async throws {
    let page = try await Stage().show("schools show s1")
    let timeline = try #require(page.section("Timeline (5)"))
    #expect(timeline.handles == ["e1", "l1", "i1", "d1", "o1"])
    #expect(
      timeline.rows.map { $0.trailing?.text } == ["Apr 18", "Feb 9", "Feb 8", "Feb 8", "Jan 20"])
    #expect(
      timeline.rows.map { $0.badges.first?.text } == [
        "Event", "Letter", "Email", "Document", "Offer",
      ])
    #expect(timeline.more == nil)
    // The row of an offer states the deadline of the offer. No row states the name of the school,
    // because this is the page of that school.
    let offer = try #require(timeline.row("o1"))
    #expect(offer.detail == "Deadline Tomorrow · $12,500")
    #expect(timeline.rows.allSatisfy { $0.detail?.contains("Cedar Valley") != true })
    #expect(timeline.row("d1")?.detail?.contains("Added") == false)
  }

  @Test("Moments of one day are ordered by their hour, and a record without a day comes last")
  func sameDay() {
    let zone = Zone.fixed(minutes: -300)
    let noon = Stage.zone.instant(
      of: Sample.day(2026, 2, 8), at: TimeOfDay(hour: 12, minute: 0) ?? .midnight)
    func entry(_ handle: String, _ items: [Entry.Item]) -> Entry {
      Entry(Reference(kind: .document, id: .none, handle: handle, title: handle), items)
    }
    let lines = Timeline(
      [
        Related(
          "A", [entry("none", []), entry("day", [.init("on", .day(Sample.day(2026, 2, 8)))])],
          datedBy: ["on"]),
        Related(
          "B",
          [
            entry("late", [.init("when", .moment(noon.adding(seconds: 60)))]),
            entry("noon", [.init("when", .moment(noon))]),
            // This moment is 12 hours and a minute before noon, so it is on the previous day. It
            // must be listed after the entry `day`, which has a date without a time.
            entry("eve", [.init("when", .moment(noon.adding(seconds: -43_260)))]),
          ], total: 7, datedBy: ["when"]),
        Related("Apart", [entry("apart", [])]),
      ], in: zone)
    #expect(lines.lines.map(\.entry.reference.handle) == ["late", "noon", "day", "eve", "none"])
    #expect(lines.total == 9)
  }

  @Test("Ten stand on the page, and all where that is asked for")
  func all() async throws {
    let stage = Stage { $0.addContacts(30) }
    let some = try await stage.show("schools show s1")
    #expect(some.section("Timeline (35)")?.rows.count == 10)
    #expect(some.section("Timeline (35)")?.more?.command == "schools show s1 --all")
    let all = try await stage.show("schools show s1 --all")
    #expect(all.section("Timeline (35)")?.rows.count == 35)
    #expect(all.section("Timeline (35)")?.more == nil)
  }

  @Test("A contact is logged from the line of a coach, by whoever may")
  func log() async throws {
    let row = try await Stage().show("schools show s1").section("Coaches")?.rows.first
    #expect(row?.links.map(\.command) == ["interactions add c1"])
    let parents = try await Stage(as: ExampleFamily.dana).show("schools show s1")
    #expect(parents.section("Coaches")?.rows.first?.links.isEmpty == true)
    #expect(parents.section("Timeline (4)")?.row("l1") == nil)
  }

  @Test("In a browser the line of a coach has their addresses, and does not name the page's school")
  func addresses() async throws {
    let stage = Stage {
      $0.coaches[0].email = "ana.rivera@cedar.example.edu"
      $0.coaches[0].phone = "555-010-1234"
    }
    let row = try await stage.withButtons.show("schools show s1").section("Coaches")?.rows.first
    #expect(row?.addresses == [.mail("ana.rivera@cedar.example.edu"), .phone("555-010-1234")])
    #expect(row?.detail == nil)
    let typed = try await stage.show("schools show s1").section("Coaches")?.rows.first
    #expect(typed?.addresses == [] && typed?.detail?.contains("ana.rivera@") == true)
  }

  @Test("On top of it a contact is written, with the school or one of its coaches, by whoever may")
  func writing() async throws {
    func form(_ line: String, as person: RecordID = ExampleFamily.sam) async throws -> SectionForm?
    {
      try await Stage(as: person).withButtons.show(line).sections.compactMap(\.writing).first
    }
    let school = try #require(try await form("schools show s1"))
    #expect(school.title == "Log Interaction" && school.command == "interactions add")
    #expect(school.visible == ["content", "with", "type", "direction"])
    func with(_ form: SectionForm) -> [String]? {
      form.narrowed["with"]?.map { "\($0.value) \($0.label)" }
    }
    #expect(with(school) == ["s1 Cedar Valley University", "c1 Rivera, Ana"])

    let coach = try #require(try await form("coaches show c1"))
    #expect(coach.command == school.command && with(coach) == ["c1 Rivera, Ana"])
    #expect(
      try await Stage().withButtons.show("coaches show c1").section("Interactions")?.writing
        == coach)
    // The section has a form only if the page is made for a browser, because a terminal cannot show
    // a form.
    #expect(try await Stage().show("coaches show c1").section("Interactions")?.writing == nil)
    #expect(try await form("schools show s1", as: ExampleFamily.dana) == nil)
    #expect(try await form("offers show o1") == nil)
  }

  @Test("A school without anything has the form, and says that nothing is there yet")
  func empty() async throws {
    let stage = Stage().withButtons
    _ = try await stage.say("schools add 'Fern University'")
    let page = try await stage.show("schools show s3")
    let timeline = try #require(page.section("Timeline"))
    #expect(timeline.writing?.narrowed["with"]?.map(\.value) == ["s3"])
    #expect(timeline.rows.isEmpty)
  }
}
