import Documents
import FeatureKit
import Testing

@testable import Drawing

@Suite("Pages", .enabled(if: Poppler.isThere, Comment(rawValue: Poppler.missing)))
struct PDFTests {
  func pdf(_ blocks: [PaperBlock]) async throws -> [UInt8] {
    try await DocumentPrinting.live.pdf(of: Samples.document(blocks))
  }

  func text(_ bytes: [UInt8], _ options: [String] = []) throws -> String {
    try Poppler.say("pdftotext", options, about: bytes)
  }

  func pageCount(_ bytes: [UInt8]) throws -> Int {
    let info = try Poppler.say("pdfinfo", about: bytes)
    let line = try #require(info.split(separator: "\n").first { $0.hasPrefix("Pages:") })
    return try #require(Int(line.dropFirst(6).trimmingPrefix { $0 == " " }))
  }

  @Test("Every word can be selected, searched and read aloud")
  func realText() async throws {
    let text = try text(await DocumentPrinting.live.pdf(of: Samples.report))
    for words in [
      "Recruiting Report", "November 12, 2025 to February 10, 2026", "Total Schools", "12,500",
      "at 21 schools",
      "Most schools are at Researching: 12 of 30.", "Official visit", "mph", "José Muñoz",
      "fi ligatures: office, affluent.", "Lincoln High", "javascript:alert(1)",
      "Recruiting Compass · February 10, 2026", "Row 6",
    ] {
      #expect(text.contains(words), "\(words) is not in the text")
    }
  }

  @Test(
    "A sign that no font has is left out with the space beside it, and a letter stays",
    arguments: [
      ("Maya Lindström 🏐", "Maya Lindström"), ("🏐 Maya", "Maya"), ("Maya 🏐🏐 Lee", "Maya Lee"),
      ("Maya 🏐, pitcher", "Maya, pitcher"), ("Maya 🏐Lee", "Maya Lee"), ("🏐", ""),
      ("one 🏐 🏐 two\n\n🏐 three", "one two\n\nthree"), ("Ana 李 – “é” •", "Ana 李 – “é” •"),
    ])
  func missing(text: String, printed: String) async throws {
    let canvas = try Canvas.pages(
      .shared, width: PaperSize.width, height: PaperSize.height, title: "", author: nil,
      madeAt: Samples.made)
    #expect(try SetText.withoutMissing(text, .body, on: canvas) == printed)
    let words = try self.text(await pdf([.words("Before"), .words("x \(text)"), .words("After")]))
    #expect(!words.contains("3D0"), "\(words)")
  }

  @Test(
    "Headings, paragraphs and tables are tagged, in a language, over as many pages as they take")
  func tagged() async throws {
    let rows = (1...120).map { [PaperCell("Row \($0)"), PaperCell("\($0)")] }
    let long = String(repeating: "A sentence that goes on and on. ", count: 400)
    let bytes = try await pdf([
      .title("Sam Lee", lines: ["Pitcher"]), .heading("Academic"), .words(long),
      .heading("Grades", level: 2), .facts([Fact("GPA", "3.85")]),
      .table(PaperTable("Measurements", columns: ["Name", "Value"], rows: rows)),
      .links([PaperLink("Video", "https://example.org/v")]), .cards([Stat("Height", "6 ft")]),
    ])
    #expect(try pageCount(bytes) > 3)
    let info = try Poppler.say("pdfinfo", about: bytes)
    #expect(info.firstMatch(of: /Tagged: +yes/) != nil)
    let structure = try Poppler.say("pdfinfo", ["-struct-text"], about: bytes)
    for words in ["H1", "H2", "H3", "Table", "TH", "TD", "Sam Lee", "Academic", "Row 119"] {
      #expect(structure.contains(words), "\(words)")
    }
    let file = String(decoding: bytes, as: UTF8.self)
    #expect(file.contains("/Lang (en-US)") && file.contains("/DisplayDocTitle true"))
    // `pdfinfo` reports a syntax error if the cross-reference table is not at the position that the
    // file states. Without an error, no PDF reader has to repair the file.
    #expect(try !Poppler.say("pdfinfo", about: bytes).contains("Syntax"))
  }

  @Test("A file that is built otherwise stays as it is")
  func otherwise() {
    for text in [
      "", "%PDF-1.5", "1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\nstartxref\n7\n%%EOF",
    ] {
      #expect(DocumentLanguage.added(to: Array(text.utf8)) == Array(text.utf8))
    }
  }

  @Test("Every font is embedded, and none is a picture of letters")
  func fonts() async throws {
    let fonts = try Poppler.say(
      "pdffonts", about: await DocumentPrinting.live.pdf(of: Samples.report))
    let rows = fonts.split(separator: "\n").dropFirst(2)
    #expect(rows.count >= 2)
    for row in rows {
      let columns = row.split(separator: " ")
      // The last columns of `pdffonts` are: embedded, subset, unicode, object and generation.
      #expect(columns.suffix(5).prefix(3) == ["yes", "yes", "yes"], "\(row)")
      #expect(!row.contains("Type 3"), "\(row)")
    }
    let images = try Poppler.say(
      "pdfimages", ["-list"], about: await DocumentPrinting.live.pdf(of: Samples.report))
    #expect(images.split(separator: "\n").count <= 2)
  }

  @Test("The file names its title, its author and its day, and is letter size")
  func properties() async throws {
    let info = try Poppler.say(
      "pdfinfo", ["-isodates"], about: await DocumentPrinting.live.pdf(of: Samples.report))
    for (name, value) in [
      ("Title:", "Recruiting Report"), ("Author:", "Sam Lee"), ("Creator:", "Recruiting Compass"),
      ("CreationDate:", "2026-02-10T13:30:00Z"), ("Page size:", "612 x 792 pts (letter)"),
    ] {
      let line = try #require(info.split(separator: "\n").first { $0.hasPrefix(name) })
      #expect(line.hasSuffix(" " + value))
    }
  }

  @Test("A title with brackets stays a title")
  func brackets() async throws {
    var document = Samples.document([.heading("a) (b\\"), .words("under it")])
    document.title = "Sam) /Author (Eve \\ (é"
    document.author = nil
    let info = try Poppler.say("pdfinfo", about: await DocumentPrinting.live.pdf(of: document))
    #expect(info.contains("Sam) /Author (Eve \\ (é\n"))
    #expect(!info.contains("Author: "))
  }

  @Test("A long table goes on with its header, row by row, on numbered pages")
  func longTable() async throws {
    let bytes = try await pdf([Samples.table(rows: 150)])
    let pages = try text(bytes).split(separator: "\u{0C}")
    let count = try pageCount(bytes)
    #expect(count > 4)
    for (index, page) in pages.prefix(count).enumerated() {
      #expect(page.contains("What was said"), "page \(index + 1) has no header")
      #expect(page.contains("Page \(index + 1) of \(count)"))
    }
    let all = try text(bytes, ["-layout"])
    for row in 1...150 {
      #expect(all.split(separator: "\n").filter { $0.contains("Row \(row) ") }.count == 1)
    }
  }

  @Test("Text longer than a page goes on on the next, with no line lost")
  func longText() async throws {
    let words = (1...2000).map { "w\($0)" }.joined(separator: " ")
    let bytes = try await pdf([.heading("Long"), .words(words)])
    #expect(try pageCount(bytes) == 3)
    let found = try text(bytes).split { $0 == " " || $0 == "\n" || $0 == "\u{0C}" }
      .filter { $0.hasPrefix("w") }
    #expect(found.count == 2000)
  }

  @Test("A heading never stands alone at the end of a page", arguments: 40...58)
  func headings(lines: Int) async throws {
    let filling = String(repeating: "line\n", count: lines)
    let bytes = try await pdf([.words(filling), .heading("Heading"), .words("under it")])
    let page = try #require(
      try text(bytes).split(separator: "\u{0C}").first { $0.contains("Heading") })
    #expect(page.contains("under it"))
  }

  @Test("A heading stands on the page of its chart", arguments: [1, 15, 22, 25, 30, 34, 38, 45])
  func headingsOfCharts(lines: Int) async throws {
    let filling = String(repeating: "line\n", count: lines)
    let bytes = try await pdf([.words(filling), .heading("Heading"), .chart(Samples.bars)])
    let page = try #require(
      try text(bytes).split(separator: "\u{0C}").first { $0.contains("Heading") })
    #expect(page.contains("Most schools are at Researching"))
  }

  @Test("Addresses lead where they say, and only to the web")
  func links() async throws {
    let bytes = try await pdf([
      .links([
        PaperLink("Video", "https://youtu.be/abc?x='2'\\3)/Type(/Action"),
        PaperLink("Umlaut", "https://example.org/ü"), PaperLink("No", "javascript:alert(1)"),
      ])
    ])
    let urls = try Poppler.say("pdfinfo", ["-url"], about: bytes)
    #expect(urls.contains("https://youtu.be/abc?x=%272%27%5C3%29/Type%28/Action\n"))
    #expect(urls.contains("https://example.org/%C3%BC"))
    #expect(!urls.contains("javascript"))
  }

  @Test("An empty document is one page")
  func empty() async throws {
    #expect(try pageCount(await pdf([])) == 1)
    #expect(try pageCount(await pdf([.table(PaperTable(columns: [], rows: []))])) == 1)
  }

  @Test(
    "Hostile text is shown, not obeyed, and ends",
    arguments: [
      "\u{1B}[31mred", "\u{202E}live", "a\u{0}b", "<b>&amp;",
      String(repeating: "x", count: 1 << 20),
      String(repeating: "\n", count: 5000), String(repeating: "word ", count: 50_000),
      "a" + String(repeating: "\u{301}", count: 500), "🏟️ ⚾ 東京 שלום",
    ])
  func hostile(text: String) async throws {
    let bytes = try await pdf([
      .title(text, lines: [text]), .cards([Stat(text, text, note: text)]), .heading(text),
      .words(text),
      .facts([Fact(text, text)]), .links([PaperLink(text, text)]),
      .table(PaperTable(text, columns: [Column(text)], rows: [[PaperCell(text)]])),
    ])
    let read = try self.text(bytes)
    #expect(!read.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\0" })
    #expect(try pageCount(bytes) < 40)
  }

  @Test("A long word in a box stays whole, and the box is as wide as it needs")
  func longWordInBox() async throws {
    let read = try text(
      try await pdf([
        .cards([
          Stat("Height", "6'1\""), Stat("Weight", "185 lbs"), Stat("GPA", "3.85"),
          Stat("Position", "Halfbackquarterback"),
        ])
      ]))
    for words in ["6'1\"", "185 lbs", "3.85", "Halfbackquarterback"] {
      #expect(read.contains(words), "\(read)")
    }
  }

  @Test("The same document gives the same bytes")
  func stable() async throws {
    let first = try await DocumentPrinting.live.pdf(of: Samples.report)
    #expect(try await DocumentPrinting.live.pdf(of: Samples.report) == first)
  }

  @Test("Many threads may print at once")
  func parallel() async throws {
    let alone = try await DocumentPrinting.live.pdf(of: Samples.report)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try await DocumentPrinting.live.pdf(of: Samples.report) } }
      for try await bytes in group { #expect(bytes == alone) }
    }
  }
}
