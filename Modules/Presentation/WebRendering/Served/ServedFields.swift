import CivilTime
import FeatureKit
import Hypertext

/// The HTML of a command's form: one column, with labels above the fields, problems beside the
/// fields, and a list of all problems that links to the fields.
struct ServedFields {
  let form: ServedForm
  let controls: HTMLControls
  let introduction: [String]

  init(_ form: ServedForm, _ controls: HTMLControls, introduction: [String] = []) {
    self.form = form
    self.controls = controls
    self.introduction = introduction
  }

  /// The number of optional fields that are visible at first. Further optional fields are
  /// collapsed.
  private static let mostOptional = 4

  var markup: Markup {
    let isRead = form.command.mode == .reads
    let isMain = next == nil && !form.isInPlace
    let asked = form.fields.filter { !$0.isFixed }
    let names = form.inPlace ?? namesOfVisible(among: asked)
    // A field that a person needs only after a certain answer is shown below that answer.
    let isShown = { (field: ServedForm.Field) in
      names.contains(field.parameter.name)
        || field.parameter.askedWhen.map { names.contains($0.parameter) } ?? false
    }
    let shown = asked.filter(isShown)
    let hiddenFields = asked.filter { !isShown($0) }
    let takesFile = form.fields.contains { $0.parameter.completion == .file }
    let target =
      isRead
      ? controls.fetched(form.action, asking: Set(form.fields.map(\.parameter.name)))
      : (form.action, controls.hidden(command: form.line ?? form.command.words))
    return .block(
      "form",
      [
        "method": isRead ? "get" : "post", "action": target.0,
        "class": form.isInPlace ? "fields writing" : "fields",
        "aria-label": form.isInPlace ? form.heading : nil,
        "aria-labelledby": form.isInPlace ? nil : "form-title", "novalidate": "",
        "enctype": takesFile && !isRead ? "multipart/form-data" : nil, "data-at": form.address,
      ],
      [
        form.isInPlace
          ? .nothing : .element("h1", ["id": "form-title"], [.words(form.heading)]),
        parts,
        .lines((introduction + hindrance).map { .element("p", [:], [controls.sentence($0)]) }),
        summary,
        target.1,
        .lines(
          form.fields.filter(\.isFixed).flatMap { field in
            field.values.map { controls.hidden(FormField(field.parameter.name, $0)) }
          }),
        .lines(beginnings),
        .lines(isRead || controls.options.showsHandles ? [] : meanings(of: asked)),
        .lines(
          shown.enumerated().map { markup(of: $1, isFirst: $0 == firstToFill(among: shown)) }),
        hiddenFields.isEmpty
          ? .nothing
          : .block(
            "details", [:],
            [.element("summary", [:], [.words("More details")])]
              + hiddenFields.map { markup(of: $0) }),
        .block(
          "p", ["class": "buttons"],
          [
            goingOn,
            .element(
              "button", ["type": "submit", "class": isMain ? "primary" : nil],
              [.words(form.button)]),
            ["add", "log", "upload"].contains(form.command.verb) && !isRead && !form.isInPlace
              ? .element(
                "button", ["type": "submit", "name": "_again", "value": "yes"],
                [.words("Save and add another")]) : .nothing,
            form.cancel.map { .element("a", ["href": $0], [.words("Cancel")]) } ?? .nothing,
          ]),
      ])
  }

  /// The sentences that say why the command cannot run yet, and what to do about it. The array is
  /// empty if the form was submitted and refused, because the form then shows the reason for the
  /// refusal.
  private var hindrance: [String] {
    guard !form.hasFaults, let problem = form.hindrance else { return [] }
    return [problem.title] + problem.details + [problem.fix].compactMap { $0 }
  }

  /// Returns the names of the fields that are visible at first in a form with a page of its own.
  private func namesOfVisible(among asked: [ServedForm.Field]) -> Set<String> {
    let optional = asked.filter { !$0.isNeeded }
    let few = optional.count <= Self.mostOptional + 1 || !form.parts.isEmpty
    let visible = optional.prefix(few ? optional.count : Self.mostOptional)
    return Set((asked.filter(\.isNeeded) + visible).map(\.parameter.name))
  }

  /// Returns the position of the field that has the focus when the page opens: the first required
  /// field without a value, or else the first field.
  ///
  /// No field has the focus (nil) if the command only reads data, if the form is inside another
  /// page, or if the form has problems, because the focus is then on the list of problems.
  private func firstToFill(among shown: [ServedForm.Field]) -> Int? {
    guard form.command.mode != .reads, !form.isInPlace, form.problems.isEmpty,
      form.fields.allSatisfy({ $0.problem == nil })
    else { return nil }
    return shown.firstIndex { field in
      (field.parameter.isRequired || field.parameter.isNeededInForm) && !field.isFilled
    } ?? 0
  }

  /// The number of the current part of a long form, counted from 1. It is nil for a form without
  /// parts.
  private var part: Int? { form.parts.firstIndex(where: \.isCurrent).map { $0 + 1 } }

  /// The number of the part after the current one. It is nil for the last part and a form without
  /// parts.
  private var next: Int? { part.flatMap { $0 < form.parts.count ? $0 + 1 : nil } }

  /// The links to the parts of a long form, each with the number of fields that have a value.
  private var parts: Markup {
    guard let part else { return .nothing }
    let links = form.parts.map { part in
      Markup.element(
        "li", [:],
        [
          .element(
            "a", ["href": part.address, "aria-current": part.isCurrent ? "step" : nil],
            [.words(part.title)]),
          .element(
            "span", ["class": "filled"], [.words(" \(part.filled) of \(part.count) filled in")]),
        ])
    }
    return .lines([
      .block("nav", ["class": "parts", "aria-label": "Parts"], [.block("ol", [:], links)]),
      controls.hidden(FormField(ServedForm.part, String(part))),
    ])
  }

  private var goingOn: Markup {
    guard let next else { return .nothing }
    return .element(
      "button",
      ["type": "submit", "class": "primary", "name": ServedForm.next, "value": String(next)],
      [.words("Save and go on")])
  }

  /// Hidden fields with the values that the form showed at first, named by a prefix and the field.
  /// One more field has only the prefix as its name: it tells the server that the form sends its
  /// first values, even if all of them were empty.
  private var beginnings: [Markup] {
    guard
      form.fields.contains(where: { $0.began != nil })
        || !form.isInPlace && form.command.parameters.contains(where: { $0.emptying != nil })
    else { return [] }
    let values = form.fields.flatMap { field in
      (field.began ?? []).map { FormField(ServedForm.began + field.parameter.name, $0) }
    }
    return ([FormField(ServedForm.began, "")] + values).map { controls.hidden($0) }
  }

  /// Hidden fields that say which record each name in the fields stands for.
  private func meanings(of fields: [ServedForm.Field]) -> [Markup] {
    fields.flatMap { field in
      field.named.map { record in
        controls.hidden(
          FormField(ServedForm.named + field.parameter.name, "\(record.handle) \(record.text)"))
      }
    }
  }

  private var summary: Markup {
    let faulty = form.fields.compactMap { field in field.problem.map { (field, $0) } }
    let count = faulty.count + form.problems.count
    guard count > 0 else { return .nothing }
    let links = faulty.map { field, problem in
      Markup.element(
        "li", [:],
        [
          .element(
            "a", ["href": "#" + (field.hasFaultyPasteBox ? field.pasteID : field.id)],
            [.words(field.labelAsLeadIn + " " + field.said(of: problem).lineOfLink)]),
          boxes(of: field, problem),
        ])
    }
    let others = form.problems.map { problem in
      Markup.element("li", [:], words(of: problem))
    }
    return .block(
      "div",
      ["class": "faults", "role": "alert", "tabindex": "-1", "aria-labelledby": "faults"],
      [
        .element(
          "h2", ["id": "faults"],
          [
            .words(count == 1 ? "There is one thing to mend" : "There are \(count) things to mend")
          ]),
        .block("ul", [:], links + others),
      ])
  }

  /// Returns links to single checkboxes or radio buttons of the field, each with the detail of the
  /// problem that is about it.
  private func boxes(of field: ServedForm.Field, _ problem: Problem) -> Markup {
    let control = FieldControl(field, describedBy: nil)
    let links = zip(problem.choices, problem.details).compactMap { choice, detail in
      control.boxID(of: choice).map { id in
        Markup.element(
          "li", [:], [.element("a", ["href": "#" + id], [.words(detail.withQuotationMarks)])])
      }
    }
    return links.isEmpty ? .nothing : .block("ul", [:], links)
  }

  /// Returns the sentences of a problem. Several details are a list, and so is a single one if it
  /// names a command beside the advice that names another one.
  private func words(of problem: Problem) -> [Markup] {
    let links = problem.sentences.count { $0.contains("  ") }
    guard problem.details.count > 1 || !problem.details.isEmpty && links > 1 else {
      return line(problem.sentences)
    }
    let details = problem.details.map { Markup.element("li", [:], [controls.sentence($0)]) }
    return [
      controls.sentence(problem.title), .block("ul", [:], details),
      problem.fix.map { controls.sentence($0) } ?? .nothing,
    ]
  }

  /// Returns several sentences one after the other. A command at the end of a sentence becomes a
  /// link.
  private func line(_ sentences: [String]) -> [Markup] {
    sentences.enumerated().flatMap { place, sentence in
      (place == 0 ? [] : [.words(" ")]) + [controls.sentence(sentence)]
    }
  }

  func markup(of field: ServedForm.Field, isFirst: Bool = false) -> Markup {
    let hint = field.hint.map {
      Markup.element("p", ["class": "hint", "id": field.id + "-hint"], [.words($0)])
    }
    let fault = field.problem.map {
      Markup.element(
        "p", ["class": "fault", "id": field.id + "-fault"],
        line(field.said(of: $0).sentences))
    }
    let adds = field.adds.map { thing in
      Markup.element(
        "button", ["type": "submit", "name": "_add", "value": "\(field.parameter.name) \(thing)"],
        [.words("Add “\(field.unknownName ?? "")” as a new \(thing)")])
    }
    let described =
      [hint.map { _ in field.id + "-hint" }, fault.map { _ in field.id + "-fault" }]
      .compactMap { $0 }.joined(separator: " ")
    let control = FieldControl(
      field, describedBy: described.isEmpty ? nil : described, isFirst: isFirst,
      showsHandles: controls.options.showsHandles)
    return .block(
      "div",
      [
        "class": field.problem == nil ? "field" : "field faulty",
        "data-when": field.parameter.askedWhen?.parameter,
        "data-is": field.parameter.askedWhen?.answers?.joined(separator: "|"),
        "data-as": field.parameter.writtenAs, "data-place": placeOnLine(of: field),
      ],
      control.isGroup
        ? [
          .block(
            "fieldset",
            ["aria-describedby": described.isEmpty ? nil : described],
            [
              .element("legend", ["id": field.id], [.words(field.label), optionalNote(field)]),
              hint ?? .nothing, fault ?? .nothing, control.markup,
            ])
        ]
        : lines(of: field, control, hint, fault) + adds)
  }

  /// Returns the label, the hint, the problem and the input of a field that is no group of boxes.
  /// If a person can paste rows into the field, the box for the rows comes first, below their
  /// problem.
  private func lines(
    of field: ServedForm.Field, _ control: FieldControl, _ hint: Markup?, _ fault: Markup?
  ) -> [Markup] {
    let fault = fault ?? .nothing
    if control.isBox { return [fault, control.markup] }
    let label = Markup.element(
      "label", ["for": field.id], [.words(self.label(of: field)), optionalNote(field)])
    let hint = hint ?? .nothing
    return field.pasted == nil
      ? [label, hint, fault, control.markup]
      : [fault, control.pasteBox, label, hint, control.markup]
  }

  private func label(of field: ServedForm.Field) -> String {
    field.pasted == nil ? field.label : "Or choose a file"
  }

  /// The position of the parameter on the command line. The page's script uses it when it shows the
  /// form as a command. It is nil if the fields have the order of the command line.
  private func placeOnLine(of field: ServedForm.Field) -> String? {
    guard form.command.parameters.contains(where: { $0.askedBefore != nil }) else { return nil }
    return form.command.parameters.firstIndex { $0.name == field.parameter.name }.map(String.init)
  }

  private func optionalNote(_ field: ServedForm.Field) -> Markup {
    guard !field.parameter.isRequired, field.parameter.role != .flag,
      !field.parameter.isNeededInForm,
      form.command.mode != .reads,
      form.fields.contains(where: { $0.parameter.isRequired && !$0.isFixed })
    else { return .nothing }
    return .element("span", ["class": "optional"], [.words(" (optional)")])
  }
}
