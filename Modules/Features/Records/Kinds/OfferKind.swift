import CivilTime
import Domain
import FeatureKit

extension Offer: TabledRecord {
  static var filters: [ListFilterField<Offer>] {
    [
      .choice("status", "Status", \.status), .choice("type", "Type", \.type),
      .record("school", "School", .school, \.school),
    ]
  }

  static var askedFirst: Set<String> { ["school", "type", "amount", "deadline"] }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No offers yet", hint: "Offers stand here with what they are worth and until when.",
      add: "Add an offer")
  }

  mutating func fillIn(_ changes: FieldChanges, isNew: Bool, _ context: ParseContext) {
    if isNew, changes["on"] == nil { offerDate = context.today }
  }
}
