import CivilTime
import FeatureKit
import Hypertext

extension HTMLBody {
  mutating func markup(of form: Form, level: Int) -> Markup {
    let id = nextID("s")
    var fields: [Markup] = []
    for field in form.fields { fields.append(markup(of: field)) }
    let title = heading(form.title, level: level, id: id)
    let isRange = form.fields.count == 2 && form.fields.allSatisfy { $0.kind == .day }
    let button = Markup.element(
      "button",
      [
        "type": "submit", "class": isRange ? "primary" : nil,
        "aria-label": form.submit.accessibleName,
      ], [.words(form.submit.label)])
    switch controls.options.target(form.submit.command) {
    case .page(let address), .file(let address), .preview(let address):
      let target = controls.fetched(address, asking: Set(form.fields.map(\.name)))
      return .block(
        "form",
        [
          "method": "get", "action": target.action, "class": isRange ? "range" : nil,
          "aria-labelledby": id,
        ],
        [title, target.fields] + fields + [button])
    case .action(let address):
      return .block(
        "form", ["method": "post", "action": address, "aria-labelledby": id],
        [title, controls.hidden(command: form.submit.command)] + fields + [button])
    case nil:
      // A browser cannot send a form from a saved page. The page shows the fields as labels with
      // values, and the command that sets them in a terminal.
      let facts = form.fields.map { Fact($0.label, $0.value) }
      return .block(
        "section", ["aria-labelledby": id],
        [title, markup(of: Facts(facts)), controls.list([form.submit])])
    }
  }

  private mutating func markup(of field: Form.Field) -> Markup {
    let id = nextID("f")
    let problemID = field.problem.map { _ in id + "-problem" }
    let label = Markup.element("label", ["for": id], [.words(field.label)])
    let input = input(field, id: id, describedBy: problemID)
    let problem = field.problem.map {
      Markup.element("p", ["class": "tone-text-danger", "id": problemID], [.words($0)])
    }
    return .block("div", ["class": "field"], [label, input, problem ?? .nothing])
  }

  private func input(_ field: Form.Field, id: String, describedBy problemID: String?) -> Markup {
    let invalid = problemID == nil ? nil : "true"
    func input(type: String, mode: String? = nil, value: String, isChecked: Bool = false) -> Markup
    {
      .void(
        "input",
        [
          "type": type, "id": id, "name": field.name, "value": value.isEmpty ? nil : value,
          "inputmode": mode, "checked": isChecked ? "" : nil, "aria-label": field.spoken,
          "aria-invalid": invalid,
          "aria-describedby": problemID,
        ])
    }
    switch field.kind {
    case .text: return input(type: "text", value: field.value)
    // A browser empties an input of type `number` if its value is invalid. The invalid value must
    // stay visible, so the input is a text field with the keyboard for decimal numbers.
    case .number: return input(type: "text", mode: "decimal", value: field.value)
    case .day:
      let isDay = field.value.isEmpty || CalendarDay(field.value) != nil
      return input(type: isDay ? "date" : "text", value: field.value)
    case .flag:
      let isChecked = ["yes", "true", "on", "1"].contains(field.value.lowercased())
      return input(type: "checkbox", value: "yes", isChecked: isChecked)
    case .longText:
      return .element(
        "textarea",
        [
          "id": id, "name": field.name, "rows": "4", "aria-label": field.spoken,
          "aria-invalid": invalid,
          "aria-describedby": problemID,
        ], [.verbatim(field.value)])
    case .choice(let choices):
      // A value that is not a choice becomes an additional option. A browser would otherwise select
      // the first choice.
      let isChoice = choices.contains { $0.value == field.value }
      let all = (isChoice ? [] : [.init(field.value, field.value)]) + choices
      let options = all.map { choice in
        Markup.element(
          "option",
          [
            "value": .some(choice.value),
            "selected": choice.value == field.value ? "selected" : nil,
          ],
          [.line(choice.label)])
      }
      return .block(
        "select",
        [
          "id": id, "name": field.name, "aria-label": field.spoken, "aria-invalid": invalid,
          "aria-describedby": problemID,
        ], options)
    }
  }
}
