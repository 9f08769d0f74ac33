import FeatureKit
import Hypertext

// The rail, which a narrow window shows as a bar at its bottom; what does not fit there is behind "More".
extension ServedDocument {
  var header: Markup {
    .block(
      "header", ["class": "rail"],
      [
        .element(
          "p", ["class": "site"],
          [
            .element(
              "a", ["href": page.addresses.home],
              [
                .element(
                  "svg", ["viewBox": "0 0 16 16", "aria-hidden": "true", "focusable": "false"],
                  [
                    .element(
                      "path", ["class": "sign-of-site", "d": "M8 0l8 8-8 8-8-8z"], []),
                    .element("path", ["d": "M11 5L9.2 9.2 5 11l1.8-4.2z", "class": "needle"], []),
                  ]), .words(page.siteName),
              ])
          ]),
        opensBar, quick, navigation,
      ])
  }

  /// Popovers need no script, and a browser that does not know them shows what is in them.
  private var opensBar: Markup {
    guard page.person != nil else { return .nothing }
    return .element(
      "button",
      [
        "type": "button", "class": "opens-bar", "popovertarget": "bar",
      ],
      [
        .element("span", ["class": "long"], [.words("Find")]),
        .element("kbd", ["aria-hidden": "true"], [.words("/")]),
      ])
  }

  private var quick: Markup {
    guard !page.quick.isEmpty, page.person != nil else { return .nothing }
    return .block(
      "div", ["class": "opens-quick"],
      [
        .element(
          "button", ["type": "button", "popovertarget": "quick", "aria-label": "New"],
          [.words("+")]),
        .block("div", ["id": "quick", "popover": ""], [controls.list(page.quick, "begins")]),
      ])
  }

  private var navigation: Markup {
    guard !page.navigation.isEmpty else { return .nothing }
    let records = items(of: .records)
    let more = items(of: .more)
    return .block(
      "nav", ["aria-label": "Pages"],
      [
        .block(
          "ul", ["class": "pages", "role": "list"],
          items(of: .pages) + [
            .element(
              "li", ["class": "opens-more"],
              [
                .element(
                  "button", ["type": "button", "popovertarget": "more"],
                  [Icon.more.markup, .words("More")])
              ])
          ]),
        .block(
          "div", ["id": "more", "popover": ""],
          [
            records.isEmpty ? .nothing : .block("ul", ["role": "list"], records),
            more.isEmpty ? .nothing : .block("ul", ["role": "list"], more), athletes, person,
          ]),
      ])
  }

  private func items(of group: NavigationItem.Group) -> [Markup] {
    page.navigation.filter { $0.group == group }.compactMap { item in
      guard case .page(let address)? = page.target(item.command) else { return nil }
      let count = item.count.map {
        Markup.element("span", ["class": "count"], [.words($0)])
      }
      // A window shows one of the two, and who listens hears the one that is shown.
      let label =
        item.shortLabel == nil
        ? [Markup.element("span", [:], [.words(item.label)])]
        : [
          .element("span", ["class": "long"], [.words(item.label)]),
          .element("span", ["class": "short"], [.words(item.shortLabel ?? "")]),
        ]
      return .element(
        "li", [:],
        [
          .element(
            "a",
            ["href": address, "aria-current": item.isCurrent ? "page" : nil],
            [group == .pages ? (Icon(of: item.command) ?? .page).markup : .nothing] + label
              + [count ?? .nothing])
        ])
    }
  }

  private var athletes: Markup {
    guard page.athletes.count > 1 else { return .nothing }
    return .block(
      "div", ["class": "athletes"],
      [
        .element("p", ["class": "context", "id": "athletes"], [.words("Looking at")]),
        .block(
          "ul", ["aria-labelledby": "athletes", "role": "list"],
          page.athletes.map { athlete in
            .element(
              "li", [:],
              [
                .element(
                  "a",
                  ["href": athlete.address, "aria-current": athlete.isCurrent ? "true" : nil],
                  [.words(athlete.name)])
              ])
          }),
      ])
  }

  private var person: Markup {
    guard let person = page.person else { return .nothing }
    return .block(
      "div", ["class": "person"],
      [
        .element("p", [:], [.words(person.name)]),
        person.role.map { .element("p", ["class": "context"], [.words($0)]) } ?? .nothing,
        controls.list(person.links, "own"),
      ])
  }
}

/// The signs of the main pages: lines on a grid of 24.
private enum Icon: String {
  case dashboard = "M3 11l9-8 9 8v10h-6v-6H9v6H3z"
  case tasks = "M4 6l2 2 3-3M4 13l2 2 3-3M12 7h8M12 14h8M5 20h15"
  case performance = "M3 20h18M6 16v-4M12 16V5M18 16V9"
  case reports = "M6 3h8l4 4v14H6zM9 12h6M9 16h6"
  case notifications = "M6 17v-6a6 6 0 0112 0v6l2 2H4zM10 21h4"
  case page = "M5 4h14v16H5z"
  case more = "M5 12h.01M12 12h.01M19 12h.01"

  init?(of command: String) {
    switch command.prefix(while: { $0 != " " }) {
    case "dashboard": self = .dashboard
    case "tasks": self = .tasks
    case "performance": self = .performance
    case "reports": self = .reports
    case "notifications": self = .notifications
    default: return nil
    }
  }

  var markup: Markup {
    .element(
      "svg", ["viewBox": "0 0 24 24", "aria-hidden": "true", "focusable": "false"],
      [.element("path", ["d": rawValue], [])])
  }
}
