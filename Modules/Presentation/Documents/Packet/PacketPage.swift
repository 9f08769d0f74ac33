import FeatureKit
import Hypertext

/// Writes the recruiting packet, the document that presents an athlete to coaches, as an HTML page.
struct PacketPage {
  let packet: PacketDocument

  init(_ packet: PacketDocument) { self.packet = packet }

  var text: String {
    let head = Markup.block(
      "head", [:],
      [
        .void("meta", ["charset": "utf-8"]),
        .void(
          "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .void("meta", ["name": "referrer", "content": "no-referrer"]),
        .void(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content": "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
          ]),
        .element("title", [:], [.line(packet.title)]), .style(PacketStyle.sheet),
      ])
    let body = Markup.block("body", [:], [printButton, main, footer])
    let root = Markup.block("html", ["lang": "en"], [head, body])
    return Markup.doctype.text + "\n" + root.text + "\n"
  }

  private var printButton: Markup {
    .element(
      "button", ["type": "button", "class": "print", "onclick": "window.print()"],
      [.words("Print")])
  }

  private var main: Markup { .block("main", [:], [cover, cards(packet.cards)] + sections) }

  private var cover: Markup {
    let lines = [packet.position, packet.schoolLine].compactMap(\.self).map {
      Markup.element("p", [:], [.words($0)])
    }
    let portrait =
      packet.initials.isEmpty
      ? Markup.nothing
      : .element("div", ["class": "portrait", "aria-hidden": "true"], [.line(packet.initials)])
    let generated = Markup.element("p", ["class": "quiet"], [.words(packet.generatedLine)])
    let words = [.element("h1", [:], [.words(packet.name)])] + lines + [generated]
    return .block("header", [:], [portrait, .block("div", [:], words)])
  }

  /// The parts of the packet (headings, texts, tables and links) as HTML sections. Each section
  /// begins with a heading of level 1.
  private var sections: [Markup] {
    var sections: [[Markup]] = []
    for block in packet.blocks {
      if case .heading(_, level: 1) = block { sections.append([]) }
      if sections.isEmpty { sections.append([]) }
      sections[sections.count - 1].append(markup(of: block))
    }
    return sections.map { .block("section", [:], $0) }
  }

  private var footer: Markup {
    .element("footer", [:], [.words(packet.footer)])
  }
}

extension PacketPage {
  private func markup(of block: PaperBlock) -> Markup {
    switch block {
    case .title(let name, let lines):
      .block(
        "div", [:],
        [.element("h2", [:], [.words(name)])] + lines.map { .element("p", [:], [.words($0)]) })
    case .heading(let words, let level):
      .element(level > 1 ? "h3" : "h2", [:], [.words(words)])
    case .words(let words, let tone):
      .element("p", ["class": "tone-\(tone.rawValue)"], [.words(words)])
    case .facts(let facts): .block("dl", [:], facts.flatMap(pair))
    case .cards(let stats): cards(stats)
    case .links(let links): .block("ul", [:], links.map(item))
    case .table(let table): markup(of: table)
    case .chart(let chart):
      .block(
        "figure", [:],
        [
          .element("figcaption", [:], [.words(chart.sentence)]),
          ChartPicture(chart, showsTitle: false).markup,
        ])
    }
  }

  private func cards(_ stats: [Stat]) -> Markup {
    guard !stats.isEmpty else { return .nothing }
    return .block(
      "dl", ["class": "cards"],
      stats.map { stat in
        let note = stat.note.map { Markup.element("dd", ["class": "note"], [.words($0)]) }
        let fact = Fact(stat.title, stat.value, tone: stat.tone)
        return .element("div", [:], pair(of: fact) + [note ?? .nothing])
      })
  }

  private func pair(of fact: Fact) -> [Markup] {
    [
      .element("dt", [:], [.words(fact.label)]),
      .element("dd", ["class": "tone-\(fact.tone.rawValue)"], [.words(fact.value)]),
    ]
  }

  private func item(_ link: PaperLink) -> Markup {
    let address = Markup.words(link.address)
    let shown =
      link.target.map {
        Markup.element("a", ["href": $0, "rel": "noopener noreferrer"], [address])
      } ?? address
    let label = link.label.isEmpty ? Markup.nothing : .words(link.label + ": ")
    return .element("li", [:], [label, shown])
  }

  private func markup(of table: PaperTable) -> Markup {
    let head = table.columns.map { column in
      Markup.element(
        "th", ["scope": "col", "class": column.isNumeric ? "number" : nil],
        [.words(column.title)])
    }
    let rows = table.rows.map { row in
      let cells = zip(row, table.columns).map { cell, column -> Markup in
        let words = Markup.words(cell.text)
        let badge = cell.badge.map {
          Markup.element("span", ["class": "badge tone-\($0.rawValue)"], [words])
        }
        return .element("td", ["class": column.isNumeric ? "number" : nil], [badge ?? words])
      }
      return Markup.element("tr", [:], cells)
    }
    let caption = table.caption.map { Markup.element("caption", [:], [.words($0)]) }
    let parts = [
      caption ?? .nothing, Markup.element("thead", [:], [.element("tr", [:], head)]),
      .block("tbody", [:], rows),
    ]
    return .block("div", ["class": "wide"], [.block("table", [:], parts)])
  }
}
