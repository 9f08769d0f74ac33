import Documents
import FeatureKit
import Testing

@Suite("Writing tables")
struct CSVWriterTests {
  @Test("Every kind of cell is written as spreadsheets read it")
  func cells() throws {
    let gathered = Gathered()
    var csv = CSVWriter(to: gathered.sink)
    try csv.header(["Date", "Who", "Value"])
    csv.plain("2026-02-10")
    csv.text("=HYPERLINK(\"x\")")
    csv.number(85)
    try csv.endRow()
    csv.empty()
    csv.whole(-3)
    csv.number(-0.25)
    try csv.endRow()
    csv.number(.nan)
    csv.text("two\nlines")
    csv.number(0.345)
    try csv.endRow()
    try csv.finish()
    #expect(
      gathered.text == """
        "Date","Who","Value"
        "2026-02-10","'=HYPERLINK(""x"")",85
        ,-3,-0.25
        ,"two
        lines",0.345

        """)
  }

  @Test("A hundred thousand rows are handed on in portions of bounded size")
  func streaming() throws {
    let gathered = Gathered()
    var csv = CSVWriter(to: gathered.sink)
    for number in 0..<100_000 {
      csv.whole(number)
      csv.text("Coach Rivera, \"Ohio\"")
      try csv.endRow()
    }
    try csv.finish()
    #expect(gathered.largestPortion < 70_000)
    #expect(gathered.count > 30)
    let rows = try CSVReader.rows(of: gathered.text)
    #expect(rows.count == 100_000)
    #expect(rows.last?.cells == ["99999", "Coach Rivera, \"Ohio\""])
  }

  @Test("What a sink refuses stops the writing")
  func refusal() {
    let full = Problem(.storage(.full), "The disk is full.")
    var csv = CSVWriter(to: ArtifactSink { _ throws(Problem) in throw full })
    csv.text("x")
    #expect(throws: full) { try csv.finish() }
  }

  @Test(
    "Any text comes back as it was",
    arguments: [
      "=1", "+1 555", "-", "@", "\tx", "a,b", "\"", "line\r\nline", "  ", "é\u{301}", "", "'=1",
      "''=1", "'", "＝1",
      "'＠x", "\n=1",
    ])
  func roundTrip(text: String) throws {
    let gathered = Gathered()
    var csv = CSVWriter(to: gathered.sink)
    csv.text(text)
    csv.text("end")
    try csv.endRow()
    try csv.finish()
    let cell = try #require(CSVReader.rows(of: gathered.text).first?.cells.first)
    #expect(Array(CSVCell.restored(cell).utf8) == Array(text.utf8))
  }
}
