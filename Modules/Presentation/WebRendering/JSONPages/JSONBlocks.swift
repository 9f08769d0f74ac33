import CivilTime
import FeatureKit
import JSON

extension Page {
  var json: JSONValue {
    .members([
      ("title", .string(title)), ("context", .text(context)), ("subtitle", .text(subtitle)),
      ("problem", problem?.json), ("blocks", blocks.json),
    ])
  }
}

extension [Block] {
  /// The blocks of a page (its parts, such as lists) as a JSON array. A board, which shows several
  /// lists side by side, is written as sections, one after the other.
  fileprivate var json: JSONValue { .array(flatMap(\.inSequence).map(\.json)) }
}

extension Block {
  /// The block (a part of a page, such as a list) as a JSON object: its `type`, and then its own
  /// fields.
  fileprivate var json: JSONValue {
    switch self {
    case .banner(let banner):
      typed(
        "banner",
        [
          ("icon", .text(banner.icon)), ("lines", .strings(banner.lines)),
          ("tone", banner.tone.json), ("links", banner.links.json),
          ("spoken", .string(banner.spoken)),
        ])
    case .message(let message):
      typed(
        "message",
        [
          ("text", .string(message.text)), ("details", .strings(message.details)),
          ("tone", message.tone.json), ("links", message.links.json),
          ("spoken", .string(message.spoken)),
        ])
    case .paragraph(let paragraph):
      typed("paragraph", [("text", .string(paragraph.text)), ("tone", paragraph.tone.json)])
    case .stats(let grid): typed("stats", [("stats", .array(grid.stats.map(\.json)))])
    case .section(let section):
      typed(
        "section",
        [
          ("title", .string(section.title)), ("tone", section.tone.json),
          ("links", section.links.json), ("blocks", section.blocks.json),
        ])
    case .list(let list):
      typed("list", [("rows", .array(list.rows.map(\.json))), ("more", list.more?.json)])
    case .board(let board): board.filled.map(\.block).json
    case .month(let grid):
      typed(
        "month",
        [
          ("month", .string(grid.text)), ("today", .string(grid.today.description)),
          (
            "entries",
            .array(
              grid.entries.map {
                .object([
                  "day": .string($0.day.description), "opens": $0.opens.json,
                  "tone": $0.tone.json,
                ])
              })
          ),
        ])
    case .table(let table): typed("table", table.members)
    case .progress(let bar):
      typed(
        "progress",
        [
          ("text", .string(bar.text)), ("done", JSONValue(bar.done)),
          ("total", JSONValue(bar.total)), ("percent", JSONValue(bar.percent)),
          ("spoken", .string(bar.spoken)),
        ])
    case .chart(let chart): typed("chart", chart.members)
    case .form(let form):
      typed(
        "form",
        [
          ("title", .string(form.title)), ("fields", .array(form.fields.map(\.json))),
          ("submit", form.submit.json),
        ])
    case .facts(let facts):
      typed(
        "facts",
        [
          (
            "facts",
            .array(
              facts.facts.map {
                .object([
                  "label": .string($0.label), "value": .string($0.value), "tone": $0.tone.json,
                ])
              })
          )
        ])
    case .empty(let empty):
      typed(
        "empty",
        [
          ("text", .string(empty.text)), ("detail", .text(empty.detail)),
          ("links", empty.links.json),
        ])
    case .links(let links): typed("links", [("links", links.links.json)])
    }
  }

  private func typed(_ name: String, _ members: [(String, JSONValue?)]) -> JSONValue {
    .members([("type", .string(name))] + members)
  }
}

extension Stat {
  fileprivate var json: JSONValue {
    .members([
      ("title", .string(title)), ("value", .string(value)), ("note", .text(note)),
      ("tone", tone.json), ("link", link?.json), ("spoken", .string(spoken)),
    ])
  }
}

extension Row {
  fileprivate var json: JSONValue {
    .members([
      ("marker", .text(marker?.rawValue)), ("handle", .text(handle)),
      ("icon", .text(icon)), ("title", .string(title)),
      ("badges", .array(badges.map(\.json))), ("trailing", trailing?.json),
      ("detail", .text(detail)), ("preview", .text(preview)),
      ("bars", .some(bars.map { JSONValue($0) })), ("strong", .bool(isStrong)),
      ("tone", tone.json),
      ("opens", opens?.json), ("links", links.json),
      ("expanded", expanded.json), ("spoken", .string(spoken)),
    ])
  }
}

extension Table {
  fileprivate var members: [(String, JSONValue?)] {
    [
      ("caption", .text(caption)),
      (
        "columns",
        .array(
          columns.map {
            .members([
              ("title", .string($0.title)), ("numeric", .bool($0.isNumeric)),
              ("handle", .text($0.handle)),
            ])
          })
      ),
      ("rows", .array(rows.map { .strings($0) })), ("byColumn", isByColumn ? true : nil),
    ]
  }
}

extension Chart {
  fileprivate var members: [(String, JSONValue?)] {
    var drawing: [(String, JSONValue?)]
    switch form {
    case .line(let series, let unit):
      drawing = [
        ("form", "line"), ("unit", .text(unit)), ("series", .array(series.map(\.json))),
      ]
    case .days(let series): drawing = [("form", "days"), ("series", .array([series.json]))]
    case .bars(let bars):
      drawing = [
        ("form", "bars"),
        (
          "bars",
          .array(
            bars.map {
              .object([
                "label": .string($0.label), "value": JSONValue($0.value), "tone": $0.tone.json,
              ])
            })
        ),
      ]
    }
    return [
      ("title", .string(title)), ("spoken", spoken == title ? nil : .string(spoken)),
      ("sentence", .string(sentence)),
    ] + drawing
      + [
        ("from", .text(days?.lowerBound.description)),
        ("through", .text(days?.upperBound.description)),
        ("thousandths", isInThousandths ? true : nil), ("clock", isOnClock ? true : nil),
        ("table", .members(table.members)), ("links", links.json),
      ]
  }
}

extension Chart.Series {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "tone": tone.json,
      "points": .array(
        points.map { .object(["day": .string($0.day.description), "value": JSONValue($0.value)]) }),
    ])
  }
}

extension Form.Field {
  fileprivate var json: JSONValue {
    .members([
      ("name", .string(name)), ("label", .string(label)), ("value", .string(value)),
      ("kind", .string(kind.name)), ("choices", kind.choices), ("problem", .text(problem)),
      ("spoken", .text(spoken)),
    ])
  }
}

extension Form.Field.Kind {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .longText: "longText"
    case .number: "number"
    case .day: "day"
    case .flag: "flag"
    case .choice: "choice"
    }
  }

  fileprivate var choices: JSONValue? {
    guard case .choice(let choices) = self else { return nil }
    return .array(
      choices.map { .object(["value": .string($0.value), "label": .string($0.label)]) })
  }
}
