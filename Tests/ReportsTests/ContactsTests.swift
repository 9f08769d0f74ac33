import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Reports
import Testing

@Suite("Who replied, who went quiet")
struct ContactsTests {
  private static let family: @Sendable (inout MadeUpFamily) -> Void = { rows in
    rows.removeSchools()
    func school(_ number: UInt64, _ name: String) {
      rows.schools.append(
        School(
          id: .numbered(100 + number), athleteID: ExampleFamily.sam,
          familyID: ExampleFamily.samsFamily, name: name))
      rows.coaches.append(
        Coach(
          id: .numbered(200 + number), schoolID: .numbered(100 + number),
          athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily, role: .head,
          firstName: "Coach", lastName: name))
    }
    func contact(_ number: UInt64, _ school: UInt64, _ direction: Direction, daysAgo: Int) {
      var contact = Interaction(
        id: .numbered(300 + number), schoolID: .numbered(100 + school),
        familyID: ExampleFamily.samsFamily, type: .email, direction: direction,
        occurredAt: ExampleFamily.now.adding(days: -daysAgo), loggedBy: ExampleFamily.sam)
      contact.coachID = .numbered(200 + school)
      contact.subject = "Hello \(number)"
      contact.content = "secret words"
      rows.interactions.append(contact)
    }
    school(1, "Answers")
    school(2, "Quiet")
    school(3, "Silent")
    school(4, "Wrote")
    school(5, "Before")
    school(6, "Never")
    contact(1, 1, .outbound, daysAgo: 5)
    contact(2, 1, .inbound, daysAgo: 3)
    contact(3, 1, .inbound, daysAgo: 1)
    contact(4, 2, .inbound, daysAgo: 60)
    contact(5, 2, .outbound, daysAgo: 20)
    contact(6, 3, .outbound, daysAgo: 10)
    contact(7, 4, .inbound, daysAgo: 4)
    contact(8, 5, .outbound, daysAgo: 90)
    contact(9, 6, .outbound, daysAgo: -2)
  }

  @Test(
    "Each school and coach has a line with its state and the days since, the quiet ones first")
  func lines() async throws {
    let page = try await Prompt(Self.family).show("reports contacts last-30-days")
    for (title, letter) in [("Schools", "s"), ("Coaches", "c")] {
      let section = try #require(page.section(title))
      #expect(
        section.rows.map(\.badges.first?.text) == [
          "No reply yet", "No reply yet", "Got in touch", "Replied",
        ])
      #expect(
        section.rows.map(\.trailing?.text) == [
          "quiet for 20 days", "10 days ago", "4 days ago", "1 day ago",
        ])
      #expect(section.rows.allSatisfy { $0.handle?.hasPrefix(letter) == true })
    }
    #expect(
      page.section("Schools")?.paragraphs == [
        "4 of 6 schools had contact: 1 replied, 1 got in touch, 2 have not replied yet. 1 of them went quiet."
      ])
    #expect(page.section("Schools")?.rows.last?.detail == "1 from you, 2 from them")
    #expect(page.section("Coaches")?.rows.last?.detail == "1 from you, 2 from them · Answers")
    #expect(
      page.section("Schools")?.rows.first?.spoken == "Quiet, no reply yet, quiet for 20 days")
  }

  @Test(
    "The athlete's answer is no reply, and a call, a visit or a camp is nothing that was written",
    arguments: [
      (
        [(.email, .inbound, 26), (.email, .outbound, 20)], "Got in touch",
        "quiet for 20 days", "1 from you, 1 from them"
      ),
      (
        [(.phoneCall, .inbound, 26)], "Got in touch", "26 days ago",
        "0 from you, 1 from them"
      ),
      (
        [(.email, .outbound, 40), (.email, .inbound, 26)], "Got in touch", "26 days ago",
        "0 from you, 1 from them"
      ),
      (
        [(.email, .outbound, 40), (.email, .inbound, 26), (.phoneCall, .outbound, 20)],
        "Got in touch", "20 days ago", "1 from you, 1 from them"
      ),
      (
        [(.officialVisit, .inbound, 26), (.camp, .inbound, 20)], "Got in touch",
        "20 days ago", "0 from you, 2 from them"
      ),
      (
        [(.unofficialVisit, .outbound, 20)], "Spoke or met", "20 days ago",
        "1 from you, 0 from them"
      ),
      (
        [(.unofficialVisit, .outbound, 26), (.email, .inbound, 20)], "Replied", "20 days ago",
        "1 from you, 1 from them"
      ),
      (
        [(.phoneCall, .outbound, 26), (.email, .outbound, 20)], "No reply yet", "20 days ago",
        "2 from you, 0 from them"
      ),
    ] as [([(InteractionType, Direction, Int)], String, String, String)])
  func states(
    contacts: [(InteractionType, Direction, Int)], badge: String, days: String, counts: String
  ) async throws {
    let prompt = Prompt { rows in
      Self.family(&rows)
      rows.interactions = contacts.enumerated().map { number, contact in
        var row = Interaction(
          id: .numbered(600 + UInt64(number)), schoolID: .numbered(101),
          familyID: ExampleFamily.samsFamily, type: contact.0, direction: contact.1,
          occurredAt: ExampleFamily.now.adding(days: -contact.2), loggedBy: ExampleFamily.sam)
        row.coachID = .numbered(201)
        return row
      }
    }
    let page = try await prompt.show("reports contacts last-30-days")
    for title in ["Schools", "Coaches"] {
      let row = try #require(page.section(title)?.rows.first)
      #expect(row.badges.first?.text == badge)
      #expect(row.trailing?.text == days)
      #expect(row.detail?.hasPrefix(counts) == true)
    }
  }

  @Test("All of them are there when asked for, and what is planned is no contact")
  func all() async throws {
    let page = try await Prompt(Self.family).show("reports contacts last-30-days --all")
    #expect(
      page.section("Schools")?.rows.suffix(2).map(\.badges.first?.text) == [
        "No contact", "Never contacted",
      ])
    #expect(page.row("Never")?.trailing == nil)
  }

  @Test(
    "The reply rate never passes a hundred percent, beside the specification's figure which may")
  func rates() async throws {
    let prompt = Prompt(Self.family)
    let page = try await prompt.show("reports generate last-30-days")
    // The response rate is the share of all six coaches who wrote at all, which three did. The
    // reply rate counts only the three coaches to whom the athlete wrote, and one of these
    // answered.
    #expect(page.card("Response Rate")?.value == "50%")
    #expect(page.card("Reply Rate")?.value == "33.33%")
    #expect(page.card("Reply Rate")?.note == "1 of 3 coaches")
    let many = Prompt { rows in
      Self.family(&rows)
      for number in 0..<40 as Range<UInt64> {
        var copy = rows.interactions[1]
        copy = Interaction(
          id: .numbered(500 + number), schoolID: copy.schoolID, familyID: copy.familyID,
          type: .text, direction: .inbound, occurredAt: copy.occurredAt, loggedBy: copy.loggedBy)
        copy.coachID = rows.interactions[1].coachID
        rows.interactions.append(copy)
      }
    }
    let flooded = try await many.show("reports generate last-30-days")
    #expect(flooded.card("Response Rate")?.value == "716.67%")
    #expect(flooded.card("Reply Rate")?.value == "33.33%")
    // The coach whose answer of these days is to a message before them counts in neither page.
    let earlier = Prompt { rows in
      Self.family(&rows)
      var answer = Interaction(
        id: .numbered(600), schoolID: .numbered(105), familyID: ExampleFamily.samsFamily,
        type: .email, direction: .inbound, occurredAt: ExampleFamily.now.adding(days: -6),
        loggedBy: ExampleFamily.sam)
      answer.coachID = .numbered(205)
      rows.interactions.append(answer)
    }
    let rated = try await earlier.show("reports generate last-30-days")
    #expect(rated.card("Reply Rate")?.note == "1 of 3 coaches")
    #expect(
      try await earlier.show("reports contacts last-30-days").section("Coaches")?.paragraphs == [
        "5 of 6 coaches had contact: 1 replied, 2 got in touch, 2 have not replied yet. 1 of them went quiet."
      ])
    let nobody = try await prompt.show("reports generate 2025-01")
    #expect(nobody.card("Reply Rate")?.spoken == "Reply Rate: no coach was written to.")
  }

  /// Each case: how many days ago the athlete wrote to the first coach and that coach answered, if
  /// they did; the days of the report; and the value and the note of the card.
  @Test(
    "The reply rate says nothing while no coach has had time to answer",
    arguments: [
      ([(.outbound, 1)], "last-30-days", "--", "no time to answer"),
      ([(.outbound, 13)], "last-30-days", "--", "no time to answer"),
      ([(.outbound, 14)], "last-30-days", "0%", "0 of 1 coach"),
      ([(.outbound, 13), (.inbound, 12)], "last-30-days", "100%", "1 of 1 coach"),
      // On the last day of January the message of January 27 was five days old.
      ([(.outbound, 14)], "2026-01", "--", "no time to answer"),
      ([(.outbound, 30)], "2026-01", "0%", "0 of 1 coach"),
    ] as [([(Direction, Int)], String, String, String)])
  func tooEarly(
    contacts: [(Direction, Int)], range: String, value: String, note: String
  ) async throws {
    let prompt = Prompt { rows in
      Self.family(&rows)
      rows.interactions = contacts.enumerated().map { number, contact in
        var row = Interaction(
          id: .numbered(600 + UInt64(number)), schoolID: .numbered(101),
          familyID: ExampleFamily.samsFamily, type: .text, direction: contact.0,
          occurredAt: ExampleFamily.now.adding(days: -contact.1), loggedBy: ExampleFamily.sam)
        row.coachID = .numbered(201)
        return row
      }
    }
    let card = try await prompt.show("reports generate \(range)").card("Reply Rate")
    #expect(card?.value == value)
    #expect(card?.note == note)
  }

  @Test("With --rows the contacts and measurements of the days follow, without what was written")
  func rows() async throws {
    let prompt = Prompt(Self.family)
    let plain = try await prompt.file("reports csv last-30-days").text
    let text = try await prompt.file("reports csv last-30-days --rows").text
    #expect(text.hasPrefix(plain + "\n\n\"Interactions\"\nDate,Type,Direction,School,Coach"))
    #expect(
      text.contains(
        "\"2026-02-05\",\"Email\",\"Outbound\",\"Answers\",\"Answers, Coach\",\"\",\"Hello 1\""))
    #expect(
      !text.contains("secret words") && !text.contains("Hello 8") && !text.contains("Hello 9"))
    #expect(text.contains("Date,Metric,Value,Unit,Verified"))
    #expect(text.contains("\"Fastball Velocity\",85.5,\"mph\""))
    // The table of days must begin with the oldest day.
    let days = text.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^"(2026-\d\d-\d\d)","Email"/)?.1
    }
    #expect(days == days.sorted() && days.count == 6)
  }

  @Test("Without a school there is nothing to list")
  func none() async throws {
    let page = try await Prompt(MadeUpFamily.empty).show("reports contacts")
    #expect(page.empty?.text == "There are no schools to report on yet.")
  }
}
