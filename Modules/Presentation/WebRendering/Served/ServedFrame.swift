import FeatureKit
import Hypertext

// The navigation of a served page. A wide window shows it at the side (the rail). A narrow window
// shows a bar at the bottom, and the pages that have no place in the bar are under "More".
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
        opensBar, navigation,
      ])
  }

  /// The button that opens the command bar. The command bar is an HTML popover, which needs no
  /// script. A browser without popovers always shows the command bar.
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

  /// The button that opens the menu for adding records. In a wide window it is above the links to
  /// the pages, and in a narrow window among them. The document has both buttons, and the style
  /// sheet hides one, from keyboards and screen readers too.
  private func quick(in window: String) -> Markup {
    guard !page.quick.isEmpty, page.person != nil else { return .nothing }
    return .element(
      "li", ["class": "opens-quick \(window)-only"],
      [
        .element(
          "button", ["type": "button", "popovertarget": "quick"],
          [
            .element("span", ["aria-hidden": "true"], [.words("+ ")]),
            .element("span", ["class": "named"], [.words("New")]),
          ])
      ])
  }

  private var navigation: Markup {
    guard !page.navigation.isEmpty else { return .nothing }
    let behind = page.navigation.filter { $0.group == .pages && !$0.isInBar }
    let groups = [
      ("wide", behind), ("", page.navigation.filter { $0.group == .records }),
      ("", page.navigation.filter { $0.group == .more }),
    ]
    // In a narrow window, some links are hidden behind the button "More". The button then shows a
    // count of theirs, such as the number of unread notifications.
    let waiting = behind.compactMap(\.count).first.map {
      Markup.element("span", ["class": "count"], [.words($0)])
    }
    return .block(
      "nav", ["aria-label": "Pages"],
      [
        .block(
          "ul", ["class": "pages", "role": "list"],
          [quick(in: "wide")]
            + page.navigation.filter { $0.group == .pages }.compactMap { item(of: $0) } + [
              quick(in: "narrow"),
              .element(
                "li", ["class": "opens-more"],
                [
                  .element(
                    "button", ["type": "button", "popovertarget": "more"],
                    [Icon.more.markup, .words("More"), waiting ?? .nothing])
                ]),
            ]),
        page.quick.isEmpty || page.person == nil
          ? .nothing
          : .block("div", ["id": "quick", "popover": ""], [controls.list(page.quick, "begins")]),
        .block(
          "div", ["id": "more", "popover": ""],
          groups.filter { !$0.1.isEmpty }.map { style, items in
            .block(
              "ul", ["role": "list", "class": style.isEmpty ? nil : style],
              items.compactMap { item(of: $0, isBehind: true) })
          } + [athletes, person]),
      ])
  }

  private func item(of item: NavigationItem, isBehind: Bool = false) -> Markup? {
    guard case .page(let address)? = page.target(item.command) else { return nil }
    let count = item.count.map {
      Markup.element("span", ["class": "count"], [.words($0)])
    }
    // Both labels are in the document. The style sheet shows the long label in a wide window and
    // the short label in a narrow window, and hides the other label, from screen readers too.
    let label =
      item.shortLabel == nil || isBehind
      ? [Markup.element("span", [:], [.words(item.label)])]
      : [
        .element("span", ["class": "long"], [.words(item.label)]),
        .element("span", ["class": "short"], [.words(item.shortLabel ?? "")]),
      ]
    return .element(
      "li", ["class": isBehind || item.isInBar ? nil : "wide-only"],
      [
        .element(
          "a",
          ["href": item.address ?? address, "aria-current": item.isCurrent ? "page" : nil],
          [isBehind ? .nothing : (Icon(of: item.command) ?? .page).markup] + label
            + [count ?? .nothing])
      ])
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
