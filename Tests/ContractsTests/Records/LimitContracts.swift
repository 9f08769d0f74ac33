import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// Tests of the limits of a record's values (domain.md 2.2) through the gateways.
@Suite struct LimitContracts {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var expected = Cause.usage
    let write: @Sendable (SQLBackend, Cast, KnownRecords) async throws -> Void
  }

  /// The records to which the tested values refer: a school and a coach of the athlete Sam, and a
  /// school of the athlete Mia.
  struct KnownRecords: Sendable {
    let school: RecordID
    let coach: RecordID
    let other: RecordID
    let foreign: RecordID
  }

  private static func known(_ stage: Stage, _ cast: Cast) async throws -> KnownRecords {
    let mia = try stage.acting(cast.mia)
    let foreign = try await mia.schools.add(
      RecordChange<School> { $0.name = "Elsewhere" }, for: cast.mia.id)
    let sam = try stage.acting(cast.sam)
    let school = try await sam.schools.add(
      RecordChange<School> { $0.name = "Ohio State" }, for: cast.sam.id)
    let other = try await sam.schools.add(
      RecordChange<School> { $0.name = "Kenyon" }, for: cast.sam.id)
    let coach = try await sam.coaches.add(
      RecordChange<Coach> {
        $0.schoolID = school.row.reference.id
        $0.firstName = "Ana"
        $0.lastName = "Rivera"
        $0.role = .known(.head)
      },
      for: cast.sam.id)
    return KnownRecords(
      school: school.row.reference.id, coach: coach.row.reference.id,
      other: other.row.reference.id, foreign: foreign.row.reference.id)
  }

  static let wrongs: [Wrong] = [
    Wrong(testDescription: "a school without a name") {
      _ = try await $0.schools.add(RecordChange<School> { $0.name = "  " }, for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a fit score above 100") {
      _ = try await $0.schools.edit($2.school, changing { $0.fitScore = 101 }, of: $1.sam.id)
    },
    Wrong(testDescription: "a coach without a name") {
      gateways, cast, known in
      _ = try await gateways.coaches.add(
        RecordChange<Coach> {
          $0.schoolID = known.school
          $0.firstName = ""
          $0.lastName = " "
          $0.role = .known(.head)
        }, for: cast.sam.id)
    },
    Wrong(testDescription: "a coach's address that is none") {
      _ = try await $0.coaches.edit($2.coach, changing { $0.email = "ana@" }, of: $1.sam.id)
    },
    Wrong(testDescription: "a coach of a school of others", expected: .notFound) {
      gateways, cast, known in
      _ = try await gateways.coaches.add(
        RecordChange<Coach> {
          $0.schoolID = known.foreign
          $0.firstName = "A"
          $0.lastName = "B"
          $0.role = .known(.head)
        }, for: cast.sam.id)
    },
    Wrong(testDescription: "a coach moved to a school of others", expected: .notFound) {
      gateways, cast, known in
      _ = try await gateways.coaches.edit(
        known.coach, changing { $0.schoolID = known.foreign }, of: cast.sam.id)
    },
    Wrong(testDescription: "a subject of 501 characters") { gateways, cast, known in
      let new = RecordChange<Interaction> {
        $0.meet(known.coach)
        $0.type = .known(.email)
        $0.occurredAt = Instant(seconds: 1_770_000_000)
        $0.subject = String(repeating: "x", count: 501)
      }
      _ = try await gateways.interactions.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a coach who works elsewhere") { gateways, cast, known in
      let new = RecordChange<Interaction> {
        $0.schoolID = known.other
        $0.type = .known(.email)
        $0.occurredAt = Instant(seconds: 1_770_000_000)
        $0.meet(known.coach)
        $0.schoolID = known.other
      }
      _ = try await gateways.interactions.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an offer of an amount and a percentage") { gateways, cast, known in
      let new = RecordChange<Offer> {
        $0.schoolID = known.school
        $0.type = .known(.partial)
        $0.offerDate = day("2026-02-01")
        $0.scholarshipAmount = 1000
        $0.scholarshipPercentage = 50
      }
      _ = try await gateways.offers.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an offer above 100 percent") { gateways, cast, known in
      let new = RecordChange<Offer> {
        $0.schoolID = known.school
        $0.type = .known(.partial)
        $0.offerDate = day("2026-02-01")
        $0.scholarshipPercentage = 100.5
      }
      _ = try await gateways.offers.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a deadline before the offer") { gateways, cast, known in
      let new = RecordChange<Offer> {
        $0.schoolID = known.school
        $0.type = .known(.partial)
        $0.offerDate = day("2026-02-01")
        $0.deadlineDate = day("2026-01-31")
      }
      _ = try await gateways.offers.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an event that ends before it starts") { gateways, cast, _ in
      let new = RecordChange<RecruitingEvent> {
        $0.type = .known(.camp)
        $0.name = "Camp"
        $0.startDate = day("2026-03-02")
        $0.endDate = day("2026-03-01")
      }
      _ = try await gateways.events.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "an event at a school of others", expected: .notFound) {
      gateways, cast, known in
      let new = RecordChange<RecruitingEvent> {
        $0.type = .known(.camp)
        $0.name = "Camp"
        $0.startDate = day("2026-03-02")
        $0.schoolID = known.foreign
      }
      _ = try await gateways.events.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a metric of tomorrow") {
      _ = try await $0.metrics.add(
        RecordChange<PerformanceMetric> {
          $0.type = .known(.era)
          $0.value = 1
          $0.recordedDate = day("2026-02-11")
        }, for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a metric that is no number") {
      _ = try await $0.metrics.add(
        RecordChange<PerformanceMetric> {
          $0.type = .known(.era)
          $0.value = .infinity
          $0.recordedDate = day("2026-02-10")
        }, for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a document without a link") {
      _ = try await $0.documents.add(
        RecordChange<Document> {
          $0.type = .known(.resume)
          $0.title = "Resume"
          $0.move(to: " ")
        }, for: $1.sam.id)
      _ = $2
    },
    Wrong(testDescription: "a document shared with a school of others", expected: .notFound) {
      gateways, cast, known in
      let new = RecordChange<Document> {
        $0.type = .known(.resume)
        $0.title = "Resume"
        $0.move(to: "r.pdf")
        $0.sharedWithSchools = [known.school, known.foreign]
      }
      _ = try await gateways.documents.add(new, for: cast.sam.id)
    },
    Wrong(testDescription: "a letter by nobody") {
      _ = try await $0.letters.add(
        RecordChange<RecommendationLetter> { $0.writerName = "" }, for: $1.sam.id)
      _ = $2
    },
  ]

  @Test(
    "A value out of its limits refuses the whole write", arguments: wrongs)
  func limits(_ wrong: Wrong) async throws {
    let (stage, cast) = try await Stage.cast()
    let known = try await Self.known(stage, cast)
    let sam = try stage.acting(cast.sam)
    let steps = try await sam.undo.history(limit: 99).count
    #expect(await cause { try await wrong.write(sam, cast, known) } == wrong.expected)
    #expect(try await sam.undo.history(limit: 99).count == steps)
  }

  @Test("Blank texts are nothing")
  func blanks() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let new = RecordChange<School> {
      $0.name = " Ohio State "
      $0.city = "  "
    }
    let school = try await sam.schools.add(new, for: cast.sam.id).row.school
    #expect(school.name == "Ohio State")
    #expect(school.city == nil)
  }
}
