import Domain
import FeatureKit

extension SectionForm {
  /// Creates the form on the page of a school or a coach that logs an interaction, such as a call.
  /// On the page of a school, the field `with` offers the school and its coaches. Fields that are
  /// not in `visible`, such as the day, are collapsed.
  init(loggingWith subject: Reference, coaches: [Reference], _ shape: KindShape) {
    let with = ([subject] + coaches).map { Form.Field.Choice($0.handle, $0.title) }
    self.init(
      shape.empty.add, shape.addition.command, button: "Log",
      visible: ["content", "with", "type", "direction"], narrowed: ["with": with])
  }
}
