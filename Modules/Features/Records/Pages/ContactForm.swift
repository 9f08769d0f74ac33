import Domain
import FeatureKit

extension Form {
  /// Creates the form that logs a contact on the page of a school or a coach. A contact of a school
  /// can name one of its coaches. The fields that are not listed here, such as the day, are
  /// collapsed.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    let with = ([subject] + coaches).map { Field.Choice($0.handle, $0.title) }
    let fields = ["content", "with", "type", "direction"].compactMap(shape.field).map { field in
      field.name == "with"
        ? Field(field.name, field.question, value: subject.handle, kind: .choice(with))
        : Field(field.name, field.question, kind: .text)
    }
    self.init(
      shape.empty.add, fields: fields, submit: CommandLink("Log", shape.addition.command))
  }
}
