import CivilTime
import Documents
import FeatureKit
import Testing

@Suite("The packet's page")
struct PacketTests {
  let packet = PacketDocument(
    name: "Sam Lee", position: "Pitcher", schoolLine: "Lincoln High • Class of 2028",
    generatedLine: "Generated February 10, 2026", madeAt: Instant(seconds: 1_770_730_200),
    cards: [Stat("Height", "6'1\""), Stat("GPA", "3.85", note: "of 4.00", tone: .positive)],
    blocks: [
      .heading("Contact"),
      .facts([Fact("E-mail", "sam@example.org"), Fact("Phone", "Available upon request")]),
      .heading("Videos"), .links([PaperLink("YouTube", "https://youtu.be/abc?x=1&y=2")]),
      .heading("Schools"),
      .table(
        PaperTable(
          "Priority A Schools (1)", columns: ["Name", Column("Fit", isNumeric: true), "Status"],
          rows: [["Ohio State", "82", PaperCell("Offer", badge: .positive)]])),
    ], footer: "Recruiting Compass · February 10, 2026")

  @Test("Everything given is on it, in order, under its heading")
  func contents() {
    let page = XMLReader(html: packet.html)
    #expect(page.isWellFormed)
    let expected = [
      "Sam Lee · Recruiting Packet", "Print", "SL", "Sam Lee", "Pitcher",
      "Lincoln High • Class of 2028", "Generated February 10, 2026", "Height", "6'1\"", "GPA",
      "3.85", "of 4.00", "Contact", "E-mail", "sam@example.org", "Phone", "Available upon request",
      "Videos",
      "YouTube: ", "https://youtu.be/abc?x=1&y=2", "Schools", "Priority A Schools (1)", "Name",
      "Fit", "Status", "Ohio State", "82", "Offer", "Recruiting Compass · February 10, 2026",
    ]
    var rest = page.words[...]
    for words in expected {
      let found = rest.firstRange(of: words)
      #expect(found != nil, "\(words) is missing or in the wrong place")
      rest = found.map { rest[$0.upperBound...] } ?? rest
    }
    #expect(page.named("h1").count == 1)
    #expect(page.named("section").count == 3)
    #expect(page.named("th").allSatisfy { $0.attributes["scope"] == "col" })
    #expect(page.named("html").first?.attributes["lang"] == "en")
  }

  @Test("What is missing leaves nothing behind")
  func sparse() {
    let page = XMLReader(
      html: PacketDocument(
        name: "", generatedLine: "Generated February 10, 2026", madeAt: packet.madeAt, blocks: [],
        footer: "Recruiting Compass"
      ).html)
    #expect(page.isWellFormed)
    #expect(page.named("dl").isEmpty && page.named("section").isEmpty)
    #expect(!page.elements.contains { $0.attributes["class"] == "portrait" })
  }

  @Test("A box is never narrower than its longest word, and never wider than the page")
  func longWordInBox() {
    // `anywhere` would let a box shrink to one letter; `break-word` breaks only what has no room.
    #expect(packet.html.contains(".cards :is(dt,dd){overflow-wrap:break-word}"))
    #expect(packet.html.contains(".cards div{flex:1 1 8rem;max-width:100%;"))
  }

  @Test("It stands alone: nothing is fetched from anywhere, and only web addresses can be followed")
  func standsAlone() {
    var packet = packet
    packet.blocks += [
      .links([
        PaperLink("x", "javascript:alert(1)"), PaperLink("y", "https://a.b/\"onclick=\"x"),
        PaperLink("z", "data:text/html,x"),
      ])
    ]
    let page = XMLReader(html: packet.html)
    #expect(page.isWellFormed)
    let fetching: Set = ["src", "srcset", "data", "action", "background"]
    #expect(page.elements.allSatisfy { fetching.isDisjoint(with: $0.attributes.keys) })
    for name in ["script", "link", "img", "iframe", "object"] {
      #expect(page.named(name).isEmpty)
    }
    #expect(page.elements.compactMap { $0.attributes["href"] } == ["https://youtu.be/abc?x=1&y=2"])
    #expect(!packet.html.contains("url(") && !packet.html.contains("@import"))
  }

  @Test(
    "No field becomes markup or steers the page",
    arguments: [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title><b>", "&lt;b&gt;",
      "'; alert(1); '", "\u{202E}evil\u{1B}[2J\u{0}", "a\r\nb", "]]>",
    ])
  func hostile(text: String) {
    let fact = Fact(text, text, tone: .danger)
    let stat = Stat(text, text, note: text, tone: .danger)
    let chart = Chart(
      text, sentence: text, form: .bars([Chart.Bar(text, 3)]),
      table: Table(columns: [], rows: []))
    let hostile = PacketDocument(
      name: text, position: text, schoolLine: text, generatedLine: text, madeAt: packet.madeAt,
      cards: [stat],
      blocks: [
        .title(text, lines: [text]), .heading(text), .words(text, tone: .warning), .facts([fact]),
        .cards([stat]), .links([PaperLink(text, text)]), .chart(chart),
        .table(
          PaperTable(
            text, columns: [Column(text)], rows: [[PaperCell(text, badge: .danger)], []])),
      ], footer: text)
    let plain = XMLReader(html: plainTwin.html)
    let page = XMLReader(html: hostile.html)
    #expect(page.isWellFormed)
    // The page with hostile text must have the same elements and attributes as the page with plain
    // words, except for line breaks.
    func shape(_ page: XMLReader) -> [String] {
      page.elements.filter { $0.name != "br" }.map {
        "\($0.name) \($0.attributes.keys.sorted())"
      }
    }
    #expect(shape(page) == shape(plain))
    #expect(!hostile.html.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
  }

  /// A copy of the packet that has a plain word in place of every hostile text.
  var plainTwin: PacketDocument {
    let fact = Fact("x", "x", tone: .danger)
    let stat = Stat("x", "x", note: "x", tone: .danger)
    let chart = Chart(
      "x", sentence: "x", form: .bars([Chart.Bar("x", 3)]), table: Table(columns: [], rows: []))
    return PacketDocument(
      name: "x", position: "x", schoolLine: "x", generatedLine: "x", madeAt: packet.madeAt,
      cards: [stat],
      blocks: [
        .title("x", lines: ["x"]), .heading("x"), .words("x", tone: .warning), .facts([fact]),
        .cards([stat]), .links([PaperLink("x", "x")]), .chart(chart),
        .table(
          PaperTable("x", columns: [Column("x")], rows: [[PaperCell("x", badge: .danger)], []])),
      ], footer: "x")
  }

  @Test("On paper it is the same packet")
  func paper() {
    let pdf = packet.pdf
    #expect(pdf.title == "Sam Lee · Recruiting Packet")
    #expect(
      pdf.blocks.prefix(2) == [
        .title(
          "Sam Lee",
          lines: ["Pitcher", "Lincoln High • Class of 2028", "Generated February 10, 2026"]),
        .cards(packet.cards),
      ])
    #expect(pdf.blocks.dropFirst(2) == packet.blocks[...])
  }

  @Test("On a phone nothing stands beside what it needs the room for")
  func phone() {
    let html = packet.html
    let narrow = html.firstMatch(of: /@media screen and \(max-width:30rem\)\{(?<rules>[^@]*)/)
    #expect(narrow?.rules.contains(".print{position:static") == true)
    #expect(narrow?.rules.contains("grid-template-columns:1fr") == true)
  }
}
