import Domain
import FeatureKit

extension SectionForm {
  /// Creates the form that logs a contact on the page of a school or a coach. A contact of a school
  /// can name one of its coaches. The fields that are not listed here, such as the day, are
  /// collapsed.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    let with = ([subject] + coaches).map { Form.Field.Choice($0.handle, $0.title) }
    self.init(
      shape.empty.add, shape.addition.command, button: "Log",
      visible: ["content", "with", "type", "direction"], narrowed: ["with": with])
  }
}
