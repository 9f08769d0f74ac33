import Testing

@testable import TerminalRendering

@Suite("Columns that text takes")
struct CellWidthTests {
  @Test(
    "A character takes the columns a terminal gives it",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ㅎ", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2),
      ("🎉", 2), ("👨‍👩‍👧‍👦", 2), ("🇺🇸", 2), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("☐☑◐", 3), ("1️⃣", 2), ("🔒", 2),
      ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("│█▌⣀", 4), ("", 0), ("नमस्ते", 4), ("שלום", 4), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("…", 1),
      ("\u{0600}", 1), ("\u{200B}", 0),
    ])
  func width(text: String, columns: Int) {
    #expect(CellWidth.of(text) == columns)
  }
}
