import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

/// One kind of record, put through what all kinds have in common.
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
    reference: @escaping @Sendable (Record.Row) -> Reference, edit: Record.Edit,
    new: @escaping @Sendable (Gateways, RecordID) async throws -> Record.New
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
    RecordProbe({ $0.schools }, reference: \.reference, edit: changing { $0.city = .set("Lima") }) {
      _, _ in NewSchool(name: "Ohio State")
    },
    RecordProbe({ $0.coaches }, reference: \.reference, edit: changing { $0.phone = .set("555") }) {
      NewCoach(
        school: try await school($0, $1), firstName: "Ana", lastName: "Rivera", role: .head)
    },
    RecordProbe(
      { $0.interactions }, reference: \.reference, edit: changing { $0.subject = .set("Hi") }
    ) {
      NewInteraction(
        with: .school(try await school($0, $1)), type: .email,
        occurredAt: Instant(seconds: 1_770_000_000))
    },
    RecordProbe({ $0.offers }, reference: \.reference, edit: changing { $0.status = .accepted }) {
      NewOffer(school: try await school($0, $1), type: .partial, offerDate: day("2026-02-01"))
    },
    RecordProbe({ $0.events }, reference: \.reference, edit: changing { $0.isAttended = true }) {
      _, _ in NewEvent(type: .camp, name: "Spring Camp", startDate: day("2026-03-01"))
    },
    RecordProbe(
      { $0.documents }, reference: \.reference, edit: changing { $0.title = "Resume 2026" }
    ) {
      _, _ in NewDocument(type: .resume, title: "Resume", fileURL: "https://example.org/r.pdf")
    },
    RecordProbe({ $0.letters }, reference: \.reference, edit: changing { $0.status = .requested }) {
      _, _ in NewLetter(writerName: "Mr. Okafor")
    },
    RecordProbe({ $0.metrics }, reference: \.reference, edit: changing { $0.value = 86 }) {
      _, _ in NewMetric(type: .velocity, value: 85.5, recordedDate: day("2026-02-01"))
    },
  ]

  private static func school(_ gateways: Gateways, _ athlete: RecordID) async throws -> RecordID {
    try await gateways.schools.add(NewSchool(name: "Ohio State"), for: athlete).row.reference.id
  }
}

/// A day written out.
func day(_ text: String) -> CalendarDay { CalendarDay(text)! }

/// An edit made in place.
func changing<Edit: EmptyEdit>(_ change: (inout Edit) -> Void) -> Edit {
  var edit = Edit()
  change(&edit)
  return edit
}

protocol EmptyEdit { init() }
extension SchoolEdit: EmptyEdit {}
extension CoachEdit: EmptyEdit {}
extension InteractionEdit: EmptyEdit {}
extension OfferEdit: EmptyEdit {}
extension EventEdit: EmptyEdit {}
extension DocumentEdit: EmptyEdit {}
extension LetterEdit: EmptyEdit {}
extension MetricEdit: EmptyEdit {}
