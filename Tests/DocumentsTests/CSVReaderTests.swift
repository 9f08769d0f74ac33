import Documents
import FeatureKit
import Testing

@Suite("Reading tables")
struct CSVReaderTests {
  @Test(
    "What spreadsheets write is read",
    arguments: [
      ("plain", "a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("no line break at the end", "a,b\nc,d", [["a", "b"], ["c", "d"]]),
      ("CRLF", "a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("CR alone", "a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
      ("byte-order mark", "\u{FEFF}a,b\n", [["a", "b"]]),
      ("quoted comma", "\"a,b\",c\n", [["a,b", "c"]]),
      ("doubled marks", "\"say \"\"hi\"\"\",\"\"\"\"\n", [["say \"hi\"", "\""]]),
      ("mark inside a plain cell", "5' 11\",x\n", [["5' 11\"", "x"]]),
      ("line break in a cell", "\"two\nlines\",x\n", [["two\nlines", "x"]]),
      ("CRLF in a cell", "\"two\r\nlines\",x\r\n", [["two\r\nlines", "x"]]),
      ("quoted return at the end of a cell", "\"a\r\"\nb\n", [["a\r"], ["b"]]),
      ("empty cells", ",,\n", [["", "", ""]]),
      ("comma at the end", "a,", [["a", ""]]),
      ("quoted empty cell is no blank line", "\"\"\nx\n", [[""], ["x"]]),
      ("blank lines", "a\n\n\r\nb\n\n", [["a"], ["b"]]),
      ("blank lines before the headings", "\n\r\na\tb\nc,d\te\n", [["a", "b"], ["c,d", "e"]]),
      ("spaces are kept", " a , b \n", [[" a ", " b "]]),
      ("beyond ASCII", "Muñoz,東京,🏟️\n", [["Muñoz", "東京", "🏟️"]]),
      ("nothing", "", []),
      ("nothing but a mark", "\u{FEFF}", []),
    ])
  func forms(name: String, text: String, cells: [[String]]) throws {
    #expect(try CSVReader.rows(of: text).map(\.cells) == cells)
  }

  @Test("Cut into portions anywhere, the rows are the same", arguments: 1...7)
  func portions(size: Int) throws {
    let text = "\u{FEFF}näme,\"a \"\"b\"\"\r\nc\"\r\n\r\nx,\"y\"\r\rz,é"
    let whole = try CSVReader.rows(of: text)
    let bytes = Array(text.utf8)
    var reader = CSVReader()
    var rows: [CSVReader.Row] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      rows += try reader.read(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    rows += try reader.finish()
    #expect(rows == whole)
    #expect(whole.map(\.cells) == [["näme", "a \"b\"\r\nc"], ["x", "y"], ["z", "é"]])
  }

  @Test(
    "A line break inside the header does not end the search for its separator", arguments: 1...9)
  func headerOfTwoLines(size: Int) throws {
    let bytes = Array("\"a\nb\";c;d\n1,5;2;3\n".utf8)
    var reader = CSVReader()
    var rows: [CSVReader.Row] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      rows += try reader.read(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    rows += try reader.finish()
    #expect(rows.map(\.cells) == [["a\nb", "c", "d"], ["1,5", "2", "3"]])
  }

  @Test("A row knows the line it begins on, whatever its cells hold")
  func lines() throws {
    let text = "a\n\n\"b\nb\r\nb\"\nc\r\n\r\rd"
    let lines = try CSVReader.rows(of: text).map(\.line)
    #expect(lines == [1, 3, 6, 9])
    let list = try CSVReader.rows(of: "Name\u{1E}\"a\"\nb\n\nc\u{1E}d")
    #expect(list.map(\.line) == [1, 1, 2, 4], "added headings are no line of their own")
    #expect(list.map(\.cells) == [["Name"], ["a"], ["b"], ["c\u{1E}d"]])
  }

  @Test(
    "A broken table names its line",
    arguments: [
      ("a\n\"b\nc\n", CSVFailure.unclosedQuote(line: 2)),
      ("a\nx,\"b\"c\n", .textAfterQuote(line: 2)),
      ("a\n\"x\ny\"z\n", .textAfterQuote(line: 3)),
      ("a\n1234567890\n", .cellTooLong(line: 2, limit: 8)),
      ("\n\n\"aaaa\nbbbb\n", .cellTooLong(line: 3, limit: 8)),
      ("a\na,b,c,d,e\n", .tooManyCells(line: 2, limit: 4)),
      ("a\nb\nc\nd\n", .tooManyRows(limit: 3)),
    ])
  func broken(text: String, failure: CSVFailure) {
    let limits = CSVReader.Limits(cellBytes: 8, cells: 4, rows: 3)
    #expect(throws: failure) { try CSVReader.rows(of: text, limits: limits) }
  }

  @Test("Bytes that are no text, or wide text, are named")
  func encodings() throws {
    var reader = CSVReader()
    #expect(throws: CSVFailure.notText(line: 2)) {
      try reader.read(Array("a,b\n".utf8) + [0x4D, 0xFC, 0x6C, 0x0A])
    }
    for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF]] {
      var wide = CSVReader()
      #expect(throws: CSVFailure.wideText) { try wide.read(mark + [0x61, 0x00]) }
      var short = CSVReader()
      _ = try short.read(mark)
      #expect(throws: CSVFailure.wideText) { try short.finish() }
    }
  }

  @Test(
    "A file that is no text is named as what it is, also if its first bytes come one by one",
    arguments: [
      ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], .spreadsheet),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], .spreadsheet),
      (Array("%PDF-1.4\n".utf8), .pdf),
    ] as [([UInt8], CSVFailure)])
  func noTable(bytes: [UInt8], failure: CSVFailure) throws {
    var whole = CSVReader()
    #expect(throws: failure) { try whole.read(bytes) }
    var slow = CSVReader()
    #expect(throws: failure) { for byte in bytes { _ = try slow.read([byte]) } }
    #expect(failure.line == nil)
    #expect(try CSVReader.rows(of: "PK,%PDF-\n").map(\.cells) == [["PK", "%PDF-"]])
  }

  @Test(
    "A failure says what happened and what to do",
    arguments: [
      (
        CSVFailure.unclosedQuote(line: 12),
        "Line 12: a quotation mark opens a cell, and none closes it.",
        "Close it, or write a quotation mark inside a cell twice."
      ),
      (
        .noColumnKnown(header: ["Wer", "W\u{1B}o"], known: ["name", "city"]),
        "No heading in the first line is known: `Wer`, `W␛o`.",
        "The headings can be name or city. Change one to one of these."
      ),
      (
        .columnMissing(field: "name", header: ["School"]),
        "There is no column for name: `School`.",
        "Add one, or change a heading in the first line to name."
      ),
      (
        .rowTooLong(line: 3, cells: 4, columns: 2),
        "Line 3 has 4 cells, and the header names 2.",
        "Put a cell that has a comma in it into quotation marks."
      ),
      (
        .wideText, "Line 1: this file is UTF-16 text, not UTF-8.",
        "Save the table as “CSV UTF-8” and try again."
      ),
      (
        .zeroByte(line: 3), "Line 3 has a byte that is no text (NUL).",
        "Save the table as “CSV UTF-8” and try again."
      ),
      (
        .spreadsheet, "This is an Excel file or one of another spreadsheet program.",
        "Save it as CSV, or copy its cells and paste them."
      ),
      (.pdf, "This is a PDF.", "Copy its table into a spreadsheet, and save that as CSV."),
    ])
  func words(failure: CSVFailure, title: String, fix: String) {
    #expect(failure.problem == Problem(.usage, title, fix: fix))
  }
}
