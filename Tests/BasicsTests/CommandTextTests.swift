import Basics
import Testing

@Suite struct CommandTextTests {
  struct Cut: Sendable, CustomTestStringConvertible {
    var line: String
    var words: [CommandText.Word]

    init(_ line: String, _ words: CommandText.Word...) {
      self.line = line
      self.words = words
    }

    var testDescription: String { line.debugDescription }
  }

  static func plain(_ text: String) -> CommandText.Word { CommandText.Word(text) }
  static func quoted(_ text: String) -> CommandText.Word { CommandText.Word(text, isQuoted: true) }

  @Test(
    "A line is cut at white space outside quotes",
    arguments: [
      Cut(""), Cut("  \t "), Cut("a", plain("a")),
      Cut(" tasks  complete\t3 ", plain("tasks"), plain("complete"), plain("3")),
      Cut("a\u{A0}b\u{2003}c\nd", plain("a"), plain("b"), plain("c"), plain("d")),
      Cut("\"a b\"", quoted("a b")), Cut("'a b'", quoted("a b")), Cut("\"\"", quoted("")),
      Cut("\"it's\" 'say \"hi\"'", quoted("it's"), quoted("say \"hi\"")),
      Cut("\"a\"'b'c", quoted("abc")), Cut("'it'\\''s' x", quoted("it's"), plain("x")),
      // If a word begins without a quotation mark, a quotation mark inside of it is an ordinary
      // character, as in `6'2"`.
      Cut("a\"b c\"d", plain("a\"b"), plain("c\"d")), Cut("6'2\" x", plain("6'2\""), plain("x")),
      Cut("O'Brien's mom", plain("O'Brien's"), plain("mom")),
      Cut("--height=6'2\"", plain("--height=6'2\"")), Cut("type='a b'", plain("type=a b")),
      Cut("--on=\"Feb 10\"", plain("--on=Feb 10")), Cut("\"--yes\"", quoted("--yes")),
      Cut("\\--yes", quoted("--yes")), Cut("a\\ b", plain("a b")), Cut("\\\\", quoted("\\")),
      Cut("\"a\\\"b\\\\\"", quoted("a\"b\\")), Cut("'a\\'", quoted("a\\")),
      Cut("# all of it"), Cut("a # rest", plain("a")), Cut("a#b", plain("a#b")),
      Cut("\"#\" #", quoted("#")), Cut("\\#a", quoted("#a")), Cut("\"\"#a", quoted("#a")),
      Cut("é👩‍👧 \u{202E}x", plain("é👩‍👧"), plain("\u{202E}x")),
    ])
  func words(cut: Cut) throws {
    #expect(try CommandText.words(cut.line) == cut.words)
  }

  @Test(
    "A quote left open is refused",
    arguments: [("\"a", "\""), ("a 'b", "'"), ("\"a\\\"", "\""), ("'\"", "'")])
  func openQuote(line: String, quote: String) {
    let problem = Problem(
      .usage, "A quote \(quote) was opened and not closed.",
      fix: "Close it, or write \\\(quote) for the character itself.")
    #expect(throws: problem) { try CommandText.words(line) }
  }

  @Test("A backslash at the end is refused", arguments: ["\\", "a \\", "\"\\"])
  func trailingBackslash(line: String) {
    let problem = Problem(
      .usage, "The line ends with a backslash.", fix: "Write \\\\ for a backslash itself.")
    #expect(throws: problem) { try CommandText.words(line) }
  }

  @Test(
    "A quoted word comes back whole as one word that is no option",
    arguments: [
      "a", "", " ", "a b", "\"", "'", "\\", "it's", "a\\\"b", "#", "#a", "a#b", "--yes", "--",
      "-30d",
      "tab\tnew\nline", "\u{A0}", "\u{1B}[31m", "'\"\\'\"", "{x}", "é", "\u{202E}", "a=b",
    ])
  func quotedRoundTrip(word: String) throws {
    let words = try CommandText.words("x " + CommandText.quoted(word) + " y")
    #expect(words.map(\.text) == ["x", word, "y"])
    #expect(words.allSatisfy { !$0.isOption })
  }

  @Test(
    "Words put into a line again are the same words",
    arguments: [
      "tasks due 3 --on=\"Feb 10\"", "quick add \"--yes\" it\\'s\\ fine", "a --name= ''", "x --all",
    ])
  func lineRoundTrip(line: String) throws {
    let words = try CommandText.words(line)
    let again = try CommandText.words(CommandText.line(words))
    #expect(again.map(\.text) == words.map(\.text))
    #expect(again.map(\.isOption) == words.map(\.isOption))
  }

  @Test("A word that needs no quotes has none", arguments: ["t12", "-30d", "2026-02-10", "a#b"])
  func unquoted(word: String) {
    #expect(CommandText.quoted(word) == word)
  }

  @Test("A line of a hundred thousand characters is cut in no time")
  func huge() throws {
    #expect(try CommandText.words(String(repeating: "ab ", count: 50_000)).count == 50_000)
    #expect(
      try CommandText.words("\"" + String(repeating: "\\\"", count: 50_000) + "\"").first?.text
        .count
        == 50_000)
  }
}
