import Domain
import FeatureKit

extension Form {
  /// Logs a contact on the page of a school or a coach. The contact of a school can be with one of its coaches.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    func choices<Word: Vocabulary>(_: Word.Type) -> Field.Kind {
      .choice([.init("", "Choose")] + Word.allCases.map { .init($0.rawValue, $0.words) })
    }
    func asked(_ name: String, _ kind: Field.Kind) -> Field? {
      shape.field(name).map { Field(name, $0.question, kind: kind) }
    }
    let with = ([subject] + coaches).map { Field.Choice($0.handle, $0.title) }
    let whom = coaches.isEmpty ? nil : shape.field("with")
    self.init(
      shape.empty.add,
      fields: [
        asked("content", .longText),
        whom.map { Field($0.name, $0.label, value: subject.handle, kind: .choice(with)) },
        asked("type", choices(InteractionType.self)), asked("direction", choices(Direction.self)),
      ].compactMap { $0 },
      submit: CommandLink(
        "Log", "interactions add" + (whom == nil ? " \(subject.handle)" : "")))
  }
}
