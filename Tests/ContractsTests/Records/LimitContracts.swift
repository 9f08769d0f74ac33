import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// What a record may hold (domain reference 2.2), whoever asks.
@Suite struct LimitContracts {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var expected = Cause.usage
    let write: @Sendable (SQLBackend, Cast, Given) async throws -> Void
  }

  /// Sam's school and coach, and a school of Mia's.
  struct Given: Sendable {
    let school: RecordID
    let coach: RecordID
    let other: RecordID
    let foreign: RecordID
  }

  private static func given(_ stage: Stage, _ cast: Cast) async throws -> Given {
    let mia = try stage.acting(cast.mia)
    let foreign = try await mia.schools.add(NewSchool(name: "Elsewhere"), for: cast.mia.id)
    let sam = try stage.acting(cast.sam)
    let school = try await sam.schools.add(NewSchool(name: "Ohio State"), for: cast.sam.id)
    let other = try await sam.schools.add(NewSchool(name: "Kenyon"), for: cast.sam.id)
    let coach = try await sam.coaches.add(
      NewCoach(
        school: school.row.reference.id, firstName: "Ana", lastName: "Rivera", role: .head),
      for: cast.sam.id)
    return Given(
      school: school.row.reference.id, coach: coach.row.reference.id,
      other: other.row.reference.id, foreign: foreign.row.reference.id)
  }

  static let wrongs: [Wrong] = [
    Wrong(testDescription: "a school without a name") {
      _ = try await $0.schools.add(NewSchool(name: "  "), for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a fit score above 100") {
      _ = try await $0.schools.edit($2.school, changing { $0.fitScore = .set(101) }, of: $1.sam.id)
    },
    Wrong(testDescription: "a coach without a name") {
      _ = try await $0.coaches.add(
        NewCoach(school: $2.school, firstName: "", lastName: " ", role: .head), for: $1.sam.id)
    },
    Wrong(testDescription: "a coach's address that is none") {
      _ = try await $0.coaches.edit($2.coach, changing { $0.email = .set("ana@") }, of: $1.sam.id)
    },
    Wrong(testDescription: "a coach of a school of others", expected: .notFound) {
      _ = try await $0.coaches.add(
        NewCoach(school: $2.foreign, firstName: "A", lastName: "B", role: .head), for: $1.sam.id)
    },
    Wrong(testDescription: "a coach moved to a school of others", expected: .notFound) {
      gateways, cast, given in
      _ = try await gateways.coaches.edit(
        given.coach, changing { $0.school = given.foreign }, of: cast.sam.id)
    },
    Wrong(testDescription: "a subject of 501 characters") { gateways, cast, given in
      var new = NewInteraction(
        with: .coach(given.coach), type: .email, occurredAt: Instant(seconds: 1_770_000_000))
      new.fields.subject = .set(String(repeating: "x", count: 501))
      _ = try await gateways.interactions.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a coach who works elsewhere") { gateways, cast, given in
      var new = NewInteraction(
        with: .school(given.other), type: .email, occurredAt: Instant(seconds: 1_770_000_000))
      new.fields.coach = .set(given.coach)
      new.fields.school = given.other
      _ = try await gateways.interactions.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an offer of an amount and a percentage") { gateways, cast, given in
      var new = NewOffer(school: given.school, type: .partial, offerDate: day("2026-02-01"))
      new.fields.scholarshipAmount = .set(1000)
      new.fields.scholarshipPercentage = .set(50)
      _ = try await gateways.offers.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an offer above 100 percent") { gateways, cast, given in
      var new = NewOffer(school: given.school, type: .partial, offerDate: day("2026-02-01"))
      new.fields.scholarshipPercentage = .set(100.5)
      _ = try await gateways.offers.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a deadline before the offer") { gateways, cast, given in
      var new = NewOffer(school: given.school, type: .partial, offerDate: day("2026-02-01"))
      new.fields.deadlineDate = .set(day("2026-01-31"))
      _ = try await gateways.offers.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an event that ends before it starts") { gateways, cast, _ in
      var new = NewEvent(type: .camp, name: "Camp", startDate: day("2026-03-02"))
      new.fields.endDate = .set(day("2026-03-01"))
      _ = try await gateways.events.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an event at a school of others", expected: .notFound) {
      gateways, cast, given in
      var new = NewEvent(type: .camp, name: "Camp", startDate: day("2026-03-02"))
      new.fields.school = .set(given.foreign)
      _ = try await gateways.events.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a metric of tomorrow") {
      _ = try await $0.metrics.add(
        NewMetric(type: .era, value: 1, recordedDate: day("2026-02-11")), for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a metric that is no number") {
      _ = try await $0.metrics.add(
        NewMetric(type: .era, value: .infinity, recordedDate: day("2026-02-10")), for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a document without a link") {
      _ = try await $0.documents.add(
        NewDocument(type: .resume, title: "Resume", fileURL: " "), for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a document shared with a school of others", expected: .notFound) {
      gateways, cast, given in
      var new = NewDocument(type: .resume, title: "Resume", fileURL: "r.pdf")
      new.fields.sharedWithSchools = [given.school, given.foreign]
      _ = try await gateways.documents.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a letter by nobody") {
      _ = try await $0.letters.add(NewLetter(writerName: ""), for: $1.sam.id)
      _ = $2
    },
  ]

  @Test(
    "A value out of its limits refuses the whole write", arguments: wrongs)
  func limits(_ wrong: Wrong) async throws {
    let (stage, cast) = try await Stage.cast()
    let given = try await Self.given(stage, cast)
    let sam = try stage.acting(cast.sam)
    let steps = try await sam.undo.history(limit: 99).count
    #expect(await cause { try await wrong.write(sam, cast, given) } == wrong.expected)
    #expect(try await sam.undo.history(limit: 99).count == steps)
  }

  @Test("Blank texts are nothing")
  func blanks() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    var new = NewSchool(name: " Ohio State ")
    new.fields.city = .set("  ")
    let school = try await sam.schools.add(new, for: cast.sam.id).row.school
    #expect(school.name == "Ohio State")
    #expect(school.city == nil)
  }
}
