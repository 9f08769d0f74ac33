import CivilTime
import Domain
import FeatureKit

extension Offer: TabledRecord {
  @FieldBuilder<Offer>
  static var fields: [Field<Offer>] {
    Field.record("school", "School", .school, \.school, ask: "Which school?") { $0.school }
    Field.choice("type", "Type", \.type, ask: "What do they offer?") { $0.offer.type }
    Field.choice(
      "status", "Status", \.status, .badge,
      tones: [.accepted: .positive, .pending: .caution, .declined: .muted, .expired: .muted],
      isAsked: false
    ) { $0.offer.status }
    Field.value(
      "amount", "Scholarship", .dollars, \.scholarshipAmount, .detail,
      ask: "How many dollars a year?"
    ) { $0.offer.scholarshipAmount }
    Field.value(
      "percentage", "Scholarship share", .percent, \.scholarshipPercentage, .detail,
      ask: "Or how many percent of the cost?"
    ) { $0.offer.scholarshipPercentage }
    Field.value(
      "on", "Offered", .day, \.offerDate, ask: "When was it made?"
    ) { $0.offer.offerDate }
    Field.shown("due", "Deadline", .trailing) { row in
      row.offer.deadlineDate.map { .deadline($0, isOpen: row.offer.status == .pending) }
    }
    Field.value(
      "deadline", "Deadline", .day, \.deadlineDate, .nowhere, ask: "Until when can you answer?"
    ) { $0.offer.deadlineDate }
    Field.record("coach", "Coach", .coach, \.coach, ask: "Which coach made it?") { $0.coach }
    Field.value("conditions", "Conditions", .text, \.conditions, .text) { $0.offer.conditions }
    Field.value("notes", "Notes", .text, \.notes, .text) { $0.offer.notes }
  }

  static var filters: [ListFilterField<Offer>] {
    [
      .choice("status", "Status", \.status), .choice("type", "Type", \.type),
      .record("school", "School", .school, \.school),
    ]
  }

  static var required: [String] { ["school", "type"] }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No offers yet", hint: "Offers stand here with what they are worth and until when.",
      add: "Add an offer")
  }

  static var blank: Offer {
    Offer(id: .none, athleteID: .none, schoolID: .none, type: .partial, offerDate: .first)
  }
  mutating func apply(_ edit: OfferEdit) { edit.apply(to: &self) }

  static func new(
    from given: Given, _ edit: OfferEdit, _ context: ParseContext
  ) throws(Problem) -> NewOffer {
    guard let school = given.record("school") else { throw Given.missing("school") }
    guard let type: OfferType = given.choice("type") else { throw Given.missing("type") }
    return NewOffer(
      school: school.id, type: type, offerDate: edit.offerDate ?? context.today, fields: edit)
  }
}
