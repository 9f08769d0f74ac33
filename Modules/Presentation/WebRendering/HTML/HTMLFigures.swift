import FeatureKit
import Hypertext

// Writes boxes with numbers, facts (labels with their values), progress bars and tables as HTML.
extension HTMLBody {
  func markup(of grid: StatGrid) -> Markup {
    .block("ul", ["class": "stats", "role": "list"], grid.stats.map { markup(of: $0) })
  }

  /// Returns the box of a number, such as the number of schools, with its title, value and note.
  ///
  /// A screen reader reads one sentence instead of these parts: the accessible name of the box's
  /// link, or hidden text if there is no link.
  private func markup(of stat: Stat) -> Markup {
    let opens = stat.link.flatMap { link in
      controls.leadsSomewhere(link)
        ? controls.control(CommandLink(stat.title, link.command), spoken: stat.spoken) : nil
    }
    let title = opens ?? .element("span", ["aria-hidden": "true"], [.words(stat.title)])
    let note = stat.note.map {
      Markup.element("span", ["class": "stat-note", "aria-hidden": "true"], [.words($0)])
    }
    return .block(
      "li", ["class": "stat tone-\(stat.tone.rawValue)" + (stat.symbol == nil ? "" : " solid")],
      [
        stat.symbol.map { Icon($0).markup } ?? .nothing,
        opens == nil ? .element("span", ["class": "heard"], [.words(stat.spoken)]) : .nothing,
        title,
        .element("span", ["class": "stat-value", "aria-hidden": "true"], [.words(stat.value)]),
        note ?? .nothing,
      ])
  }

  func markup(of facts: Facts) -> Markup {
    let rest = facts.facts.filter { !raised.contains($0) }
    return rest.isEmpty ? .nothing : list(of: rest)
  }

  /// Returns menus that change a fact (a label with its value, such as a school's status) with one
  /// press. The page shows them above its other parts. Beside the menus are links to write to or
  /// call the person whom the facts describe.
  mutating func raise(_ blocks: [Block]) -> Markup {
    guard options.isServed else { return .nothing }
    raised = blocks.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts.filter { !$0.changes.isEmpty } } else { [] }
    }
    let ways = blocks.flatMap { block -> [Markup] in
      if case .facts(let facts) = block { facts.facts.flatMap(waysToWrite) } else { [] }
    }
    guard !raised.isEmpty || !ways.isEmpty else { return .nothing }
    return .block("div", ["class": "listing changes"], raised.map { chip(of: $0) } + ways)
  }

  /// Returns the links for the e-mail address or the telephone number that a fact (a label with its
  /// value) contains. They open the e-mail program, send a text message, or call the number.
  private func waysToWrite(_ fact: Fact) -> [Markup] {
    let mail = Self.mailAddress(fact.value).map { [("E-mail", $0)] } ?? []
    let isPhone = fact.label.lowercased().hasSuffix("phone")
    return (mail + (isPhone ? Self.waysToPhone(fact.value) : [])).map { label, address in
      .element("a", ["class": "chip", "href": address], [.words(label)])
    }
  }

  static func mailAddress(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
      !text.contains(where: \.isWhitespace), !text.contains("/")
    else { return nil }
    return "mailto:" + parts.map { PercentEncoding.encoded($0) }.joined(separator: "@")
  }

  /// Returns the labels and addresses of the links for a telephone number; empty if the text is not
  /// one.
  static func waysToPhone(_ text: String) -> [(String, String)] {
    guard let phone = PhoneNumber(text) else { return [] }
    let ending = phone.lineExtension.map { ";ext=" + $0 } ?? ""
    return [("Text", "sms:" + phone.number), ("Call", "tel:" + phone.number + ending)]
  }

  private func chip(of fact: Fact) -> Markup {
    .block(
      "details", ["class": "menu"],
      [
        .element(
          "summary", ["class": "chip", "aria-label": "\(fact.label): \(fact.value). Change it"],
          [.words("\(fact.label): "), .element("strong", [:], [.words(fact.value)])]),
        controls.list(fact.changes),
      ])
  }

  private func list(of facts: [Fact]) -> Markup {
    .block(
      "dl", [:],
      facts.map { fact in
        .element(
          "div", [:],
          [
            .element("dt", [:], [.words(fact.label)]),
            .element("dd", ["class": fact.tone.textClass], [value(of: fact)]),
          ])
      })
  }

  /// Returns the value of a fact (a label with its value) as HTML. Records and web addresses become
  /// links. With `noreferrer`, the web site does not learn from which page the browser came.
  private func value(of fact: Fact) -> Markup {
    let words = Markup.words(fact.value)
    guard !fact.isToCopy else { return .element("span", ["data-copy": fact.label], [words]) }
    let parts = fact.value.split(separator: "; ").map(String.init)
    let records = parts.compactMap(record)
    if let first = records.first, records.count == parts.count {
      return records.dropFirst().reduce(first) { $0 + .words("; ") + $1 }
    }
    if let record = record(of: fact.value) { return record }
    guard options.isServed, !fact.value.contains(where: \.isWhitespace) else { return words }
    let isAddress = ["https://", "http://"].contains { fact.value.lowercased().hasPrefix($0) }
    guard let address = isAddress ? fact.value : Self.mailAddress(fact.value) else { return words }
    return .element("a", ["href": address, "rel": "noreferrer"], [words])
  }

  /// Returns a link to a record if the value is its handle (short name) and title, such as `s2
  /// Kent`.
  private func record(of value: String) -> Markup? {
    guard options.isServed, let gap = value.firstIndex(of: " ") else { return nil }
    let handle = value[..<gap]
    let letters = handle.prefix(while: \.isLetter)
    guard (1...2).contains(letters.count), handle.count > letters.count,
      handle.dropFirst(letters.count).allSatisfy(\.isNumber),
      case .page(let address)? = options.target(String(handle))
    else { return nil }
    return .element(
      "a", ["href": address], [.words(String(value[value.index(after: gap)...]))])
  }

  func markup(of bar: ProgressBar) -> Markup {
    let total = max(1, bar.total > 0 ? bar.total : 100)
    let done = min(total, max(0, bar.total > 0 ? bar.done : bar.percent))
    return .block(
      "div", ["class": "progress"],
      [
        .element("p", ["aria-hidden": "true"], [.words(bar.text)]),
        .element(
          "progress", ["max": "\(total)", "value": "\(done)", "aria-label": bar.spoken],
          [.words(bar.text)]),
      ])
  }

  func markup(of table: Table) -> Markup {
    let head = table.columns.map { column in
      Markup.element(
        "th", ["scope": "col", "class": column.isNumeric ? "number" : nil],
        [
          column.handle.map { CommandLink(column.title, $0) }.flatMap {
            controls.leadsSomewhere($0) ? controls.control($0) : nil
          } ?? .words(column.name)
        ])
    }
    let rows = table.rows.map { row -> Markup in
      .element(
        "tr", [:],
        table.columns.indices.map { index in
          let words = [Markup.words(row.indices.contains(index) ? row[index] : "")]
          let style = table.columns[index].isNumeric ? "number" : nil
          return index == 0
            ? .element("th", ["scope": "row", "class": style], words)
            : .element("td", ["class": style], words)
        })
    }
    return .block(
      // A table that is wider than the window scrolls sideways inside this element. The element can
      // get the focus, so that a person can scroll it with the keyboard.
      "div",
      [
        // The role is `group` and not `region`. The name of a region must be unique on a page, and
        // two tables can have the same columns and therefore the same name.
        "class": "wide", "tabindex": "0", "role": "group",
        "aria-label": table.caption ?? table.columns.map(\.title).joined(separator: ", "),
      ],
      [
        .block(
          "table", ["class": table.isByColumn ? "compared" : nil],
          [
            table.caption.map { .element("caption", [:], [.words($0)]) } ?? .nothing,
            .element("thead", [:], [.element("tr", [:], head)]), .block("tbody", [:], rows),
          ])
      ])
  }
}
