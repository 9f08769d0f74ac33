import FeatureKit
import WebRendering

/// A form on one of the server's own pages, such as the sign-in form.
struct AccountForm {
  var title: String
  var sentences: [String] = []
  var submit: String
  var action: String
  var fields: [ParameterDescription]
  /// The values that a field suggests, by the field's name. Other values can be typed too.
  var offers: [String: [String]] = [:]
  var links: [CommandLink] = []

  func content(
    given: [String: String] = [:], faults: [String: Problem] = [:], problem: Problem? = nil
  ) -> ServedPage.Content {
    let command = CommandDescription(
      noun: String(action.dropFirst()), summary: title, mode: .writes, parameters: fields)
    var form = ServedForm(
      command,
      fields: fields.map { field in
        // The page never fills in a value of a password field, even if one is passed here.
        ServedForm.Field(
          field, values: given[field.name].map { [$0] } ?? [], problem: faults[field.name],
          choices: (offers[field.name] ?? []).map { Form.Field.Choice($0, $0) })
      }, problems: [problem].compactMap { $0 }, action: action)
    form.submit = submit
    return .signIn(ServedSignIn(title, sentences, form: form, links: links))
  }
}

extension ParameterDescription {
  static func text(
    _ name: String, _ question: String, placeholder: String = "TEXT", autofill: String? = nil,
    isRequired: Bool = true
  ) -> ParameterDescription {
    var field = Option(
      name, ValueKind<String>.text(max: 254, placeholder: placeholder), "", ask: question
    ).description
    field.isRequired = isRequired
    field.autofill = autofill
    return field
  }

  static func email(_ name: String, _ question: String, isRequired: Bool = true)
    -> ParameterDescription
  {
    text(name, question, placeholder: "ADDRESS", autofill: "email", isRequired: isRequired)
  }

  static func password(
    _ name: String, _ question: String, isNew: Bool = false
  ) -> ParameterDescription {
    var field = text(name, question)
    field.role = .secret
    field.isTypedTwice = isNew
    return field
  }

  /// The field for something that only some people need to fill in, as its label says. The page
  /// therefore does not add the word “optional” to the label.
  var neededBySome: ParameterDescription {
    var field = self
    field.isNeededInForm = true
    return field
  }

  /// Returns a text field. The form's `offers` suggest values for it, and any other text can be
  /// typed.
  static func offering(_ name: String, _ question: String) -> ParameterDescription {
    var field = text(name, question, isRequired: false)
    field.completion = .suggested(name)
    return field
  }

  static func choice(
    _ name: String, _ question: String, _ choices: [(word: String, label: String)]
  ) -> ParameterDescription {
    var field = text(name, question, placeholder: choices.map(\.word).joined(separator: "|"))
    field.completion = .words(choices.map(\.word))
    field.choiceLabels = ChoiceLabels { word in choices.first { $0.word == word }?.label }
    return field
  }

  static func box(_ name: String, _ sentence: String) -> ParameterDescription {
    var field = Flag(name, sentence).description
    field.label = sentence
    return field
  }
}

extension Problem {
  static func ofField(_ title: String) -> Problem { Problem(.usage, title) }
}
