import Domain
import FeatureKit

extension Form {
  /// Creates the form that logs a contact on the page of a school or a coach. A contact of a school
  /// can name one of its coaches.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    let with = ([subject] + coaches).map { Field.Choice($0.handle, $0.title) }
    self.init(
      shape.empty.add,
      fields: [
        shape.field("with").map {
          Field($0.name, $0.question, value: subject.handle, kind: .choice(with))
        }
      ].compactMap { $0 }, submit: CommandLink("Log", shape.addition.command))
  }
}
