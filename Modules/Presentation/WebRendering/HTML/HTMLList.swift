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
    return .block(
      "div", [:], [.block("ul", ["class": "rows", "role": "list"], items), more ?? .nothing])
  }

  /// What is seen of a row is hidden from those who listen; they hear its sentence once, as the name of its link where it
  /// has one.
  private mutating func markup(of row: Row, level: Int) -> Markup {
    let spoken = row.announcement
    let handle = row.handle.map {
      Markup.element("span", ["class": "handle", "aria-hidden": "true"], [.words($0 + " ")])
    }
    let opens = row.opens.flatMap { link in
      controls.leadsSomewhere(link) ? CommandLink(row.title, link.command) : nil
    }
    let icon = row.icon.map {
      Markup.element("span", ["class": "icon", "aria-hidden": "true"], [.words($0 + " ")])
    }
    var title = [handle, icon].compactMap { $0 }
    if let opens {
      title.append(controls.control(opens, spoken: spoken))
    } else {
      title.append(.element("span", ["class": "heard"], [.words(spoken)]))
      title.append(.element("span", ["aria-hidden": "true"], [.words(row.title)]))
    }
    let badges = row.badges + [row.trailing].compactMap { $0 }
    var body = [Markup.element("div", ["class": "title"], title)]
    if !badges.isEmpty {
      body.append(
        .element("p", ["class": "badges", "aria-hidden": "true"], badges.map { markup(of: $0) }))
    }
    if !row.bars.isEmpty { body.append(miniBars(row.bars)) }
    for text in [row.detail, row.preview].compactMap({ $0 }) {
      body.append(.element("p", ["class": "detail"], [.words(text)]))
    }
    body.append(controls.list(row.links))
    let expanded = row.expanded.map { markup(of: $0, level: level) }
    if !expanded.isEmpty { body.append(.block("div", ["class": "expanded"], expanded)) }
    let marker = row.marker.map {
      Markup.element(
        "span", ["class": "marker tone-\(row.markerTone.rawValue)", "aria-hidden": "true"],
        [.words($0.sign)])
    }
    let state = (row.isStrong ? " strong" : "") + (expanded.isEmpty ? " brief" : "")
    return .block(
      "li", ["class": "row tone-\(row.tone.rawValue)\(state)"],
      [marker ?? .nothing, .block("div", ["class": "body"], body)])
  }

  private func miniBars(_ values: [Double]) -> Markup {
    let bars = MiniBars.heights(values).map { height in
      Markup.element("span", ["style": "height:\(SVGPath.number((height ?? 0) * 100))%"], [])
    }
    return .element("div", ["class": "mini", "aria-hidden": "true"], bars)
  }

  private func markup(of badge: Badge) -> Markup {
    .element("span", ["class": "badge tone-\(badge.tone.rawValue)"], [.words(badge.text)])
  }
}

extension Marker {
  fileprivate var sign: String {
    switch self {
    case .unchecked: "☐"
    case .started: "◐"
    case .checked: "☑"
    case .skipped: "⊘"
    case .locked: "🔒"
    case .bullet, .unread: "●"
    }
  }
}
