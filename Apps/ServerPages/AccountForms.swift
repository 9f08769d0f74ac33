import FeatureKit
import WebRendering

/// A form of the server's own, such as the form to sign in: the values it asks for, and the fault
/// of the values that were sent.
struct AccountForm {
  var title: String
  var sentences: [String] = []
  var submit: String
  var action: String
  var fields: [ParameterDescription]
  /// The words that a field offers by its name. Other words can be typed too.
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
        // A control for a password never shows a value.
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

  /// The same field for a value that only some people have to fill in. The question says who, so
  /// the field is not labelled as optional.
  var neededBySome: ParameterDescription {
    var field = self
    field.isNeededInForm = true
    return field
  }

  /// A text for which the form offers words.
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
