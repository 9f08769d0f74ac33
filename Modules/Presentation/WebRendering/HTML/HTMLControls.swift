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

  /// The command of a form, with what the host sends along in each.
  func hidden(command: String) -> Markup {
    .lines((options.formFields + [FormField("_command", command)]).map { hidden($0) })
  }

  /// A form that is fetched drops the query of its address: what stands in it goes along as fields.
  func hidden(queryOf address: String, but names: Set<String> = []) -> Markup {
    guard let sign = address.firstIndex(of: "?") else { return .nothing }
    let pairs = address[address.index(after: sign)...].prefix { $0 != "#" }.split(separator: "&")
    return .lines(
      pairs.compactMap { pair in
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(halves[0]).percentDecoded
        guard !names.contains(name) else { return nil }
        return hidden(FormField(name, halves.count > 1 ? String(halves[1]).percentDecoded : ""))
      })
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
