import FeatureKit
import Hypertext

/// Shows a command as a link, as a button, or as text to type.
struct HTMLControls {
  let options: HTMLOptions

  init(_ options: HTMLOptions) { self.options = options }

  /// Returns whether a press on the link opens a page or runs a command in the browser.
  func leadsSomewhere(_ link: CommandLink) -> Bool {
    link.isEnabled && options.target(link.command) != nil
  }

  /// Returns a command as a link, a button, or text to type.
  ///
  /// - Parameters:
  ///   - spoken: replaces the link's label for screen readers.
  ///   - icon: is shown in place of the label, which becomes the tooltip.
  func control(
    _ link: CommandLink, spoken: String? = nil, isCurrent: Bool = false, icon: Icon? = nil
  ) -> Markup {
    let label = icon?.markup ?? .words(link.label)
    let tooltip = icon == nil ? nil : link.label
    let spoken = spoken ?? link.accessibleName ?? tooltip
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
        "a",
        [
          "href": address, "aria-label": spoken, "title": tooltip,
          "aria-current": isCurrent ? "page" : nil,
        ], [label])
    case .preview(let address):
      // A document, such as the recruiting packet, has no navigation back to the page. So it opens
      // in a new tab.
      return .element(
        "a", ["href": address, "aria-label": spoken, "title": tooltip, "target": "_blank"],
        [label])
    case .action(let address):
      return .element(
        "form", ["method": "post", "action": address, "class": "action"],
        [
          hidden(command: link.command),
          .element(
            "button", ["type": "submit", "aria-label": spoken, "title": tooltip], [label]),
        ])
    case .file(let address):
      return .element(
        "a",
        [
          "href": address, "aria-label": spoken, "title": tooltip, "class": "file",
          "rel": "nofollow",
        ], [label])
    case nil:
      return .element(
        "span", ["class": "command"],
        [label, .words(" "), .element("code", [:], [.words(link.command)])])
    }
  }

  /// Returns the HTML of a sentence.
  ///
  /// The program's sentences mark a command with two spaces on either side, as in "For a parent to
  /// look on:  family create". On a page from the web server, a command that opens a page or a file
  /// becomes a link with the command's summary as its text. Any other command is left out. A saved
  /// page shows the sentence unchanged.
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
        // Two spaces beside a command only show where the command begins or ends, so they become
        // one space. Two spaces elsewhere in the sentence stay.
        before += (index == 0 ? "" : named.contains(index - 1) ? " " : "  ") + piece
        continue
      }
      let target = options.target(command)
      switch target {
      case .page(let address), .file(let address), .preview(let address):
        parts += [
          .words(before + " "),
          .element(
            "a", ["href": address, "rel": target?.isFile == true ? "nofollow" : nil],
            [.words(options.summary(command) ?? command)]),
        ]
        before = ""
      case .action, nil:
        // A command that writes has a button elsewhere on the page, and the browser cannot run any
        // other command. So the command is not shown. The words that introduce it, such as "To add
        // one:", are left out too.
        if before.hasSuffix(":") { before = String(before.throughLastSentence) }
      }
    }
    guard !parts.isEmpty || !before.allSatisfy(\.isWhitespace) else { return .nothing }
    return .element("span", [:], parts + [.words(before)])
  }

  /// Returns the command, such as `family create`, at the start of a text such as `family create
  /// --name NAME`; nil if the text is no command. The page needs it in order to link to the
  /// command.
  ///
  /// The command ends before the first placeholder for a value, which has angle or square brackets
  /// or is in capitals, and before the option to which that value belongs.
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

  /// Returns the hidden fields of a form: the command that the form runs, and the fields that the
  /// web server needs in every form.
  func hidden(command: String) -> Markup {
    .lines((options.formFields + [FormField("_command", command)]).map { hidden($0) })
  }

  /// Returns the address and the hidden fields of a form that is sent with GET. A browser replaces
  /// the query of the address with the form's fields, so the values in the query become hidden
  /// fields.
  ///
  /// - Parameter names: the names of the form's own fields, for which there is no hidden field.
  func fetched(_ address: String, asking names: Set<String>) -> (action: String, fields: Markup) {
    guard let sign = address.firstIndex(of: "?") else { return (address, .nothing) }
    let pairs = address[address.index(after: sign)...].prefix { $0 != "#" }.split(separator: "&")
    let fields = pairs.compactMap { pair -> Markup? in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = halves.map { PercentEncoding.decodedAsFarAsPossible($0, plusIsSpace: true) }
      guard !names.contains(texts[0]) else { return nil }
      return hidden(FormField(texts[0], texts.count > 1 ? texts[1] : ""))
    }
    return (String(address[..<sign]), .lines(fields))
  }

  func hidden(_ field: FormField) -> Markup {
    .void("input", ["type": "hidden", "name": field.name, "value": .some(field.value)])
  }

  /// Returns links as a list of the CSS class `style`. The result is empty if there are no links.
  func list(_ links: [CommandLink], _ style: String = "links") -> Markup {
    guard !links.isEmpty else { return .nothing }
    return .block("ul", ["class": style, "role": "list"], links.map { item($0) })
  }

  private func item(_ link: CommandLink, takesAway: Bool = false) -> Markup {
    .element("li", ["class": takesAway ? "taking-away" : nil], [control(link)])
  }

  /// Whether the command of a link deletes something or ends something, such as a connection.
  static func takesAway(_ link: CommandLink) -> Bool {
    let verb = link.command.split(separator: " ").dropFirst().first
    return verb.map { ["delete", "remove", "leave", "disconnect", "forget"].contains($0) } ?? false
  }

  /// Returns links in a collapsed menu, for places without space for all of them. Links that delete
  /// something are last, in another color.
  ///
  /// - Parameter icon: is shown in place of the menu's label, which becomes the tooltip.
  func menu(
    _ links: [CommandLink], called name: String, _ label: String, icon: Icon? = nil
  ) -> Markup {
    guard !links.isEmpty else { return .nothing }
    return .block(
      "details", ["class": "menu"],
      [
        .element(
          "summary", ["aria-label": name, "title": icon == nil ? nil : label],
          [icon?.markup ?? .words(label)]),
        .block(
          "ul", ["class": "links", "role": "list"],
          links.filter { !Self.takesAway($0) }.map { item($0) }
            + links.filter(Self.takesAway).map { item($0, takesAway: true) }),
      ])
  }
}

extension String {
  /// The text up to the end of its last complete sentence.
  ///
  /// The result is empty if the text has no complete sentence.
  fileprivate var throughLastSentence: Substring {
    lastIndex { ".!?".contains($0) }.map { self[...$0] } ?? ""
  }
}
