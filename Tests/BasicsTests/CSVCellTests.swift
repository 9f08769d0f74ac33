import Basics
import Testing

@Suite("Cells of a comma-separated table")
struct CSVCellTests {
  @Test(
    "Text stands in quotation marks, and nothing in it runs as a formula",
    arguments: [
      ("", "\"\""),
      ("Ohio State", "\"Ohio State\""),
      ("say \"hi\"", "\"say \"\"hi\"\"\""),
      ("\"\u{301} accent", "\"\"\"\u{301} accent\""),
      ("=1+1", "\"'=1+1\""),
      ("+1 555 0100", "\"'+1 555 0100\""),
      ("-2", "\"'-2\""),
      ("@sam", "\"'@sam\""),
      ("\tx", "\"'\tx\""),
      ("\r\nx", "\"'\r\nx\""),
      ("=\u{301}1", "\"'=\u{301}1\""),
      ("a=1", "\"a=1\""),
      ("\n=1", "\"'\n=1\""),
      ("＝1+1", "\"'＝1+1\""), ("＋1", "\"'＋1\""), ("－1", "\"'－1\""), ("＠x", "\"'＠x\""),
      ("！1", "\"！1\""), ("Ａ", "\"Ａ\""),
      ("'=1", "\"''=1\""), ("''＝1", "\"'''＝1\""), ("'tis", "\"'tis\""),
      ("two\nlines, one cell", "\"two\nlines, one cell\""),
    ])
  func text(text: String, cell: String) {
    // The bytes are compared, because Swift treats texts as equal that differ only in how an accent
    // is composed.
    #expect(Array(CSVCell.text(text).utf8) == Array(cell.utf8))
    var line = Array("x,".utf8)
    CSVCell.append(text: text, to: &line)
    #expect(line == Array(("x," + cell).utf8))
  }

  @Test("A number of our own is left alone")
  func number() {
    #expect(CSVCell.quoted("-2") == "\"-2\"")
    var line: [UInt8] = []
    CSVCell.append(quoted: "-2", to: &line)
    #expect(line == Array("\"-2\"".utf8))
  }

  @Test(
    "What was kept from running reads back as it was; an apostrophe of one's own stays",
    arguments: [
      ("'=1+1", "=1+1"), ("'+1 555 0100", "+1 555 0100"), ("'-2", "-2"), ("'\tx", "\tx"),
      ("'\r\nx", "\r\nx"), ("'tis", "'tis"), ("'", "'"), ("", ""), ("=1", "=1"),
      ("''=1", "'=1"), ("'＝1", "＝1"), ("''", "''"),
    ])
  func restored(cell: String, text: String) {
    #expect(CSVCell.restored(cell) == text)
  }
}
