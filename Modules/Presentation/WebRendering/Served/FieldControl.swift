import FeatureKit
import Hypertext

/// The HTML input of one parameter of a command.
///
/// The values that the parameter accepts decide which input it is, such as buttons, a list or a
/// text field.
struct FieldControl {
  let field: ServedForm.Field
  let described: String?
  /// Whether the page begins with the focus in this field.
  let isFirst: Bool
  /// Whether a field of records shows their handles (short names such as `s1`) in place of their
  /// names.
  let showsHandles: Bool
  /// The choices of the field: the values to send, with their labels. The array is nil if a person
  /// can type other values.
  private let choices: [Form.Field.Choice]?

  init(
    _ field: ServedForm.Field, describedBy described: String?, isFirst: Bool = false,
    showsHandles: Bool = false
  ) {
    self.field = field
    self.showsHandles = showsHandles || field.keepsHandles
    self.described = described
    self.isFirst = isFirst
    choices = Self.choices(of: field)
  }

  private var autofocus: String? { isFirst ? "" : nil }

  private var parameter: ParameterDescription { field.parameter }
  private var value: String { field.values.first ?? "" }
  private static func choices(of field: ServedForm.Field) -> [Form.Field.Choice]? {
    let parameter = field.parameter
    if parameter.role == .flag, let labels = parameter.choiceLabels {
      return ["", "yes"].map { Form.Field.Choice($0, labels($0) ?? $0) }
    }
    return switch parameter.completion {
    case .words(let words) where parameter.closedChoices != nil:
      words.map { Form.Field.Choice($0, parameter.words(ofChoice: $0)) }
        + noChoice(of: parameter, besides: words)
    // The choices of this kind of parameter, such as the names of the people who can sign in, are
    // not in its declaration, because only the web server knows them.
    case .named where !field.choices.isEmpty: field.choices + chosenBesides(in: field)
    case .references where field.isOneOfMeant: field.choices
    default: nil
    }
  }

  /// Returns the choice that leaves the field without a value. The array is empty if the field
  /// needs no such choice.
  ///
  /// Radio buttons need it, because a browser cannot unselect a button. A drop-down list has an
  /// empty first entry instead. Beside "yes" and "no", the label is "Not said", because "None"
  /// would be read as "no".
  private static func noChoice(
    of parameter: ParameterDescription, besides words: [String]
  ) -> [Form.Field.Choice] {
    guard case .option = parameter.emptying, !parameter.isRepeated,
      words.count <= mostButtons
    else { return [] }
    return [Form.Field.Choice("", words == ["yes", "no"] ? "Not said" : "None")]
  }

  /// The stored values that are not among the offered choices, such as a measure of another sport.
  /// The field still offers them, so that saving the form does not remove them.
  private static func chosenBesides(in field: ServedForm.Field) -> [Form.Field.Choice] {
    field.values.filter { value in
      !value.isEmpty && !field.choices.contains { $0.value == value }
    }.map { Form.Field.Choice($0, field.parameter.words(ofChoice: $0)) }
  }

  private var invalid: String? { field.problem == nil ? nil : "true" }

  /// The largest number of choices that are shown as buttons. More choices are shown as a list.
  private static let mostButtons = 6

  var isBox: Bool { parameter.isBox }

  /// Whether the field consists of several checkboxes or radio buttons with the same name.
  var isGroup: Bool {
    guard !isBox, let choices else { return false }
    return parameter.isRepeated
      || !field.isOneLine && choices.count { !$0.value.isEmpty } <= Self.mostButtons
  }

  /// Returns the id of the checkbox or radio button of a choice. The result is nil if the field
  /// shows none for it.
  func boxID(of choice: String) -> String? {
    guard isGroup, let place = choices?.firstIndex(where: { $0.value == choice }) else {
      return nil
    }
    return "\(field.id)-\(place)"
  }

  /// Returns whether the field's problem is about the checkbox or radio button of this choice. A
  /// problem that names no choices is about all of them.
  private func isInvalid(_ choice: String) -> Bool {
    guard let problem = field.problem else { return false }
    return problem.choices.isEmpty || problem.choices.contains(choice)
  }

  var markup: Markup {
    if isBox {
      return box(
        id: field.id, value: "yes", field.label, isChecked: !value.isEmpty, isFirst: isFirst)
    }
    if let choices { return isGroup ? buttons(choices) : list(choices) }
    if parameter.role == .secret { return secret }
    if parameter.completion == .file { return file }
    if case .references(let kinds) = parameter.completion { return reference(kinds) }
    if parameter.takesLongText {
      return .element(
        "textarea",
        [
          "id": field.id, "name": parameter.name, "rows": "5", "autofocus": autofocus,
          "aria-invalid": invalid,
          "aria-describedby": described,
        ], [.verbatim(value)])
    }
    return text
  }

  private func box(
    id: String, name: String? = nil, value: String, _ label: String, isChecked: Bool,
    isRadio: Bool = false, isWhole: Bool = false, isFirst: Bool = false
  ) -> Markup {
    .element(
      "div", ["class": "box"],
      [
        .void(
          "input",
          [
            "type": isRadio ? "radio" : "checkbox", "id": id, "name": name ?? parameter.name,
            "value": value, "checked": isChecked ? "" : nil,
            "data-whole": isWhole ? "" : nil, "autofocus": isFirst ? "" : nil,
            "aria-invalid": isInvalid(value) ? "true" : nil,
            "aria-describedby": isBox ? described : nil,
          ]), .element("label", ["for": id], [.words(label)]),
      ])
  }

  /// Returns the choice that applies without being chosen, such as "All" of a filter. Nil if there
  /// is none.
  private func assumed(among choices: [Form.Field.Choice]) -> String? {
    parameter.assumed.flatMap { word in choices.contains { $0.value == word } ? word : nil }
  }

  private func buttons(_ choices: [Form.Field.Choice]) -> Markup {
    let own = field.values.filter { !$0.isEmpty }
    let values = own.isEmpty ? [assumed(among: choices)].compactMap { $0 } : own
    let boxes = choices.enumerated().map { index, choice -> Markup in
      let begins = choice.group != nil && (index == 0 || choices[index - 1].group != choice.group)
      let heading =
        begins
        ? Markup.element("p", ["class": "group"], [.words(choice.group ?? "")]) : .nothing
      return .lines([
        heading,
        box(
          id: "\(field.id)-\(index)", value: choice.value, choice.label,
          isChecked: choice.value.isEmpty
            ? values.isEmpty
            : values.contains { $0.lowercased() == choice.value.lowercased() },
          isRadio: !parameter.isRepeated, isWhole: parameter.isRepeated && choice.isWholeGroup,
          isFirst: isFirst && index == 0),
      ])
    }
    // A browser does not send unchecked boxes. This empty field tells the server that the form had
    // the boxes, so that the server removes the old values when a person unchecks all boxes.
    let group: [Markup] =
      parameter.isRepeated
      ? [.void("input", ["type": "hidden", "name": parameter.name, "value": ""])] : []
    return .block("div", ["class": "boxes"], group + boxes)
  }

  /// Whether a value is stored that the person can change but not remove.
  private var staysFilled: Bool {
    parameter.emptying == nil && field.began?.contains { !$0.isEmpty } == true
  }

  private func list(_ choices: [Form.Field.Choice]) -> Markup {
    // If a choice applies without being chosen, the list needs no empty entry.
    let assumed = assumed(among: choices)
    let value = self.value.isEmpty ? assumed ?? "" : self.value
    let isKnown = choices.contains { $0.value.lowercased() == value.lowercased() }
    let hasNone = choices.contains { $0.value.isEmpty }
    let first: [Form.Field.Choice] =
      isKnown || value.isEmpty
      ? (hasNone || assumed != nil || isKnown && staysFilled ? [] : [.init("", "Choose")])
      : [.init(value, value)]
    let options = first + choices
    return .block(
      "select",
      [
        "id": field.id, "name": parameter.name, "autofocus": autofocus, "aria-invalid": invalid,
        "aria-describedby": described,
      ],
      options.map { option in
        .element(
          "option",
          [
            "value": .some(option.value),
            "selected": option.value.lowercased() == value.lowercased() ? "" : nil,
          ], [.line(option.label)])
      })
  }

  private func input(
    type: String = "text", id: String? = nil, value: String? = nil, mode: String? = nil,
    autocomplete: String? = nil, list: String? = nil, kinds: String? = nil, named: String? = nil,
    label: String? = nil, isDay: Bool = false
  ) -> Markup {
    .void(
      "input",
      [
        "type": type, "id": id ?? field.id, "name": parameter.name, "value": value,
        "placeholder": field.placeholder, "inputmode": mode,
        "autocomplete": autocomplete, "list": list, "data-kinds": kinds,
        "data-named": named, "data-several": parameter.isRepeated ? "" : nil,
        "data-day": isDay ? parameter.nearDays : nil,
        "autofocus": id == nil && field.pasted == nil ? autofocus : nil,
        "aria-label": label, "aria-invalid": invalid, "aria-describedby": described,
        "class": mode != nil && parameter.isShort ? "short" : nil,
      ])
  }

  /// The input of a secret. A browser may offer to store the secret, but the page never contains it
  /// again.
  private var secret: Markup {
    let first = input(
      type: "password", autocomplete: parameter.isTypedTwice ? "new-password" : "current-password")
    guard parameter.isTypedTwice else { return first }
    let again = input(
      type: "password", id: field.id + "-again", autocomplete: "new-password",
      label: "\(field.label), again")
    return .lines([first, .element("p", ["class": "hint"], [.words("And once more:")]), again])
  }

  private var file: Markup { input(type: "file") }

  /// The text box into which a person can paste rows instead of choosing a file. It is empty if the
  /// field accepts no rows.
  var pasteBox: Markup {
    guard let pasted = field.pasted else { return .nothing }
    return .lines([
      .element(
        "label", ["for": field.pasteID],
        [.words("Paste them here: one name a line, or a spreadsheet's cells")]),
      .element(
        "textarea",
        [
          "id": field.pasteID, "name": ServedForm.pasted + parameter.name, "rows": "8",
          "autofocus": autofocus, "aria-invalid": field.hasFaultyPasteBox ? "true" : nil,
          "aria-describedby": field.hasFaultyPasteBox ? described : nil,
        ],
        [.verbatim(pasted)]),
    ])
  }

  private func reference(_ kinds: [ReferenceKind]) -> Markup {
    let texts = showsHandles ? [] : field.named.map { $0.text }
    let titles = field.references.map(\.title).joined(separator: "; ")
    let named: Markup =
      titles.isEmpty || !texts.isEmpty
      ? .nothing : .element("p", ["class": "named"], [.words(titles)])
    let shown = texts.isEmpty ? field.values : texts
    let listID = field.choices.isEmpty ? nil : field.id + "-list"
    let choices = field.choices.map { choice in
      Markup.element("option", ["value": .some(choice.value)], [.line(choice.label)])
    }
    return .lines([
      input(
        value: parameter.isRepeated ? shown.joined(separator: ", ") : shown.first ?? "",
        autocomplete: "off", list: listID, kinds: kinds.map(\.singular).joined(separator: ","),
        named: recordLines),
      listID.map { .block("datalist", ["id": $0], choices) } ?? .nothing, named, meant,
    ])
  }

  /// Radio buttons for the first records that match a typed name. There are none unless more
  /// records match the name than a list can show.
  private var meant: Markup {
    guard !field.meant.isEmpty else { return .nothing }
    return .block(
      "div", ["class": "boxes", "role": "radiogroup", "aria-label": "Or choose one"],
      field.meant.enumerated().map { index, choice in
        box(
          id: "\(field.id)-meant-\(index)", name: ServedForm.meant,
          value: "\(parameter.name) \(choice.value)", choice.label, isChecked: false,
          isRadio: true)
      })
  }

  /// The records in the field as text for the page's script, one line each, as in `s1 Ohio State
  /// University`. The script shows the names and sends the handles (short names such as `s1`). The
  /// result is nil if a value is not the handle of a record.
  private var recordLines: String? {
    guard !field.values.isEmpty, field.references.map(\.handle) == field.values else { return nil }
    return field.references.map { record in
      "\(record.handle) " + record.title.split(whereSeparator: \.isNewline).joined(separator: " ")
    }.joined(separator: "\n")
  }

  private var text: Markup {
    let values = field.values.map { parameter.words(ofValue: $0) }
    let shown = parameter.isRepeated ? values.joined(separator: ", ") : values.first ?? ""
    let helps: [String] =
      switch parameter.completion {
      case .words where !parameter.isDay:
        (parameter.offeredWords ?? []).map { parameter.words(ofValue: $0) }
      case .suggested: field.choices.map(\.value)
      case .none, .words, .named, .references, .file: []
      }
    let listID = helps.isEmpty ? nil : field.id + "-list"
    return .lines([
      input(
        type: parameter.inputType, value: shown.isEmpty ? nil : shown,
        mode: parameter.keys,
        autocomplete: parameter.autofill ?? "off", list: listID, isDay: parameter.isDay),
      listID.map { id in
        .block(
          "datalist", ["id": id], helps.map { .element("option", ["value": .some($0)], []) })
      } ?? .nothing,
    ])
  }
}

extension ParameterDescription {
  /// The days, such as `today yesterday`, for which the page shows buttons beside the field. The
  /// page also shows a calendar. The text is empty if the page shows only the calendar, because the
  /// day is usually some months away. It is nil if the page shows no calendar either, because the
  /// day is usually many years away, as a birthday is.
  fileprivate var nearDays: String? {
    offeredWords?.joined(separator: " ")
  }

  /// The words that the form suggests. In a terminal, a word such as `none` removes the stored
  /// value. The form leaves this word out, because emptying the field does the same.
  fileprivate var offeredWords: [String]? {
    guard case .words(let words) = completion else { return nil }
    return words.filter { emptying != .word($0) }
  }
}
