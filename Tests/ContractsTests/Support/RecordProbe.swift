import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// The gateway operations that every kind of record has, as functions for one kind, so that one
/// test runs for all kinds.
struct RecordProbe: Sendable, CustomTestStringConvertible {
  typealias Gateways = SQLBackend
  let testDescription: String
  let kind: ReferenceKind
  let add: @Sendable (Gateways, RecordID) async throws -> Reference
  let list: @Sendable (Gateways, RecordID) async throws -> [Reference]
  let show: @Sendable (Gateways, RecordID, RecordID) async throws -> Void
  let edit: @Sendable (Gateways, RecordID, RecordID) async throws -> Void
  let preview: @Sendable (Gateways, RecordID, RecordID) async throws -> DeletedRecord
  let delete: @Sendable (Gateways, RecordID, RecordID) async throws -> DeletedRecord

  init<Record: FamilyRecord>(
    _ gateway: @escaping @Sendable (Gateways) -> RecordsGateway<Record>,
    reference: @escaping @Sendable (Record.Row) -> Reference, edit: RecordChange<Record>,
    new: @escaping @Sendable (Gateways, RecordID) async throws -> RecordChange<Record>
  ) {
    testDescription = Record.kind.plural
    kind = Record.kind
    add = { gateways, athlete in
      reference(try await gateway(gateways).add(try await new(gateways, athlete), for: athlete).row)
    }
    list = { try await gateway($0).list(of: $1).rows.map(reference) }
    show = { _ = try await gateway($0).show($2, of: $1) }
    self.edit = { _ = try await gateway($0).edit($2, edit, of: $1) }
    preview = { try await gateway($0).deletionPreview(of: $2, of: $1) }
    delete = { try await gateway($0).delete($2, of: $1) }
  }

  static let all: [RecordProbe] = [
    RecordProbe({ $0.schools }, reference: \.reference, edit: changing { $0.city = "Lima" }) {
      _, _ in RecordChange<School> { $0.name = "Ohio State" }
    },
    RecordProbe({ $0.coaches }, reference: \.reference, edit: changing { $0.phone = "555-0100" }) {
      let school = try await school($0, $1)
      return RecordChange<Coach> {
        $0.schoolID = school
        $0.firstName = "Ana"
        $0.lastName = "Rivera"
        $0.role = .known(.head)
      }
    },
    RecordProbe(
      { $0.interactions }, reference: \.reference, edit: changing { $0.subject = "Hi" }
    ) {
      let school = try await school($0, $1)
      return RecordChange<Interaction> {
        $0.schoolID = school
        $0.type = .known(.email)
        $0.occurredAt = Instant(seconds: 1_770_000_000)
      }
    },
    RecordProbe(
      { $0.offers }, reference: \.reference, edit: changing { $0.status = .known(.accepted) }
    ) {
      let school = try await school($0, $1)
      return RecordChange<Offer> {
        $0.schoolID = school
        $0.type = .known(.partial)
        $0.offerDate = day("2026-02-01")
      }
    },
    RecordProbe({ $0.events }, reference: \.reference, edit: changing { $0.isAttended = true }) {
      _, _ in
      RecordChange<RecruitingEvent> {
        $0.type = .known(.camp)
        $0.name = "Spring Camp"
        $0.startDate = day("2026-03-01")
      }
    },
    RecordProbe(
      { $0.documents }, reference: \.reference, edit: changing { $0.title = "Resume 2026" }
    ) {
      _, _ in
      RecordChange<Document> {
        $0.type = .known(.resume)
        $0.title = "Resume"
        $0.move(to: "https://example.org/r.pdf")
      }
    },
    RecordProbe(
      { $0.letters }, reference: \.reference, edit: changing { $0.status = .known(.requested) }
    ) {
      _, _ in RecordChange<RecommendationLetter> { $0.writerName = "Mr. Okafor" }
    },
    RecordProbe({ $0.metrics }, reference: \.reference, edit: changing { $0.value = 86 }) {
      _, _ in
      RecordChange<PerformanceMetric> {
        $0.type = .known(.velocity)
        $0.value = 85.5
        $0.recordedDate = day("2026-02-01")
      }
    },
  ]

  private static func school(_ gateways: Gateways, _ athlete: RecordID) async throws -> RecordID {
    try await gateways.schools.add(RecordChange<School> { $0.name = "Ohio State" }, for: athlete)
      .row.reference.id
  }
}

/// Returns the day of an ISO date such as `2026-02-10`; any other text is a mistake of the test.
func day(_ text: String) -> CalendarDay { CalendarDay(text)! }

/// Returns a change of a stored record that is applied whatever version of the record a page has
/// shown before.
func changing<Record>(_ change: @escaping @Sendable (inout Record) -> Void) -> RecordChange<Record>
{
  RecordChange(change)
}
