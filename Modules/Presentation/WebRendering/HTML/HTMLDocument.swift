import FeatureKit
import Hypertext

/// The HTML document around a saved page: head, landmarks (parts such as `main` between which a
/// screen reader jumps), and the element for messages.
struct HTMLDocument {
  let options: HTMLOptions

  init(_ options: HTMLOptions) { self.options = options }

  func text(title: String, main: [Markup]) -> String {
    let head = Markup.block(
      "head",
      [:],
      [
        .void("meta", ["charset": "utf-8"]),
        .void(
          "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .void("meta", ["name": "color-scheme", "content": "light dark"]),
        .element("title", [:], [.line("\(title) · \(options.siteName)")]),
        .style(StyleSheet.text),
      ])
    let body = Markup.block(
      "body", [:],
      [
        .element("a", ["class": "skip", "href": "#main"], [.words("Skip to content")]),
        header, .block("main", ["id": "main", "tabindex": "-1"], [messages] + main),
      ])
    let root = Markup.block("html", ["lang": options.language], [head, body])
    return Markup.doctype.text + "\n" + root.text + "\n"
  }

  private var header: Markup {
    .block(
      "header", [:],
      [.element("p", ["class": "site"], [.words(options.siteName)]), navigation])
  }

  private var navigation: Markup {
    guard !options.navigation.isEmpty else { return .nothing }
    let items = options.navigation.map { link -> Markup in
      let isCurrent = link.command == options.current
      return .element(
        "li", [:],
        [HTMLControls(options).control(link, isCurrent: isCurrent)])
    }
    return .block("nav", ["aria-label": "Pages"], [.block("ul", [:], items)])
  }

  /// The element for messages. It is always present, because a screen reader watches it and
  /// announces new messages.
  private var messages: Markup {
    let body = HTMLBody(options)
    let said = options.messages.map { body.markup(of: $0, isLive: false) }
    return .block("div", ["id": "messages", "role": "status", "aria-live": "polite"], said)
  }
}
