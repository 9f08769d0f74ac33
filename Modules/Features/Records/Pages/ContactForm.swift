import Domain
import FeatureKit

extension SectionForm {
  /// Creates the form that logs an interaction, such as a call, on the page of a school or a coach.
  /// On the page of a school, the field `with` offers the school and its coaches. The form shows
  /// the fields in `visible` and collapses the others, such as the day.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    let with = ([subject] + coaches).map { Form.Field.Choice($0.handle, $0.title) }
    self.init(
      shape.empty.add, shape.addition.command, button: "Log",
      visible: ["content", "with", "type", "direction"], narrowed: ["with": with])
  }
}
