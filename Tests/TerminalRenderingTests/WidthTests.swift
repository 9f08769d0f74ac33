import CivilTime
import FeatureKit
import FeatureTesting
import Testing

@testable import TerminalRendering

@Suite("Lines and widths")
struct WidthTests {
  @Test("No line of any page is wider than the screen", arguments: 0..<60 as Range<UInt64>)
  func neverWider(seed: UInt64) {
    var random = RandomPages(seed: seed)
    let page = random.page()
    for width in [40, 59, 60, 76, 80, 120, 200, 41 + Int(seed) * 2] {
      let style = TerminalStyle(
        width: width, marks: seed % 3 == 0 ? .ascii : .unicode, numbersLinks: seed % 2 == 0)
      let lines = TerminalRenderer.render(page, style)
      #expect(lines.first { CellWidth.of($0) > width } == nil)
    }
  }

  @Test("Colour changes no letter", arguments: 0..<20 as Range<UInt64>)
  func colourChangesNoLetter(seed: UInt64) {
    var random = RandomPages(seed: seed)
    let page = random.page()
    let plain = TerminalRenderer.render(page, TerminalStyle())
    for depth in [ColourDepth.sixteen, .palette256, .trueColour] {
      let coloured = TerminalRenderer.render(page, TerminalStyle(depth: depth))
      #expect(coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == plain)
    }
  }

  @Test("A sign is as wide as it is said to be", arguments: Marker.allCases)
  func markerWidths(marker: Marker) {
    for signs in [VisibleText.Signs.unicode, .ascii] {
      #expect(marker.width(signs) == CellWidth.of(marker.sign(signs)))
    }
  }

  @Test("The numbers on a page count its links in order", arguments: 0..<40 as Range<UInt64>)
  func numbersCountLinks(seed: UInt64) {
    var random = RandomPages(seed: seed)
    let page = random.page()
    let count = page.links.count
    let text = TerminalRenderer.render(page, TerminalStyle(width: 200, numbersLinks: true))
      .joined(separator: "\n")
    for number in 1..<(count + 1) { #expect(text.contains("[\(number)]")) }
    #expect(!text.contains("[\(count + 1)]"))
    let spoken = PlainRenderer.render(page, numbersLinks: true).joined(separator: "\n")
    for number in 1..<(count + 1) { #expect(spoken.lowercased().contains("link \(number)")) }
    #expect(!spoken.lowercased().contains("link \(count + 1)"))
  }

  @Test(
    "Words wrap between words, with their indent",
    arguments: [
      ("one two three", 7, 0, ["one two", "three"]), ("one two", 7, 0, ["one two"]),
      ("incomprehensible", 6, 0, ["incomp", "rehens", "ible"]),
      ("a incomprehensible", 8, 2, ["a incomp", "  rehens", "  ible"]),
      ("keeps  its   gaps", 17, 0, ["keeps  its   gaps"]),
      ("drops   gaps at ends", 8, 0, ["drops", "gaps at", "ends"]),
      ("漢字漢字漢字", 5, 0, ["漢字", "漢字", "漢字"]), ("x漢字 y", 4, 0, ["x漢", "字 y"]),
      ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 4, 0, ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
      ("        far", 6, 0, ["", "far"]),
      ("[--to red|blue]", 10, 0, ["[--to", "red|blue]"]),
      ("[--to red|blue|pale-green]", 10, 2, ["[--to", "  red|", "  blue|", "  pale-gre", "  en]"]),
      ("red|blue|white or", 10, 0, ["red|blue|", "white or"]),
      ("a red|green more", 10, 4, ["a red|", "    green", "    more"]),
    ])
  func wrapping(text: String, width: Int, hanging: Int, lines: [String]) {
    let pen = Pen(signs: .unicode)
    let wrapped = pen(text).wrapped(to: width, hanging: hanging, pen: pen)
    #expect(wrapped.map { $0.runs.map(\.text).joined() } == lines)
  }

  @Test(
    "Text is cut between characters, never inside one",
    arguments: [
      ("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("漢字漢字", 6, "漢字…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
      ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…"), ("🇺🇸🇺🇸", 3, "🇺🇸…"), ("word and", 6, "word…"),
    ])
  func clipping(text: String, width: Int, clipped: String) {
    let pen = Pen(signs: .unicode)
    #expect(pen(text).clipped(to: width, pen: pen).runs.map(\.text).joined() == clipped)
  }

  @Test("A table of things by column stands one below the other where it is narrow, and aloud")
  func byColumn() {
    let page = Page(title: "x") {
      Table(
        columns: ["Offer", Column("Oak", handle: "o1"), Column("Elm", handle: "o2")],
        rows: [["Type", "Full", "Partial"], ["Share", "", "40%"]], isByColumn: true)
    }
    func lines(_ width: Int) -> [String] {
      TerminalRenderer.render(page, TerminalStyle(width: width))
    }
    #expect(lines(80).contains("Type   Full    Partial"))
    #expect(
      lines(40).suffix(6) == [
        "Offer  o1 Oak", "Type   Full", "", "Offer  o2 Elm", "Type   Partial", "Share  40%",
      ])
    #expect(
      PlainRenderer.render(page).suffix(2) == [
        "Offer: o1 Oak, Type: Full.", "Offer: o2 Elm, Type: Partial, Share: 40%.",
      ])
  }

  @Test(
    "A style holds its width between 40 and 200",
    arguments: [(1, 40), (40, 40), (80, 80), (999, 200)])
  func heldWidth(wanted: Int, held: Int) {
    var style = TerminalStyle(width: wanted)
    #expect(style.width == held)
    style.width = wanted
    #expect(style.width == held)
  }

  @Test("A title takes two lines and a detail three, wherever the words break", arguments: 1...30)
  func listTexts(word: Int) {
    let text = String(repeating: String(repeating: "w", count: word) + " ", count: 300)
    let page = Page(title: "List") {
      RowList([Row(text, spoken: "Row").showing(trailing: Badge("now"), detail: text)])
    }
    for width in [40, 60, 80, 100] {
      let lines = TerminalRenderer.render(page, TerminalStyle(width: width)).filter {
        $0.contains("w")
      }
      // At most two lines contain the title and three the detail. One more line contains the last
      // column (`now`) if it does not fit beside the title.
      #expect(lines.count <= 6, "\(width)")
      #expect(lines.count { $0.contains("…") } == 2, "\(width)")
    }
  }

  @Test("Alternatives of one command say its beginning once, and are numbered as they are read")
  func alternatives() {
    let page = Page(title: "List") {
      Links(["All", "Offers", "Events"].map { CommandLink($0, "list filter \($0.lowercased())") })
    }
    #expect(
      TerminalRenderer.render(page, TerminalStyle(numbersLinks: true)).last
        == "[1] list filter all · [2] offers · [3] events")
  }

  @Test("Details stand beside their rows where all of them fit, and under them where one does not")
  func details() {
    func page(_ detail: String) -> Page {
      Page(title: "Coaches") {
        RowList([
          Row("Ana Rivera", handle: "c1", spoken: "a")
            .showing(trailing: Badge("Feb 3"), detail: "Kenyon"),
          Row("Bo Smith", handle: "c2", spoken: "b").showing(detail: detail),
        ])
      }
    }
    #expect(
      TerminalRenderer.render(page("Oberlin"), TerminalStyle(width: 80)) == [
        "Coaches", "", " c1  Ana Rivera   Feb 3   Kenyon", " c2  Bo Smith             Oberlin",
      ])
    let long = String(repeating: "Oberlin ", count: 9)
    #expect(
      TerminalRenderer.render(page(long), TerminalStyle(width: 80)).prefix(4) == [
        "Coaches", "", " c1  Ana Rivera   Feb 3", "     Kenyon",
      ])
    #expect(
      TerminalRenderer.render(page(long), TerminalStyle(width: 120)).count == 4)
  }

  @Test("The head of a page uses the width there is", arguments: [80, 120, 200])
  func head(width: Int) {
    let page = Page(title: "Dashboard", context: "Welcome back, Sam!") {}
    #expect(CellWidth.of(TerminalRenderer.render(page, TerminalStyle(width: width))[0]) == width)
  }

  @Test("A banner says its whole sentence, also in a narrow window", arguments: [40, 60, 80])
  func banner(width: Int) {
    let words =
      "Helping Sam with: schools and contacts, measurements. All else is read-only, and your views are visible."
    let page = Page(title: "Dashboard") { Banner(icon: "👁", [words], tone: .info) }
    let lines = TerminalRenderer.render(page, TerminalStyle(width: width))
    let said = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(said == "👁 " + words + " Dashboard")
  }

  @Test("A month fits into the narrowest width, and its marks need no colors")
  func month() throws {
    let first = CalendarDay(dayNumber: 20_513)
    let page = Page(title: "Calendar") {
      MonthGrid(
        monthOf: first, today: first.adding(days: 9),
        entries: [.init(first.adding(days: 9), CommandLink("Camp", "e1"))])
    }
    let lines = TerminalRenderer.render(page, TerminalStyle(width: 40))
    #expect(
      lines.suffix(7) == [
        " Su   Mo   Tu   We   Th   Fr   Sa", "  1    2    3    4    5    6    7",
        "  8    9  [10]• 11   12   13   14", " 15   16   17   18   19   20   21",
        " 22   23   24   25   26   27   28", " 29   30   31",
        " [ ] today   • something is on",
      ])
    #expect(
      TerminalRenderer.render(page, TerminalStyle(width: 40, marks: .ascii)).contains {
        $0.contains("[10]*")
      })
  }

  @Test(
    "Labels of bars that would be cut to the same words get the lines they need",
    arguments: [
      ["Official Visit Invited", "Official Visit Scheduled"], ["Committed", "Declined"],
    ])
  func bars(labels: [String]) {
    let page = Page(title: "Report") {
      Chart(
        "Schools", sentence: "", form: .bars(labels.map { Chart.Bar($0, 2) }),
        table: Table(columns: [], rows: []))
    }
    let lines = TerminalRenderer.render(page, TerminalStyle(width: 40))
    let said = lines.map { $0.filter { $0.isLetter || $0 == " " || $0 == "…" } }.joined(
      separator: " "
    )
    .split(separator: " ").joined(separator: " ")
    for label in labels { #expect(said.contains(label)) }
  }

  @Test("What is done is struck through in colour, and ticked without")
  func struck() {
    let page = Page(title: "Quick") {
      RowList([
        Row("Pack", .checked, handle: "q1", spoken: "Pack, done").styled(.muted)
      ])
    }
    let coloured = TerminalRenderer.render(page, TerminalStyle(depth: .sixteen)).joined()
    #expect(coloured.contains("\u{1B}[9;37mPack"))
    #expect(TerminalRenderer.render(page, TerminalStyle()).last == " ☑ q1  Pack")
  }
}
