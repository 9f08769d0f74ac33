import Domain
import FeatureKit

extension Form {
  /// Creates the form that logs a contact on the page of a school or a coach. A contact of a school
  /// can name one of its coaches.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    func asked(_ name: String, _ kind: Field.Kind, value: String = "") -> Field? {
      shape.field(name).map { Field(name, $0.question, value: value, kind: kind) }
    }
    let with = ([subject] + coaches).map { Field.Choice($0.handle, $0.title) }
    let whom = coaches.isEmpty ? nil : shape.field("with")
    self.init(
      shape.empty.add,
      fields: [
        asked("content", .longText),
        whom.map { Field($0.name, $0.label, value: subject.handle, kind: .choice(with)) },
        asked("type", .choice(InteractionType.choices), value: InteractionType.usual.typed),
        asked(
          "direction", .choice(Direction.allCases.map { .init($0.typed, $0.asAnswer) }),
          value: Direction.outbound.typed),
      ].compactMap { $0 },
      submit: CommandLink(
        "Log", "interactions add" + (whom == nil ? " \(subject.handle)" : "")))
  }
}

extension InteractionType {
  /// The type of contact that the form suggests, because most contacts are e-mails.
  static let usual = InteractionType.email
}

extension Vocabulary {
  var typed: String { FieldKind<Self>.choice.wrap(self).typed }

  fileprivate static var choices: [Form.Field.Choice] { allCases.map { .init($0.typed, $0.words) } }
}
