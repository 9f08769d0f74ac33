import FeatureKit
import Hypertext

/// Commands as links, as buttons, or as words to be typed.
struct HTMLControls {
  let options: HTMLOptions

  init(_ options: HTMLOptions) { self.options = options }

  /// Whether the browser can follow the link now.
  func leadsSomewhere(_ link: CommandLink) -> Bool {
    link.isEnabled && options.target(link.command) != nil
  }

  /// - Parameter spoken: replaces the link's own words for those who listen.
  func control(
    _ link: CommandLink, spoken: String? = nil, isCurrent: Bool = false
  ) -> Markup {
    let label = Markup.words(link.label)
    let spoken = spoken ?? link.spoken
    guard !link.isCurrent else {
      return .element(
        "button",
        ["type": "button", "class": "current", "aria-pressed": "true", "aria-label": spoken],
        [label])
    }
    guard link.isEnabled else {
      return .element(
        "button", ["type": "button", "aria-disabled": "true", "aria-label": spoken], [label])
    }
    switch options.target(link.command) {
    case .page(let address):
      return .element(
        "a", ["href": address, "aria-label": spoken, "aria-current": isCurrent ? "page" : nil],
        [label])
    case .action(let address):
      return .element(
        "form", ["method": "post", "action": address, "class": "action"],
        [
          hidden(command: link.command),
          .element("button", ["type": "submit", "aria-label": spoken], [label]),
        ])
    case .file(let address):
      return .element("a", ["href": address, "aria-label": spoken, "rel": "nofollow"], [label])
    case nil:
      return .element(
        "span", ["class": "command"],
        [label, .words(" "), .element("code", [:], [.words(link.command)])])
    }
  }

  /// A sentence of a page. Those of the program name a command behind two spaces, to be typed: "For a parent to look on:  family create".
  /// Who looks at a served page presses instead: the command is a link that says what it does, and is left out where it leads nowhere.
  func sentence(_ text: String) -> Markup {
    guard options.isServed else { return .words(text) }
    let plain = text.withQuotationMarks
    let pieces = plain.split(separator: "  ", omittingEmptySubsequences: false)
    let named = pieces.indices.filter { $0 % 2 == 1 && command(in: pieces[$0]) != nil }
    guard !named.isEmpty else { return .words(plain) }
    var parts: [Markup] = []
    var before = ""
    for (index, piece) in pieces.enumerated() {
      guard named.contains(index), let command = command(in: piece) else {
        // Spaces of words that are no command stay.
        before += (index == 0 ? "" : named.contains(index - 1) ? " " : "  ") + piece
        continue
      }
      switch options.target(command) {
      case .page(let address), .file(let address):
        parts += [
          .words(before + " "),
          .element("a", ["href": address], [.words(options.summary(command) ?? command)]),
        ]
        before = ""
      case .action, nil:
        // What only leads to a command that is pressed elsewhere says nothing here.
        if before.hasSuffix(":") { before = String(before.throughLastSentence) }
      }
    }
    guard !parts.isEmpty || !before.allSatisfy(\.isWhitespace) else { return .nothing }
    return .element("span", [:], parts + [.words(before)])
  }

  /// The command that a piece of a sentence names; nil where it names none. Words in capitals stand for what somebody fills in.
  private func command(in piece: Substring) -> String? {
    let words = piece.split(separator: " ").prefix { word in
      !word.hasPrefix("<") && !word.hasPrefix("[")
        && !(word.count > 1 && word.prefix(2).allSatisfy(\.isUppercase))
    }
    let isOpen = words.last?.hasPrefix("--") == true
    var command = (isOpen ? words.dropLast() : words[...]).joined(separator: " ")
    if command.hasSuffix(".") { command.removeLast() }
    return options.summary(command) == nil ? nil : command
  }

  /// The command of a form, with what the host sends along in each.
  func hidden(command: String) -> Markup {
    .lines((options.formFields + [FormField("_command", command)]).map { hidden($0) })
  }

  /// Where a form that is sent with GET leads. A browser replaces the query of a GET form's action by the form's fields, so the
  /// action has no query, and what stood there goes along as hidden fields.
  ///
  /// - Parameter names: of the fields that the form asks for itself; these are left out of the hidden ones.
  func fetched(_ address: String, asking names: Set<String>) -> (action: String, fields: Markup) {
    guard let sign = address.firstIndex(of: "?") else { return (address, .nothing) }
    let pairs = address[address.index(after: sign)...].prefix { $0 != "#" }.split(separator: "&")
    let fields = pairs.compactMap { pair -> Markup? in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves[0]).percentDecoded
      guard !names.contains(name) else { return nil }
      return hidden(FormField(name, halves.count > 1 ? String(halves[1]).percentDecoded : ""))
    }
    return (String(address[..<sign]), .lines(fields))
  }

  func hidden(_ field: FormField) -> Markup {
    .void("input", ["type": "hidden", "name": field.name, "value": .some(field.value)])
  }

  /// A line of links; nothing when there are none.
  func list(_ links: [CommandLink], _ style: String = "links") -> Markup {
    guard !links.isEmpty else { return .nothing }
    return .block(
      "ul", ["class": style, "role": "list"], links.map { .element("li", [:], [control($0)]) })
  }

  /// Links behind a press, where there is no room for all.
  func menu(_ links: [CommandLink], called name: String, _ label: String) -> Markup {
    guard !links.isEmpty else { return .nothing }
    return .block(
      "details", ["class": "menu"],
      [.element("summary", ["aria-label": name], [.words(label)]), list(links)])
  }
}

extension String {
  /// Without the clause at its end that no full stop ends.
  fileprivate var throughLastSentence: Substring {
    lastIndex { ".!?".contains($0) }.map { self[...$0] } ?? ""
  }
}
