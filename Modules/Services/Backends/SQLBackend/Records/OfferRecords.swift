import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Offer: StoredRecord {
  static let form = TableForm(table)
  func advancedSchool(at now: Instant) -> RecordID? { schoolID }
  static let naming = RecordNaming(
    // This expression must give the same text as `OfferRow.phrase`, such as `Partial offer from
    // Cedar Valley`, so that a command finds an offer by the text that a page displays.
    title: """
      \(RecordNaming.words(of: .offerType, OfferType.self)) || ' offer from '
        || (SELECT name FROM schools WHERE schools.id = offers.school_id)
      """, detail: "offer_date",
    difference: RecordNaming.words(of: .status, OfferStatus.self))
  static var searched: [String] { [naming.title, "offers.conditions", "offers.notes"] }

  private static let schoolName = "(SELECT name FROM schools WHERE schools.id = offers.school_id)"

  static func narrow(_ conditions: inout Conditions, by filter: OfferFilter, now: Instant) {
    if let status = filter.status {
      conditions.require("coalesce(offers.status, 'pending') = ?", .raw(status))
    }
    conditions.match("offers.offer_type", filter.type.map(Value.raw))
    conditions.match("offers.school_id", filter.school.map(Value.id))
    if let due = filter.due {
      conditions.require(
        "offers.deadline_date BETWEEN ? AND ?", .day(due.lowerBound), .day(due.upperBound))
    }
  }

  static func isOfOneRecord(_ filter: OfferFilter) -> Bool {
    filter.school != nil
  }

  static func order(_ sort: OfferSort, now: Instant) -> [OrderTerm] {
    let date = OrderTerm.newest("offers.offer_date")
    let status = "coalesce(offers.status, 'pending')"
    let pending = OfferStatus.pending.rawValue
    return switch sort {
    case .answer:
      [
        .rank(status, [pending]),
        .smallest("CASE \(status) WHEN '\(pending)' THEN offers.deadline_date END"), date,
      ]
    case .date: [date]
    case .deadline: [.smallest("offers.deadline_date"), date]
    case .school: [.name(schoolName), date]
    case .status: [.rank(status, OfferStatus.self), date]
    }
  }

  static func rows(_ found: [Offer], in records: RecordScope) throws -> [OfferRow] {
    let references = try records.references(.offer, found.map(\.id))
    let schools = try records.references(.school, found.map(\.schoolID))
    let coaches = try records.references(.coach, found.compactMap(\.coachID))
    return found.map { offer in
      OfferRow(
        reference: references.of(offer.id, .offer), offer: offer,
        school: schools.of(offer.schoolID, .school), coach: offer.coachID.flatMap { coaches[$0] })
    }
  }

  mutating func complete(from before: Offer?, in records: RecordScope) throws {
    try records.requireStaff(
      coachID, of: schoolID, unless: before.map { ($0.coachID, $0.schoolID) })
  }
}
