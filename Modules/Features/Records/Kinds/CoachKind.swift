import Domain
import FeatureKit

extension Coach: TabledRecord {
  @FieldBuilder<Coach>
  static var fields: [Field<Coach>] {
    Field.typed(
      "name", "Name", .text, ask: "The coach's name, for example Ana Rivera", use: .adding
    )
    Field.value("first-name", "First name", .text, \.firstName, .nowhere, use: .editing) {
      $0.coach.firstName
    }
    Field.value("last-name", "Last name", .text, \.lastName, .nowhere, use: .editing) {
      $0.coach.lastName
    }
    Field.record("school", "School", .school, \.school, .detail, ask: "Which school?") { $0.school }
    Field.choice("role", "Role", \.role, .badge, ask: "What do they do there?") {
      $0.coach.role
    }
    Field.value("email", "E-mail", .address, \.email, .detail, ask: "E-mail address") {
      $0.coach.email
    }
    Field.value("phone", "Phone", .text, \.phone) { $0.coach.phone }
    Field.value("twitter", "Twitter", .text, \.twitterHandle) { $0.coach.twitterHandle }
    Field.value("instagram", "Instagram", .text, \.instagramHandle) { $0.coach.instagramHandle }
    Field.shown("responsiveness", "Responsiveness") { row in
      .text("\(row.responsiveness)%, \(CoachResponsiveness.label(row.responsiveness))")
    }
    Field.shown("last-contact", "Last contact", .trailing) {
      $0.coach.lastContactDate.map(FieldValue.moment)
    }
    Field.value("notes", "Notes", .text, \.notes, .text) { $0.coach.notes }
    Field.privateNote(\.privateNote) { $0.coach.privateNote(of: $1) }
  }

  static var filters: [ListFilterField<Coach>] {
    [
      .record("school", "School", .school, \.school), .choice("role", "Role", \.role),
      .days("not-contacted", "Days without contact", \.notContactedForDays),
    ]
  }

  static var required: [String] { ["name", "school", "role"] }
  static var viewedAs: ViewLogEntry.ItemType? { .coach }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No coaches yet", hint: "Keep the coaches you write to, school by school.",
      add: "Add your first coach")
  }

  static var blank: Coach {
    Coach(
      id: .none, schoolID: .none, athleteID: .none, role: .head, firstName: "A", lastName: "Coach")
  }
  mutating func apply(_ edit: CoachEdit) { edit.apply(to: &self, by: .none) }

  static func new(
    from given: Given, _ edit: CoachEdit, _ context: ParseContext
  ) throws(Problem) -> NewCoach {
    guard let name = given.text("name") else { throw Given.missing("name") }
    guard let school = given.record("school") else { throw Given.missing("school") }
    guard let role: CoachRole = given.choice("role") else { throw Given.missing("role") }
    let (first, last) = Coach.names(in: name)
    return NewCoach(school: school.id, firstName: first, lastName: last, role: role, fields: edit)
  }

  static func row(of details: CoachDetails) -> CoachRow { details.row }

  static func related(in details: CoachDetails, to reader: RecordID) -> [Related] {
    [
      .of(
        Interaction.self, details.interactions, to: reader,
        all: "interactions --with \(details.row.reference.handle)"),
      .of(Offer.self, details.offers, to: reader),
    ]
  }
}
