import CivilTime
public import FeatureKit

/// Generates pages from a seed. The same seed gives the same pages.
public struct RandomPages: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of the SplitMix64 generator.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  public mutating func page() -> Page {
    let blocks = blocks(depth: 2)
    return Page(title: words(), context: maybe { $0.words() }, subtitle: maybe { $0.words() }) {
      blocks
    }
  }

  private mutating func blocks(depth: Int) -> [Block] {
    (0..<number(below: 5)).map { _ in block(depth: depth) }
  }

  private mutating func block(depth: Int) -> Block {
    switch number(below: depth > 0 ? 13 : 11) {
    case 0:
      Banner(icon: maybe { _ in "👁" }, several { $0.words() }, tone: tone(), links: links()).block
    case 1: Message(words(), details: several { $0.words() }, tone: tone(), links: links()).block
    case 2: Paragraph(words(), tone: tone()).block
    case 3:
      StatGrid(
        several {
          Stat($0.words(), $0.word(), note: $0.maybe { $0.word() }, link: $0.maybe { $0.link() })
        }
      ).block
    case 4: table().block
    case 5:
      ProgressBar(words(), done: number(below: 30), of: number(below: 20), percent: 50).block
    case 6: chart().block
    case 7: Facts(several { Fact($0.words(), $0.words(), tone: $0.tone()) }).block
    case 8: EmptyState(words(), detail: maybe { $0.words() }, links: links()).block
    case 9: Links(links()).block
    case 10: form().block
    case 11: list(depth: depth - 1).block
    default: section(depth: depth - 1).block
    }
  }

  private mutating func section(depth: Int) -> Section {
    let (title, tone, links, blocks) = (words(), tone(), links(), blocks(depth: depth))
    return Section(title, tone: tone, links: links, writing: maybe { $0.sectionForm() }) { blocks }
  }

  private mutating func list(depth: Int) -> RowList {
    RowList(
      several { random in
        Row(
          random.words(), random.maybe { Marker.allCases[$0.number(below: Marker.allCases.count)] },
          handle: random.maybe { "t\($0.number(below: 2000))" }, spoken: random.words()
        )
        .opening(random.maybe { $0.link() })
        .showing(
          random.several { Badge($0.word(), tone: $0.tone()) },
          trailing: random.maybe { Badge($0.word()) }, detail: random.maybe { $0.words() }
        )
        .styled(
          random.tone(), icon: random.maybe { _ in "🔔" }, isStrong: random.number(below: 2) == 0
        )
        .offering(random.links())
        .expanding(random.number(below: 4) == 0 && depth > 0 ? random.blocks(depth: depth) : [])
      }, more: maybe { $0.link() })
  }

  private mutating func table() -> Table {
    let columns = several { Column($0.words(), isNumeric: $0.number(below: 2) == 0) }
    let rows = several { random in columns.map { _ in random.words() } }
    return Table(maybe { $0.words() }, columns: columns, rows: rows)
  }

  private mutating func chart() -> Chart {
    let form: Chart.Form =
      number(below: 2) == 0
      ? .bars(several { Chart.Bar($0.words(), $0.value(), tone: $0.tone()) })
      : .line(
        several { random in
          Chart.Series(
            random.word(), tone: random.tone(),
            points: random.several {
              Chart.Point(CalendarDay(dayNumber: 18_000 + $0.number(below: 3000)), $0.value())
            })
        }, unit: maybe { $0.word() })
    return Chart(words(), sentence: words(), form: form, table: table(), links: links())
  }

  private mutating func form() -> Form {
    let fields = several { random in
      Form.Field(
        random.word(), random.words(), value: random.words(),
        kind: random.number(below: 2) == 0
          ? .day : .choice(random.several { .init($0.word(), $0.words()) }),
        problem: random.maybe { $0.words() })
    }
    return Form(words(), fields: fields, submit: link())
  }

  private mutating func sectionForm() -> SectionForm {
    let visible = several { $0.word() }
    let choices = several { Form.Field.Choice($0.word(), $0.words()) }
    return SectionForm(
      words(), words(), button: words(), visible: visible,
      narrowed: visible.first.map { [$0: choices] } ?? [:])
  }

  private mutating func link() -> CommandLink {
    CommandLink(
      words(), words(), isEnabled: number(below: 4) > 0, isCurrent: number(below: 8) == 0)
  }

  private mutating func links() -> [CommandLink] { several { $0.link() } }

  private mutating func tone() -> Tone { Tone.allCases[number(below: Tone.allCases.count)] }

  private mutating func value() -> Double {
    switch number(below: 12) {
    case 0: .nan
    case 1: .infinity
    case 2: -1e300
    case 3: 1e-9
    default: Double(number(below: 10_000)) / 100 - 20
    }
  }

  private mutating func words() -> String {
    (0..<(1 + number(below: 9))).map { _ in word() }.joined(separator: " ")
  }

  private mutating func word() -> String {
    if number(below: 12) == 0 {
      return HostileText.samples[number(below: HostileText.samples.count - 5)]
    }
    let words = [
      "coach", "a", "Übung", "漢字", "🎉", "recruiting", "incomprehensibilities", "3.5", "👨‍👩‍👧‍👦",
    ]
    return words[number(below: words.count)]
  }

  private mutating func number(below limit: Int) -> Int {
    limit > 0 ? Int(next() % UInt64(limit)) : 0
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    number(below: 2) == 0 ? nil : make(&self)
  }

  private mutating func several<Value>(_ make: (inout Self) -> Value) -> [Value] {
    (0..<number(below: 4)).map { _ in make(&self) }
  }
}
