import Charts
import FeatureKit
import Hypertext

extension HTMLBody {
  mutating func markup(of list: RowList, level: Int) -> Markup {
    var items: [Markup] = []
    for row in list.rows { items.append(markup(of: row, level: level)) }
    let more = list.more.map {
      Markup.element("p", ["class": "more"], [controls.control($0)])
    }
    let rows = Markup.block("ul", ["class": "rows", "role": "list"], items)
    let placed =
      options.isServed && !list.columns.isEmpty
      ? .block("div", ["class": "columns"], [headings(of: list), rows]) : rows
    return .block("div", ["class": "list"], [placed, more ?? .nothing])
  }

  /// Returns the HTML of a row of a list. Its visible parts are hidden from screen readers, which
  /// get one sentence for the whole row. If the row has a link, the sentence is the link's
  /// accessible name.
  private mutating func markup(of row: Row, level: Int) -> Markup {
    let tick = tick(of: row)
    let expanded = row.expanded.map { markup(of: $0, level: level) }
    let state = (row.isStrong ? " strong" : "") + (expanded.isEmpty ? " brief" : " open")
    return .block(
      "li",
      [
        "class": "row tone-\(row.tone.rawValue)\(state)",
        "id": options.isServed && level <= 3 ? row.handle.map { "row-" + $0 } : nil,
      ],
      [
        picker(of: row), sign(of: row, tick), text(of: row, tick), badges(of: row),
        .lines(options.isServed ? cells(of: row) : []),
        acts(of: row, tick), moves(of: row),
        handle(of: row),
        expanded.isEmpty ? .nothing : .block("div", ["class": "expanded"], expanded),
      ])
  }

  private func handle(of row: Row) -> Markup {
    guard options.showsHandles, let handle = row.handle else { return .nothing }
    return .element("span", ["class": "handle", "aria-hidden": "true"], [.words(handle)])
  }

  /// Returns the sentence for a row that a screen reader speaks, such as `Task t24. Take the PSAT,
  /// Completed`. If the page shows no handles (short names such as `t24`), it begins with `Take the
  /// PSAT`.
  private func announcement(of row: Row) -> String {
    let announcement = row.announcement
    guard !options.showsHandles, let handle = row.handle else { return announcement }
    // The handle is the first or the second word of the sentence.
    let words = announcement.split(separator: " ", maxSplits: 2)
    guard let place = words.prefix(2).firstIndex(where: { $0 == handle + "." }),
      place + 1 < words.count
    else { return announcement }
    return String(announcement[words[place + 1].startIndex...])
  }

  /// Returns the links of a row. On a page from the web server, the first link is shown if it opens
  /// a page, if it is the primary action of the row's page, or if it is the only link and deletes
  /// nothing. The others are in a menu. The shown link is an icon if its command has one, but a
  /// primary action has words. An expanded row, and one whose links are to be shown, shows all its
  /// links. The links to write to or call the row's person follow the shown link.
  private func acts(of row: Row, _ tick: CommandLink?) -> Markup {
    let links = row.leads ? row.links : row.links.filter { $0.command != tick?.command }
    let ways = ways(to: row)
    let showsWords = row.showsLinks || !ways.isEmpty
    let style = row.leads ? "acts leads" : showsWords ? "acts shown" : "acts"
    guard options.isServed, row.expanded.isEmpty, !row.showsLinks, !links.isEmpty || !ways.isEmpty
    else {
      return controls.list(links, style)
    }
    let shown = links.first.flatMap { first -> Markup? in
      let opens = opensPage(first)
      let isAlone = links.count == 1 && !HTMLControls.takesAway(first)
      guard row.leads || opens || isAlone else { return nil }
      let icon = row.leads || !opens ? nil : Icon(leadingTo: first.command)
      return controls.control(first, icon: icon)
    }
    let others = shown == nil ? links : Array(links.dropFirst())
    var items = [shown].compactMap(\.self) + ways
    if !others.isEmpty {
      items.append(controls.menu(others, called: "More: \(row.title)", "More", icon: .more))
    }
    return .block(
      "ul", ["class": style, "role": "list"], items.map { .element("li", [:], [$0]) })
  }

  /// Returns the links with which the viewer writes to or calls the person whom a row shows.
  private func ways(to row: Row) -> [Markup] {
    row.addresses.flatMap { address -> [(String, String, String)] in
      switch address {
      case .mail(let text): Self.mailAddress(text).map { [("Write", "Write to", $0)] } ?? []
      case .phone(let text): Self.waysToPhone(text).map { ($0.0, $0.0, $0.1) }
      }
    }.map { label, spoken, address in
      .element("a", ["href": address, "aria-label": "\(spoken) \(row.title)"], [.words(label)])
    }
  }

  /// Returns whether a link opens a page, such as a form. Only such a link can be an icon without
  /// words, because a person who presses a sign must not change data by mistake.
  private func opensPage(_ link: CommandLink) -> Bool {
    guard link.isEnabled, !HTMLControls.takesAway(link),
      case .page? = options.target(link.command)
    else { return false }
    return true
  }

  /// Returns the command that runs when the row's checkbox is pressed. Candidates are the command
  /// that opens the row and then the row's first link. The result is the first of these that
  /// changes data or is disabled; nil if there is none.
  ///
  /// If the command is disabled, the checkbox cannot be pressed.
  private func tick(of row: Row) -> CommandLink? {
    guard options.isServed, row.marker?.isBox == true else { return nil }
    return [row.opens, row.links.first].compactMap { $0 }.first { link in
      if case .action? = options.target(link.command) { true } else { !link.isEnabled }
    }
  }

  private func sign(of row: Row, _ tick: CommandLink?) -> Markup {
    guard let marker = row.marker else { return .nothing }
    let style = "sign sign-\(marker.rawValue) tone-\(row.markerTone.rawValue)"
    let shape = Markup.element(
      "span", ["class": style, "aria-hidden": "true"], [.words(marker.sign)])
    guard let tick else { return shape }
    let name = tick.spoken ?? "\(tick.label): \(row.title)"
    guard tick.isEnabled, case .action(let address)? = options.target(tick.command) else {
      return .element(
        "span", ["class": "tick-box"],
        [
          .element(
            "button",
            ["type": "button", "class": "tick", "aria-disabled": "true", "aria-label": name],
            [shape])
        ])
    }
    return .element(
      "form", ["method": "post", "action": address, "class": "action tick-box"],
      [
        controls.hidden(command: tick.command),
        .element("button", ["type": "submit", "class": "tick", "aria-label": name], [shape]),
      ])
  }

  private func picker(of row: Row) -> Markup {
    guard !bulk.isEmpty, let handle = row.handle else { return .nothing }
    return .element(
      "label", ["class": "pick"],
      [
        .void(
          "input",
          [
            "type": "checkbox", "name": "_row", "value": handle, "form": "bulk",
            "aria-label": "Select \(row.title)",
          ])
      ])
  }

  private func text(of row: Row, _ tick: CommandLink?) -> Markup {
    let typed = typedLine(of: row)
    let announcement = announcement(of: row)
    let spoken = typed.map { announcement.without(ending: $0) } ?? announcement
    let opens = row.opens.flatMap { link in
      controls.leadsSomewhere(link) && link.command != tick?.command
        ? CommandLink(row.title, link.command) : nil
    }
    let icon = row.icon.map {
      Markup.element("span", ["class": "icon", "aria-hidden": "true"], [.words($0 + " ")])
    }
    var title = [icon].compactMap { $0 }
    if let opens {
      title.append(controls.control(opens, spoken: spoken))
    } else {
      title.append(.element("span", ["class": "heard"], [.words(spoken)]))
      title.append(.element("span", ["aria-hidden": "true"], [.words(row.title)]))
    }
    var body = [Markup.element("div", ["class": "title"], title)]
    if !row.bars.isEmpty { body.append(miniBars(row.bars)) }
    if let detail = row.detail, typed == nil {
      body.append(
        .element(
          "p", ["class": "detail", "aria-hidden": row.isDetailSpoken ? "true" : nil],
          withMailAddresses(detail)))
    }
    if let preview = row.preview {
      body.append(
        .element(
          "p",
          [
            "class": "detail preview",
            "aria-hidden": announcement.says(preview) ? "true" : nil,
          ], [.words(preview)]))
    }
    body.append(unplacedBadges(of: row))
    return .block("div", ["class": "body"], body)
  }

  /// Returns the text of a row's detail (the text below its title), in which each e-mail address
  /// becomes a link.
  private func withMailAddresses(_ detail: String) -> [Markup] {
    guard options.isServed, detail.utf8.contains(UInt8(ascii: "@")) else { return [.words(detail)] }
    let parts = detail.split(separator: " · ").map(String.init)
    return parts.enumerated().flatMap { index, part -> [Markup] in
      let words = Markup.words(part)
      let shown = Self.mailAddress(part).map { Markup.element("a", ["href": $0], [words]) } ?? words
      return index == 0 ? [shown] : [.words(" · "), shown]
    }
  }

  /// Returns the row's detail (the text below its title) if it is a command to type in a terminal,
  /// namely the command that opens the row; otherwise nil. A page from the web server leaves this
  /// detail out, because pressing the row runs the command.
  private func typedLine(of row: Row) -> String? {
    guard options.isServed, let detail = row.detail, let command = row.opens?.command,
      detail.hasPrefix(command)
    else { return nil }
    return detail
  }

  private func cells(of row: Row) -> [Markup] {
    row.cells.enumerated().map { index, cell in
      let isTrailing = row.trailing != nil && index == row.cells.count - 1
      let isDetail = row.isDetailSpoken && cell == row.detail.map { Row.Cell.text($0) }
      return markup(of: cell, isSpoken: isTrailing || isDetail)
    }
  }

  /// Returns a value in its column. A screen reader speaks one sentence for the whole row. Values
  /// that this sentence contains (each badge, the last column, and a spoken detail) are therefore
  /// hidden from screen readers.
  private func markup(of cell: Row.Cell?, isSpoken: Bool) -> Markup {
    switch cell {
    case .badge(let badge):
      .element("span", ["class": "cell", "aria-hidden": "true"], [markup(of: badge)])
    case .text(let text, let tone):
      .element(
        "span",
        [
          "class": "cell tone-text-\(tone.rawValue)",
          "aria-hidden": isSpoken ? "true" : nil,
        ], withMailAddresses(text))
    case nil: .element("span", ["class": "cell"], [])
    }
  }

  /// Returns the badges of a row, such as its status, that are in none of the columns. A list with
  /// columns shows them below the title.
  private func unplacedBadges(of row: Row) -> Markup {
    let badges = row.badges.filter { !row.cells.contains(.badge($0)) }
    guard options.isServed, !row.cells.isEmpty, !badges.isEmpty else { return .nothing }
    return .element(
      "p", ["class": "unplaced", "aria-hidden": "true"], badges.map { markup(of: $0) })
  }

  private func badges(of row: Row) -> Markup {
    let trailing = row.trailing.map {
      // On a phone, a short text such as `Feb 6` gets a narrower column at the end of the row.
      let width = $0.text.count <= 7 ? "trailing narrow" : "trailing"
      return Markup.element(
        "span", ["class": "\(width) tone-text-\($0.tone.rawValue)"], [.words($0.text)])
    }
    guard !row.badges.isEmpty || trailing != nil else { return .nothing }
    return .element(
      "p", ["class": "badges", "aria-hidden": "true"],
      row.badges.map { markup(of: $0) } + [trailing].compactMap { $0 })
  }

  /// Returns the drawing of a row's small bars. A browser stretches the drawing. It has space for
  /// at least ten bars, so that the bars of all rows of a list are equally wide.
  private func miniBars(_ values: [Double]) -> Markup {
    let heights = MiniBars.heights(values)
    let bars = heights.enumerated().map { index, height in
      let tall = (height ?? 0) * 96
      return Markup.element(
        "rect",
        [
          "x": "\(index * 14)", "y": SVGPath.number(96 - tall), "width": "12",
          "height": SVGPath.number(tall), "rx": "2",
        ], [])
    }
    return .block(
      "svg",
      [
        "class": "mini", "viewBox": "0 0 \(max(heights.count, 10) * 14) 96",
        "preserveAspectRatio": "none", "aria-hidden": "true", "focusable": "false",
      ], bars)
  }

  private func markup(of badge: Badge) -> Markup {
    .element("span", ["class": "badge tone-\(badge.tone.rawValue)"], [.words(badge.text)])
  }
}

extension String {
  /// Returns the text without `words` at its end, and without the colon before them, as in `Ready`
  /// for `Ready: tasks complete t24`.
  fileprivate func without(ending words: String) -> String {
    let end = hasSuffix(words + ".") ? words + "." : words
    guard hasSuffix(end) else { return self }
    var rest = dropLast(end.count)
    while let last = rest.last, last == " " || last == ":" { rest.removeLast() }
    return String(rest)
  }
}

extension Marker {
  /// Whether the marker (the symbol before a row) shows the state of a task. A page from the web
  /// server shows such a marker as a checkbox.
  var isBox: Bool {
    switch self {
    case .unchecked, .started, .checked, .chosen, .skipped, .locked: true
    case .bullet, .unread: false
    }
  }

  fileprivate var sign: String {
    switch self {
    case .unchecked: "☐"
    case .started: "◐"
    case .checked, .chosen: "☑"
    case .skipped: "⊘"
    case .locked: "🔒"
    case .bullet, .unread: "●"
    }
  }
}
