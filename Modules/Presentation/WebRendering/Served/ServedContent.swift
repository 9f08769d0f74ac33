import FeatureKit
import Hypertext

/// The main content of a page from the web server, such as a list, a form or a question.
struct ServedContent {
  let page: ServedPage
  let options: HTMLOptions
  let controls: HTMLControls

  init(_ page: ServedPage, _ options: HTMLOptions) {
    self.page = page
    self.options = options
    controls = HTMLControls(options)
  }

  var parts: (title: String, main: [Markup]) {
    switch page.content {
    case .page(let shown): (shown.title, markup(of: shown))
    case .form(let form):
      ((form.hasFaults ? "Error: " : "") + form.heading, [ServedFields(form, controls).markup])
    case .question(let question): ("Please confirm", [markup(of: question)])
    case .fault(let fault): (fault.problem.title.withQuotationMarks, [markup(of: fault)])
    case .signIn(let signIn):
      (
        (signIn.form.hasFaults ? "Error: " : "") + signIn.title,
        [markup(of: signIn)]
      )
    case .welcome(let welcome): (welcome.title, [markup(of: welcome)])
    case .commandLine:
      (
        "Find",
        [
          heading("Find"),
          Self.commandForm(page, controls, id: "line", focuses: false),
        ]
      )
    }
  }

  private func markup(of shown: Page) -> [Markup] {
    var body = HTMLBody(options)
    body.actions = page.actions
    body.listing = page.listing
    body.bulk = page.bulk
    body.inPlace = page.inPlace
    body.commandAddress = page.addresses.command
    return body.markup(of: shown)
  }

  private func heading(_ title: String) -> Markup { .element("h1", [:], [.words(title)]) }

  /// Returns the details of a question as items of a list. Details that begin with two spaces belong
  /// to the detail above them, and are a list within its item.
  private func items(of details: ArraySlice<String>) -> [Markup] {
    var items: [Markup] = []
    var rest = details
    while let heading = rest.popFirst() {
      let below = rest.prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
      rest = rest.dropFirst(below.count)
      let list: [Markup] = below.isEmpty ? [] : [.block("ul", [:], self.items(of: below[...]))]
      items.append(.element("li", [:], [controls.sentence(heading)] + list))
    }
    return items
  }

  private func markup(of question: ServedQuestion) -> Markup {
    .block(
      "form",
      [
        "method": "post", "action": question.action, "class": "asks",
        "aria-labelledby": "question", "data-at": question.isAnswer ? question.cancel : nil,
      ],
      [
        .element("h1", ["id": "question"], [.words(question.words)]),
        question.details.isEmpty
          ? .nothing
          : .block("ul", [:], items(of: question.details[...])),
        controls.hidden(command: question.command),
        .lines(question.fields.map { controls.hidden($0) }),
        .block(
          "p", ["class": "buttons"],
          [
            .element(
              "button",
              ["type": "submit", "class": question.agree.takesAway ? "danger" : "primary"],
              [.words(question.agree.label)]),
            .element("a", ["href": question.cancel], [.words("Cancel")]),
          ]),
      ])
  }

  private func markup(of fault: ServedFault) -> Markup {
    let problem = fault.problem
    return .block(
      "div", ["class": "page-fault"],
      [
        heading(problem.title.withQuotationMarks),
        .lines(
          (problem.details + [problem.fix].compactMap { $0 }).filter { !$0.hasPrefix("Usage") }.map
          {
            .element("p", [:], [controls.sentence($0)])
          }), sendingAgain(fault.form), controls.list(fault.links),
      ])
  }

  private func sendingAgain(_ fields: [FormField]) -> Markup {
    guard !fields.isEmpty else { return .nothing }
    return .block(
      "form", ["method": "post", "action": page.addresses.command],
      fields.map { controls.hidden($0) } + [
        .block(
          "p", ["class": "buttons"],
          [
            .element(
              "button", ["type": "submit", "class": "primary"], [.words("Send it again")])
          ])
      ])
  }

  private func markup(of signIn: ServedSignIn) -> Markup {
    var form = signIn.form
    form.title = signIn.title
    return .block(
      "div", [:],
      [
        ServedFields(form, controls, introduction: signIn.sentences).markup,
        controls.list(signIn.links),
      ])
  }

  private func markup(of welcome: ServedWelcome) -> Markup {
    .block(
      "div", ["class": "welcome"],
      [
        heading(welcome.title),
        .lines(welcome.sentences.map { .element("p", [:], [.words($0)]) }),
        .block(
          "ul", ["class": "choices"],
          welcome.choices.map { choice in
            .block(
              "li", [:],
              [
                controls.control(choice.link),
                choice.detail.isEmpty ? .nothing : .element("p", [:], [.words(choice.detail)]),
              ])
          }),
      ])
  }

  /// Returns the form in which a person types any command.
  static func commandForm(
    _ page: ServedPage, _ controls: HTMLControls, id: String, focuses: Bool
  ) -> Markup {
    .block(
      "form", ["method": "post", "action": page.addresses.command, "class": "command-line"],
      [
        .lines(controls.options.formFields.map { controls.hidden($0) }),
        .element("label", ["for": id], [.words("A school, a coach, or what you want to do")]),
        .block(
          "div", ["class": "line"],
          [
            .void(
              "input",
              [
                "type": "text", "id": id, "name": "_command", "autocomplete": "off",
                "autocapitalize": "off", "spellcheck": "false", "list": id + "-recent",
                "autofocus": focuses ? "" : nil,
              ]), .element("button", ["type": "submit"], [.words("Go")]),
          ]),
        .block(
          "datalist", ["id": id + "-recent"],
          page.recentLines.reversed().map { .element("option", ["value": .some($0)], []) }),
      ])
  }
}
