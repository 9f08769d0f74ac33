import FeatureKit
import Hypertext
import Palette

/// The HTML document around a page from the web server: head, navigation, outcome of the last
/// command, page and command bar.
struct ServedDocument {
  let page: ServedPage
  let options: HTMLOptions
  let controls: HTMLControls

  init(_ page: ServedPage) {
    self.page = page
    var options = HTMLOptions(target: page.target)
    options.siteName = page.siteName
    options.language = page.language
    options.formFields = page.formFields
    options.isServed = true
    options.summary = page.summary
    options.showsHandles = page.showsTerminal
    self.options = options
    controls = HTMLControls(options)
  }

  var text: String {
    var content = ServedContent(page, options).parts
    if let count = page.titleCount { content.title = "(\(count)) \(content.title)" }
    let isAlone = page.navigation.isEmpty
    let root = Markup.block(
      "html", ["lang": page.language],
      [
        head(title: content.title),
        .block(
          "body",
          [
            "class": isAlone ? "alone" : nil, "data-who": page.subject,
            "data-keep": page.mayBeKept && page.subject != nil ? "" : nil,
            "data-worker": page.subject == nil ? nil : page.addresses.worker,
            "data-live": page.addresses.live,
            "data-find": page.addresses.find, "data-complete": page.addresses.complete,
          ],
          [
            .element("a", ["class": "skip", "href": "#main"], [.words("Skip to content")]),
            header,
            .block(
              "main", ["id": "main", "tabindex": "-1"],
              [outcome, owner, banner] + content.main + [footer]),
            commandBar,
          ]),
      ])
    return Markup.doctype.text + "\n" + root.text + "\n"
  }

  private func head(title: String) -> Markup {
    .block(
      "head", [:],
      [
        .void("meta", ["charset": "utf-8"]),
        .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .void("meta", ["name": "color-scheme", "content": "light dark"]),
        .element("title", [:], [.line("\(title) · \(page.siteName)")]),
        .void("link", ["rel": "stylesheet", "href": page.addresses.styleSheet]),
        page.addresses.icon.map { .void("link", ["rel": "icon", "href": $0]) } ?? .nothing,
        page.addresses.manifest.map { .void("link", ["rel": "manifest", "href": $0]) } ?? .nothing,
        page.addresses.picture.map { .void("link", ["rel": "apple-touch-icon", "href": $0]) }
          ?? .nothing,
        themeColor(WebTheme.light, "light"), themeColor(WebTheme.dark, "dark"),
        .element("script", ["src": page.addresses.script, "defer": ""], []),
      ])
  }
}

extension ServedDocument {
  /// Returns the element that tells a browser in which color to show its own bars around the page.
  private func themeColor(_ scheme: WebTheme.Scheme, _ name: String) -> Markup {
    .void(
      "meta",
      [
        "name": "theme-color", "media": "(prefers-color-scheme:\(name))",
        "content": scheme.ground.hex,
      ])
  }
}

// MARK: - Outcome, footer, banner and command bar

extension ServedDocument {
  /// The outcome of the last command, such as "Added Kent". The page's script makes a screen reader
  /// announce each outcome once. The element is no live region (which a screen reader announces
  /// itself), because an outcome would then be announced again whenever the page is loaded anew.
  private var outcome: Markup {
    let body = HTMLBody(options)
    let told = page.outcome?.messages ?? []
    let messages = told.map { body.markup(of: $0, isLive: false) }
    let undo = page.outcome?.undo.map { undo in
      Markup.element(
        "form", ["method": "post", "action": page.addresses.command, "class": "action undo"],
        [
          controls.hidden(command: undo.redoes ? "redo" : "undo"),
          controls.hidden(FormField("_step", undo.step)),
          .element(
            "button", ["type": "submit", "aria-label": undo.spoken],
            [.words(undo.redoes ? "Redo" : "Undo")]),
        ])
    }
    let said =
      messages.isEmpty
      ? []
      : [
        Markup.block(
          "div", ["class": told.contains(where: \.stays) ? "said stays" : "said"],
          [.block("div", ["class": "messages"], messages), undo ?? .nothing])
      ]
    return .element(
      "div", ["id": "outcome", "tabindex": "-1"], said)
  }

  /// The collapsed line below a page with the command that a person would type in a terminal for
  /// this page, so that people learn these commands.
  private var footer: Markup {
    guard page.showsTerminal, let line = page.line, page.person != nil else { return .nothing }
    return .block(
      "details", ["class": "footer"],
      [
        .element("summary", [:], [.words("For the terminal")]),
        .element(
          "p", [:],
          [.words("As a command: "), .element("code", ["id": "as-command"], [.words(line)])]),
      ])
  }

  private var owner: Markup {
    page.owner.map { .element("div", ["class": "owner"], [.words($0)]) } ?? .nothing
  }

  private var banner: Markup {
    guard let banner = page.banner else { return .nothing }
    if case .page(let own) = page.content,
      own.blocks.contains(where: { if case .banner = $0 { true } else { false } })
    {
      return .nothing
    }
    var body = HTMLBody(options)
    return body.markup(of: .banner(banner), level: 2)
  }

  private var commandBar: Markup {
    guard page.person != nil else { return .nothing }
    return .block(
      "div", ["id": "bar", "popover": "", "role": "dialog", "aria-label": "Find"],
      [ServedContent.commandForm(page, controls, id: "bar-line", focuses: true)])
  }
}
