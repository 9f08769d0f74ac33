import Domain
import FeatureKit

extension Coach: TabledRecord {
  static var filters: [ListFilterField<Coach>] {
    [
      .record("school", "School", .school, \.school), .choice("role", "Role", \.role),
      .days("not-contacted", "Days without contact", \.notContactedForDays),
    ]
  }

  static var askedFirst: Set<String> { ["name", "school", "role", "email", "phone"] }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No coaches yet", hint: "Keep the coaches you write to, school by school.",
      add: "Add your first coach")
  }

  static func row(of details: CoachDetails) -> CoachRow { details.row }

  static func related(in details: CoachDetails, to reader: RecordID) -> [Related] {
    [
      .of(
        Interaction.self, details.interactions, to: reader,
        list: RecordsFeature.ListRequest(
          .interaction, filters: ["with": .record(details.row.reference)])),
      .of(Offer.self, details.offers, to: reader),
    ]
  }
}
