import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Logging an interaction")
struct LogTests {
  /// Returns the contact that the test has logged. `Sample` contains one contact before it.
  private func added(to stage: Stage) async throws -> Interaction {
    let stored = try await stage.stored(stage.backend.interactions)
    #expect(stored.count == 2 && stored.first?.id == Sample.interaction.id)
    return try #require(stored.last)
  }

  @Test("A line says how, with whom and what about; it was outbound and now")
  func quick() async throws {
    let stage = Stage()
    _ = try await stage.say(#"interactions log email "Coach Rivera" "Sent transcript""#)
    let new = try await added(to: stage)
    #expect(new.coachID == Sample.coach.id && new.type == .email)
    #expect(new.direction == .outbound && new.occurredAt == Stage.now)
    #expect(new.subject == "Sent transcript")
  }

  @Test("With a school, inbound, another day and all the rest")
  func full() async throws {
    let stage = Stage()
    _ = try await stage.say(
      "interactions log phone-call 'Cedar Valley' Camp --in --on yesterday --at 18:30"
        + " --sentiment very-positive --content 'Come to camp' --event e1")
    let new = try await added(to: stage)
    #expect(new.schoolID == Sample.school.id && new.type == .phoneCall)
    #expect(new.direction == .inbound)
    #expect(new.occurredAt == Instant("2026-02-09T18:30:00-05:00"))
    #expect(new.sentiment == .veryPositive)
    #expect(new.content == "Come to camp")
    #expect(new.eventID == Sample.event.id)
  }

  @Test(
    "Who got in touch may be answered as people say it",
    arguments: [
      ("me", Direction.outbound), ("We did", .outbound), ("I", .outbound), ("they", .inbound),
      ("They did", .inbound), ("coach", .inbound), ("inbound", .inbound),
    ])
  func whoGotInTouch(answer: String, direction: Direction) async throws {
    let stage = Stage()
    _ = try await stage.say(
      "interactions add s1 camp --subject Camp --direction \(CommandText.quoted(answer))")
    #expect(try await added(to: stage).direction == direction)
  }

  @Test(
    "A day and a time make one moment",
    arguments: [
      ("", "2026-02-10T07:00:00-05:00"), ("--on today", "2026-02-10T07:00:00-05:00"),
      ("--on yesterday", "2026-02-09T12:00:00-05:00"),
      ("--at 6:15", "2026-02-10T06:15:00-05:00"),
      ("--on 2026-02-01 --at 23:30", "2026-02-01T23:30:00-05:00"),
      ("--on 2026-02-01 --at 9pm", "2026-02-01T21:00:00-05:00"),
      ("--on fri", "2026-02-06T12:00:00-05:00"),
    ])
  func moments(options: String, moment: String) async throws {
    let stage = Stage()
    _ = try await stage.say("interactions log text c1 Hello \(options)")
    #expect(try await added(to: stage).occurredAt == Instant(moment))
  }

  @Test(
    "Changing the time keeps the day, and changing the day keeps the time",
    arguments: [
      ("--at 6:15", "2026-02-08T06:15:00-05:00"), ("--on today", "2026-02-10T07:00:00-05:00"),
    ])
  func changed(options: String, moment: String) async throws {
    let stage = Stage()
    _ = try await stage.say("interactions edit i1 \(options)")
    let stored = try await stage.stored(stage.backend.interactions)
    #expect(stored.map(\.occurredAt) == [Instant(moment)])
  }

  @Test("A contact that is still to come is taken, and said to be")
  func ahead() async throws {
    let stage = Stage()
    let told = try await stage.say("interactions log text c1 Hello --on 2026-02-13")
    let words = "That is still to come. Visits and camps you plan are kept as events:  events add"
    #expect(told.done.first?.details.dropFirst().first == words)
    #expect(told.done.first?.sentence == "Planned i2 Hello on Feb 13.")
    #expect(
      told.done.first?.brief
        == Done.Brief("Planned a text with Ana Rivera on Feb 13.", warnings: [words]))
    let other = try await stage.say("interactions edit i2 --subject Hi")
    #expect(other.done.first?.sentence == "Changed i2 Hi.")
    #expect(other.done.first?.details.contains(words) == false)
  }

  @Test("Formatting that is taken out of a text is said, with the length of what is left")
  func markup() async throws {
    let stage = Stage()
    let told = try await stage.say(
      "interactions log text c1 'Hi <ana@cedar.edu>' --content 'Hello <b>coach</b> 3 < 4'")
    let words = "Formatting such as <b> was taken out of the content: 17 characters are left."
    #expect(try await added(to: stage).content == "Hello coach 3 < 4")
    #expect(told.done.first?.details.contains(words) == true)
    #expect(
      told.done.first?.brief == Done.Brief("Logged a text with Ana Rivera.", warnings: [words]))
    let edited = try await stage.say(
      "interactions edit i2 --content '<i></i>' --subject '<i>x</i>'")
    #expect(
      edited.done.first?.brief?.warnings == [
        "Formatting such as <b> was taken out of the subject: 1 character is left.",
        "Formatting such as <b> was taken out of the content: nothing is left.",
      ])
  }

  @Test(
    "A message from a coach is refused for a time to come, and a planned call or visit is taken",
    arguments: [
      ("interactions log email c1 Hello --in --on 2026-02-13", ["on", "at"]),
      ("interactions log text c1 Hello --in --at 23:00", ["at", "on"]),
      ("interactions add c1 dm --direction inbound --on 2026-02-11", ["on", "at"]),
      ("interactions edit i1 --direction inbound --on 2026-02-13", ["on", "at"]),
      ("interactions log email c1 Hello --in --at 6:00", nil),
      ("interactions log email c1 Hello --on 2026-02-13", nil),
      ("interactions log call c1 Hello --in --on 2026-02-13", nil),
      ("interactions add c1 official-visit --direction inbound --on 2026-02-13", nil),
    ] as [(String, [String]?)])
  func messageAhead(line: String, fields: [String]?) async throws {
    let stage = Stage()
    let told = try await stage.say(line)
    #expect(told.problems.map(\.parameters) == (fields.map { [$0] } ?? []))
    #expect(
      told.problems.allSatisfy {
        $0.title == "A message from a coach cannot be from a time to come."
      })
    let stored = try await stage.stored(stage.backend.interactions)
    #expect(stored.count == (fields == nil ? 2 : 1))
  }

  @Test("When a contact was is said again only when it was changed")
  func unchangedMoment() async throws {
    let stage = Stage()
    let told = try await stage.say("interactions edit i1 --sentiment negative")
    #expect(told.done.first?.details.first == "Sentiment Negative")
  }

  @Test("The guided form begins with the record, so that a route can name it")
  func add() async throws {
    let stage = Stage()
    _ = try await stage.say("interactions add s1 camp --subject Camp --direction inbound")
    let new = try await added(to: stage)
    #expect(new.schoolID == Sample.school.id && new.type == .camp)
    #expect(new.direction == .inbound)
  }

  @Test(
    "The status that follows from what was logged is offered, and one that is reached is not",
    arguments: [
      ("researching", "offers add s1 partial", "offer-received"),
      ("interested", "offers add s1 partial", "offer-received"),
      ("committed", "offers add s1 partial", nil), ("not-pursuing", "offers add s1 partial", nil),
      ("researching", "interactions log email c1 Hello", "contacted"),
      ("contacted", "interactions log email c1 Hello", nil),
      ("contacted", "interactions log email c1 Hello --in", "interested"),
      ("researching", "interactions log email c1 Hello --on 2026-02-13", nil),
      (
        "interested", "events add Visit official-visit 2026-02-20 --school s1",
        "official-visit-scheduled"
      ),
      // The day of this visit is over, so it counts as a meeting in person and not as a planned
      // visit.
      ("researching", "events add Visit official-visit 2026-01-20 --school s1", "interested"),
      ("contacted", "interactions log call c1 Hello --in --sentiment negative", nil),
      (
        "researching", "interactions add s1 official-visit --subject Day --direction outbound",
        "official-visit-scheduled"
      ),
      ("recruited", "interactions add s1 unofficial-visit --subject Day --direction outbound", nil),
      (
        "contacted", "interactions add s1 unofficial-visit --subject Day --direction outbound",
        "interested"
      ),
      ("researching", "interactions add s1 camp --subject Camp --direction inbound", "camp-invite"),
      ("researching", "interactions add s1 camp --subject Camp --direction outbound", "contacted"),
      ("interested", "events add Camp camp 2026-02-20 --school s1", nil),
      ("interested", "coaches add 'Dee Ott' s1 head", nil),
    ] as [(String, String, String?)])
  func following(status: String, line: String, next: String?) async throws {
    let stage = Stage { rows in (rows.interactions, rows.offers) = ([], []) }
    _ = try await stage.say("schools status s1 \(status)")
    let done = try #require(try await stage.say(line).done.first)
    #expect(done.links.map(\.command) == (next.map { ["schools status s1 \($0)"] } ?? []))
    let isNamed = done.links.allSatisfy { $0.label.hasPrefix("Set Cedar Valley University to ") }
    #expect(isNamed && done.links.allSatisfy { $0.label.hasSuffix("?") })
    guard let link = done.links.first else { return }
    #expect(done.lines.last == "\(link.label)  \(link.command)")
    _ = try await stage.say(link.command)
    #expect(try await !stage.show("schools show s1").commands.contains(link.command))
  }

  @Test("An event that advances no status offers none, even if an older record advances one")
  func campAfterOffer() async throws {
    let stage = Stage { rows in (rows.interactions, rows.offers) = ([], []) }
    _ = try await stage.say("schools status s1 researching")
    _ = try await stage.say("offers add s1 partial")
    let done = try await stage.say("events add Camp camp 2026-02-20 --school s1").done.first
    #expect(done?.links == [])
  }

  @Test(
    "A plan offers no status, not even one that follows from an earlier contact",
    arguments: [
      ("interactions log text c1 Hello", ["schools status s1 contacted"]),
      ("interactions log text c1 Hello --on 2026-02-13", []),
      (
        "interactions add c1 official-visit --subject Day --on 2026-02-13",
        ["schools status s1 official-visit-scheduled"]
      ),
    ])
  func afterPlan(line: String, offered: [String]) async throws {
    // The athlete wrote to the school before, as i1.
    let stage = Stage { rows in rows.offers = [] }
    _ = try await stage.say("schools status s1 researching")
    let done = try #require(try await stage.say(line).done.first)
    #expect(done.links.map(\.command) == offered)
  }

  @Test("What else happened is said: last contact, suggestions, and what can follow")
  func derived() async throws {
    let stage = Stage { rows in rows.offers = [] }
    let told = try await stage.say("interactions log email c1 'Sent film' --in")
    #expect(
      told.done.first
        == Done(
          "Logged i2 Sent film.",
          details: [
            "With c1 Rivera, Ana · Type Email · Direction Inbound · When Feb 10, 2026, 07:00",
            "last contact with Rivera, Ana is Feb 10, 2026 · completes g1 Write to Cedar Valley"
              + " · undo takes it back",
          ], references: [try await stage.reference("i2")],
          links: [
            CommandLink(
              "Set Cedar Valley University to Interested?", "schools status s1 interested")
          ],
          brief: Done.Brief("Logged an email with Ana Rivera.")))
  }

  @Test("The last contact that goes with an interaction is said too")
  func lastGone() async throws {
    let stage = Stage()
    let told = try await stage.say("interactions edit i1 --on 2026-02-13")
    #expect(
      told.done.first?.details.last == "no contact with Rivera, Ana is left · undo takes it back")
  }
}
