import CivilTime
public import FeatureKit

extension SamplePages {
  /// Returns a page that has every kind of block (such as paragraphs and lists), with every field
  /// filled in. The closure `text` makes each text from the field's name.
  ///
  /// A renderer (for a terminal or HTML) converts this page in a test. Its output shows whether the
  /// renderer omits a field or writes one without escaping.
  public static func filled(_ text: (String) -> String) -> Page {
    var page = Page(
      title: text("page.title"), context: text("page.context"), subtitle: text("page.subtitle"),
      problem: Problem(
        .locked, text("problem.title"), details: [text("problem.details")],
        fix: text("problem.fix"))
    ) {
      Banner(
        icon: text("banner.icon"), [text("banner.line"), text("banner.line")], tone: .info,
        links: [link("banner", text)], spoken: text("banner.spoken"))
    }
    page.blocks += words(text) + figures(text) + lists(text)
    return page
  }

  private static func words(_ text: (String) -> String) -> [Block] {
    [
      Message(
        text("message.text"), details: [text("message.details")], tone: .caution,
        links: [link("message", text)], spoken: text("message.spoken")
      ).block,
      Paragraph(text("paragraph.text"), tone: .muted).block,
      Links([link("links", text), link("links", text)]).block,
      EmptyState(text("empty.text"), detail: text("empty.detail"), links: [link("empty", text)])
        .block,
      Form(
        text("form.title"),
        fields: [
          Form.Field(
            "plain", text("field.label"), value: text("field.value"), kind: .text,
            problem: text("field.problem")),
          Form.Field(
            "aloud", text("aloud.label"), value: text("field.value"), spoken: text("aloud.spoken")),
          Form.Field("long", text("field.label"), value: text("field.value"), kind: .longText),
          Form.Field("number", text("field.label"), value: text("field.value"), kind: .number),
          Form.Field("day", text("field.label"), value: text("field.value"), kind: .day),
          Form.Field("flag", text("field.label"), value: text("flag.value"), kind: .flag),
          Form.Field(
            text("field.name"), text("field.label"), value: text("field.value"),
            kind: .choice([.init(text("choice.value"), text("choice.label"))])),
        ], submit: link("form", text)
      ).block,
    ]
  }

  private static func figures(_ text: (String) -> String) -> [Block] {
    let table = Table(
      text("table.caption"),
      columns: [Column(text("column.title")), Column(text("column.title"), isNumeric: true)],
      rows: [[text("cell"), text("cell")], [text("cell"), text("cell")]])
    let compared = Table(
      columns: [
        Column(text("column.title")), Column(text("column.title"), handle: text("column.handle")),
      ],
      rows: [[text("cell"), text("cell")]], isByColumn: true)
    let points = [
      Chart.Point(CalendarDay(dayNumber: 20_000), 1),
      Chart.Point(CalendarDay(dayNumber: 20_030), 3),
    ]
    return [
      StatGrid([
        Stat(
          text("stat.title"), text("stat.value"), note: text("stat.note"), tone: .first,
          link: link("stat", text), spoken: text("stat.spoken")),
        Stat(text("stat.title"), text("stat.value"), spoken: text("stat.spoken")),
      ]).block,
      ProgressBar(
        text("progress.text"), done: 3, of: 20, percent: 15, spoken: text("progress.spoken")
      ).block,
      Facts([Fact(text("fact.label"), text("fact.value"), tone: .positive)]).block,
      table.block, compared.block,
      Chart(
        text("chart.title"), sentence: text("chart.sentence"),
        form: .line(
          [
            Chart.Series(text("series.name"), tone: .first, points: points),
            Chart.Series(text("series.name"), tone: .second, points: points.reversed()),
          ], unit: text("chart.unit")),
        table: table, days: CalendarDay(dayNumber: 19_990)...CalendarDay(dayNumber: 20_040),
        isInThousandths: true, isOnClock: true, links: [link("chart", text)],
        spoken: text("chart.spoken")
      ).block,
      Chart(
        text("chart.title"), sentence: text("chart.sentence"),
        form: .bars([
          Chart.Bar(text("bar.label"), 3), Chart.Bar(text("bar.label"), -1, tone: .danger),
          Chart.Bar(text("bar.label"), .nan),
        ]), table: table, links: [link("chart", text)]
      ).block,
    ]
  }

  private static func lists(_ text: (String) -> String) -> [Block] {
    func named(_ marker: Marker) -> Row {
      Row(text("row.title"), marker, handle: text("row.handle"), spoken: text("row.spoken"))
    }
    let inner = named(.unread).styled(isStrong: true).offering([link("row", text)])
    let row = named(.started)
      .opening(link("opens", text))
      .showing(
        [Badge(text("badge.text"), tone: .warning), Badge(text("badge.text"))],
        trailing: Badge(text("trailing.text"), tone: .danger), detail: text("row.detail"),
        preview: text("row.preview"), bars: [1, 3, .nan, 2]
      )
      .styled(icon: text("row.icon"))
      .offering([link("row", text), disabled(text), current(text)])
      .expanding([
        Section(text("section.title"), tone: .danger) {
          Paragraph(text("paragraph.text"))
          RowList([inner])
        }.block
      ])
    var card = inner
    card.moves = [CommandLink("Here", "here", isCurrent: true), CommandLink("There", "there")]
    return [
      Section(text("section.title"), links: [link("section", text)]) {
        RowList([row, inner], more: link("more", text))
      }.block,
      MonthGrid(
        monthOf: CalendarDay(dayNumber: 20_000), today: CalendarDay(dayNumber: 20_001),
        entries: [
          .init(CalendarDay(dayNumber: 20_000), link("month", text), tone: .info),
          .init(CalendarDay(dayNumber: 20_001), link("month", text)),
        ]
      ).block,
      Board([Section(text("section.title")) { RowList([card]) }, Section("Empty") {}]).block,
    ]
  }

  private static func link(_ name: String, _ text: (String) -> String) -> CommandLink {
    CommandLink(
      text("\(name).link.label"), text("\(name).link.command"), spoken: text("\(name).link.spoken"))
  }

  private static func current(_ text: (String) -> String) -> CommandLink {
    CommandLink(
      text("current.label"), text("current.command"), spoken: text("current.spoken"),
      isCurrent: true)
  }

  private static func disabled(_ text: (String) -> String) -> CommandLink {
    CommandLink(
      text("disabled.label"), text("disabled.command"), spoken: text("disabled.spoken"),
      isEnabled: false)
  }
}
