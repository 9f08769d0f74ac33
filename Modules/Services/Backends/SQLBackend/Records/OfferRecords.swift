import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLite

extension Offer: StoredRecord {
  static var form: TableForm<Offer> { .offers }
  static var area: DataArea { .offer }
  static var adding: (operation: String, pastTense: String) { ("addOffer", "Added") }
  static var searched: [String] { [schoolName, "offers.conditions", "offers.notes"] }

  private static let schoolName = "(SELECT name FROM schools WHERE schools.id = offers.school_id)"

  static func narrow(_ conditions: inout Conditions, by filter: OfferFilter, now: Instant) {
    if let status = filter.status {
      conditions.require("coalesce(offers.status, 'pending') = ?", .raw(status))
    }
    conditions.match("offers.offer_type", filter.type.map(Value.raw))
    conditions.match("offers.school_id", filter.school.map(Value.id))
  }

  static func order(_ sort: OfferSort, now: Instant) -> [OrderTerm] {
    let date = OrderTerm.newest("offers.offer_date")
    return switch sort {
    case .date: [date]
    case .deadline:
      [.ascending("offers.deadline_date IS NULL"), .ascending("offers.deadline_date"), date]
    case .school: [.name(schoolName), date]
    case .status: [.rank("coalesce(offers.status, 'pending')", OfferStatus.self), date]
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

  static func details(_ found: Offer, in records: RecordScope) throws -> OfferRow {
    try row(found, in: records)
  }

  static func make(_ new: NewOffer, id: RecordID, in records: RecordScope) throws -> Offer {
    var offer = Offer(
      id: id, athleteID: records.athlete, schoolID: new.school, familyID: records.family,
      type: new.type, offerDate: new.offerDate)
    _ = try records.require(School.self, offer.schoolID)
    offer.createdAt = records.scope.now
    try offer.change(new.fields, in: records)
    offer.updatedAt = records.scope.now
    return offer
  }

  mutating func change(_ edit: OfferEdit, in records: RecordScope) throws {
    let before = self
    edit.apply(to: &self)
    guard self != before else { return }
    if schoolID != before.schoolID { _ = try records.require(School.self, schoolID) }
    if let coachID, coachID != before.coachID || schoolID != before.schoolID {
      try records.requireStaff(try records.require(Coach.self, coachID), of: schoolID)
    }
    updatedAt = records.scope.now
  }

  var rowScope: RowScope { RowScope(owner: athleteID, family: familyID) }
}
