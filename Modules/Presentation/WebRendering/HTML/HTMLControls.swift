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
    case nil:
      return .element(
        "span", ["class": "command"],
        [label, .words(" "), .element("code", [:], [.words(link.command)])])
    }
  }

  func hidden(command: String) -> Markup {
    .void("input", ["type": "hidden", "name": "command", "value": command])
  }

  /// A line of links; nothing when there are none.
  func list(_ links: [CommandLink]) -> Markup {
    guard !links.isEmpty else { return .nothing }
    return .block(
      "ul", ["class": "links"], links.map { .element("li", [:], [control($0)]) })
  }
}
