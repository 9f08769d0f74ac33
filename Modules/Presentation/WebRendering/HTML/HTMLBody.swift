import FeatureKit
import Hypertext

/// Turns the blocks of a page, such as lists and charts, into HTML.
struct HTMLBody {
  let options: HTMLOptions
  let controls: HTMLControls
  private var idCount = 0
  /// The links to commands that the web server adds to a page, such as "Add a school".
  ///
  /// `listing` is the form with the search, filters and order of the page's list. `bulk` contains
  /// the commands that change several selected rows of the list.
  var actions: [CommandLink] = []
  var listing: ServedForm?
  var bulk: [CommandLink] = []
  /// The forms at the top of sections, by their command lines. The dictionary is empty in a saved
  /// document.
  var inPlace: [String: ServedForm] = [:]
  /// The address to which a command is sent with its fields. It is nil in a saved document, which
  /// cannot send commands.
  var commandAddress: String?
  /// Whether the page itself contains links that filter its list, one of them marked as current. If
  /// not, filter buttons are made from the options of the command that shows the list.
  var hasOwnChips = false
  /// The columns of the list that is the page's main content. The array is empty if the list has no
  /// columns.
  var columns: [RowList.Column] = []
  /// The facts (labels with their values) that a person can change, such as a school's status. A
  /// page from the web server shows them as menus above its other content. The lists of facts leave
  /// them out, so that the page does not show them twice.
  var raised: [Fact] = []

  init(_ options: HTMLOptions) {
    self.options = options
    controls = HTMLControls(options)
  }

  mutating func markup(of page: Page) -> [Markup] {
    listing = listing?.filled(with: page.remembered)
    let banners = page.blocks.prefix { if case .banner = $0 { true } else { false } }
    var blocks = page.blocks.dropFirst(banners.count)
    var parts = banners.map { markup(of: $0, level: 2) }
    let subtitle = page.subtitle.map {
      Markup.element("p", ["class": "subtitle"], [.words($0)])
    }
    // On a page from the web server, the links at the end of the page are shown beside the title,
    // in the toolbar. The links at the beginning of the page are moved there too if the toolbar
    // contains one of their commands anyway, because the page would otherwise show this command
    // twice. For the same reason, a command of the toolbar is not offered by an empty list too.
    let leading = options.isServed ? blocks.takeLinks(naming: actions) : []
    var offered =
      options.isServed ? leading + blocks.takeOffered().filter { !blocks.changes($0) } : []
    if options.isServed {
      offered = blocks.takeFromEmpty(Set((offered + actions).map(\.command))) + offered
    }
    let content =
      options.isServed ? arranged(Array(blocks)) : .lines(blocks.map { markup(of: $0, level: 2) })
    parts.append(
      .block(
        "div", ["class": "page-title"],
        [
          .element("h1", [:], [.words(page.title)]),
          page.context.map { .element("p", ["class": "context"], [.words($0)]) } ?? .nothing,
          subtitle ?? .nothing, toolbar(offered),
        ]))
    // A field of a form may already show the page's problem. The problem is then not shown again
    // above the page.
    let isAtField =
      options.isServed
      && blocks.flatMap(\.faultsOfFields).contains { $0 == page.problem?.title }
    if let problem = page.problem, !page.saysItsProblem, !isAtField {
      parts.append(markup(of: Message(problem), isLive: true))
    }
    parts.append(content)
    parts.append(preview(among: offered))
    return parts
  }

  /// Returns a frame that shows the document to which one of the links leads, such as the
  /// recruiting packet. The document is loaded when the frame becomes visible. The frame's sandbox
  /// allows the document to run scripts and to print itself. The server decides which scripts run.
  private func preview(among links: [CommandLink]) -> Markup {
    for link in links {
      guard case .preview(let address)? = options.target(link.command) else { continue }
      return .element(
        "iframe",
        [
          "class": "document", "src": address, "title": "Preview: \(link.label)", "loading": "lazy",
          "sandbox": "allow-scripts allow-modals",
        ], [])
    }
    return .nothing
  }

  /// Returns a block of a page, such as a list or a chart, as HTML.
  ///
  /// - Parameter level: the level of the headings directly in the block.
  mutating func markup(of block: Block, level: Int) -> Markup {
    switch block {
    case .banner(let banner): markup(of: banner)
    case .message(let message): markup(of: message, isLive: true)
    case .paragraph(let paragraph):
      .element("p", ["class": paragraph.tone.textClass], [controls.sentence(paragraph.text)])
    case .stats(let grid): markup(of: grid)
    case .section(let section): markup(of: section, level: level)
    case .list(let list): markup(of: list, level: level)
    case .board(let board): markup(of: board, level: level)
    case .month(let grid): markup(of: grid)
    case .table(let table): markup(of: table)
    case .progress(let bar): markup(of: bar)
    case .chart(let chart): markup(of: chart, level: level)
    case .form(let form): markup(of: form, level: level)
    case .facts(let facts): markup(of: facts)
    case .empty(let empty): markup(of: empty)
    case .links(let links): controls.list(links.links)
    }
  }

  mutating func nextID(_ prefix: String) -> String {
    idCount += 1
    return "\(prefix)\(idCount)"
  }

  func heading(_ title: String, level: Int, id: String? = nil, tone: Tone = .neutral) -> Markup {
    let attributes: KeyValuePairs<StaticString, String?> = ["id": id, "class": tone.textClass]
    let words = [Markup.words(title)]
    return switch level {
    case ...2: .element("h2", attributes, words)
    case 3: .element("h3", attributes, words)
    case 4: .element("h4", attributes, words)
    case 5: .element("h5", attributes, words)
    default: .element("h6", attributes, words)
    }
  }

  private func markup(of banner: Banner) -> Markup {
    let icon = banner.icon.map {
      Markup.element("span", ["class": "icon"], [.words($0 + " ")])
    }
    let lines = banner.lines.enumerated().map { index, line in
      Markup.element("p", [:], (index == 0 ? [icon].compactMap { $0 } : []) + [.words(line)])
    }
    return .block(
      "div", ["class": "banner tone-\(banner.tone.rawValue)"],
      [
        .element("p", ["class": "heard"], [.words(banner.spoken)]),
        .block("div", ["aria-hidden": "true"], lines), controls.list(banner.links),
      ])
  }

  /// Returns a message, such as "Added Kent" or an error, as HTML.
  ///
  /// - Parameter isLive: true if the message is a live region, which a screen reader announces. It
  ///   is false for the outcome of a command, which the page's script announces. The style sheet
  ///   shows only one line of an outcome (three on a phone) until a person points at it or taps it.
  ///   Errors and warnings are always shown completely.
  func markup(of message: Message, isLive: Bool) -> Markup {
    let usual = ([message.text] + message.details).joined(separator: " ")
    let isHeardAsSeen = message.spoken == usual
    let isCut = !isLive && !message.warns
    func written(_ text: String) -> Markup { controls.sentence(text) }
    let words =
      [Markup.element("p", ["class": "words"], [written(message.text)])]
      + message.details.map { .element("p", [:], [written($0)]) }
    return .block(
      "div",
      [
        "class": "message tone-\(message.tone.rawValue)",
        "role": isLive ? (message.tone == .danger ? "alert" : "status") : nil,
      ],
      [
        isHeardAsSeen ? .nothing : .element("p", ["class": "heard"], [.words(message.spoken)]),
        .block(
          "div",
          ["class": isCut ? "cut" : nil, "aria-hidden": isHeardAsSeen ? nil : "true"], words),
        controls.list(message.links),
      ])
  }

  private mutating func markup(of section: Section, level: Int) -> Markup {
    let id = nextID("s")
    let inner = section.blocks.map { markup(of: $0, level: level + 1) }
    return .block(
      "section", ["aria-labelledby": id, "class": section.tone == .neutral ? nil : "toned"],
      [
        heading(section.title, level: level, id: id, tone: section.tone),
        controls.list(section.links),
        section.writing.map { inPlaceMarkup(of: $0) } ?? .nothing,
      ] + inner)
  }

  /// Returns the form at the top of a section, or a link to the form's command if the server could
  /// not make the form. A saved page has neither, because a browser cannot send anything from it.
  private func inPlaceMarkup(of writing: SectionForm) -> Markup {
    if let form = inPlace[writing.command] { return ServedFields(form, controls).markup }
    return options.isServed
      ? controls.list([CommandLink(writing.title, writing.command)]) : .nothing
  }

  private func markup(of empty: EmptyState) -> Markup {
    .block(
      "div", ["class": "empty"],
      [
        .element("p", [:], [controls.sentence(empty.text)]),
        empty.detail.map { .element("p", ["class": "tone-text-muted"], [controls.sentence($0)]) }
          ?? .nothing,
        controls.list(empty.links),
      ])
  }
}

extension Tone {
  /// The CSS class that colors words in this tone (a meaning, such as `danger`). It is nil for
  /// words in the ordinary color.
  var textClass: String? { self == .neutral ? nil : "tone-text-\(rawValue)" }
}

extension Message {
  /// Whether the message reports an error or a warning.
  fileprivate var warns: Bool { [.danger, .warning, .caution].contains(tone) }

  /// Whether the message is shown until the person closes it or leaves the page, as it is for
  /// warnings and for messages with a link, such as "Set to Offer received?". Other messages
  /// disappear after some seconds.
  var stays: Bool { warns || !links.isEmpty }
}
