import Basics
import Testing

@Suite("Text made visible")
struct VisibleTextTests {
  @Test(
    "What a terminal would obey is shown instead",
    arguments: [
      ("\u{1B}[31mred", "␛[31mred"), ("a\0b", "a␀b"), ("bell\u{7}", "bell␇"), ("\u{7F}", "␡"),
      ("\u{9B}31m", "⟨U+009B⟩31m"), ("a\r\nb", "a␍␊b"), ("a\nb", "a␊b"), ("a\tb", "a b"),
      ("abc\u{202E}def", "abc⟨U+202E⟩def"), ("\u{2066}x\u{2069}", "⟨U+2066⟩x⟨U+2069⟩"),
      ("\u{200E}\u{200F}\u{61C}", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"), ("a\u{200B}b", "a⟨U+200B⟩b"),
      ("soft\u{AD}hyphen", "soft⟨U+00AD⟩hyphen"), ("a\u{2028}b", "a⟨U+2028⟩b"),
      ("\u{FEFF}x", "⟨U+FEFF⟩x"), ("a\u{200D}b", "a⟨U+200D⟩b"), ("\u{3164}", "⟨U+3164⟩"),
      ("x\u{E0041}", "x⟨U+E0041⟩"), ("\u{FFFF}", "⟨U+FFFF⟩"), ("\u{301}x", "⟨U+0301⟩x"),
      ("x\u{FE0F}", "x⟨U+FE0F⟩"),
    ])
  func shown(raw: String, visible: String) {
    #expect(VisibleText(raw).text == visible)
  }

  @Test(
    "What people write stays as it is",
    arguments: [
      "Great job! 🎉", "é e\u{301} ñ", "日本語 한국어", "👨‍👩‍👧‍👦 👍🏽 🇺🇸 ❤️ 1️⃣", "🏳️‍🌈 👩🏽‍❤️‍💋‍👩🏻", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
      "می‌خواهم", "क्‍ष", "שָׁלוֹם", "Zürich – 5 × 4 “quoted”", "ไทย",
    ])
  func kept(text: String) {
    #expect(VisibleText(text).text == text)
  }

  @Test("Marks piled on one letter are counted out, not drawn over the lines above")
  func piledMarks() {
    let piled = "z" + String(repeating: "\u{301}", count: 8)
    let visible = VisibleText(piled).text
    #expect(visible == "z" + String(repeating: "\u{301}", count: 6) + "⟨U+0301⟩⟨U+0301⟩")
  }

  @Test("An endless chain of joined emoji ends")
  func endlessChain() {
    let chain = Array(repeating: "👩", count: 9).joined(separator: "\u{200D}")
    #expect(VisibleText(chain).text.contains("⟨U+200D⟩"))
  }

  @Test("Signs are plain letters where the terminal knows no others")
  func asciiSigns() {
    #expect(VisibleText("\u{1B}[0m\u{202E}\n", signs: .ascii).text == "<U+001B>[0m<U+202E><U+000A>")
  }

  @Test("Making text visible twice changes nothing")
  func twice() {
    for value in (0..<0x3000).compactMap(Unicode.Scalar.init) {
      let once = VisibleText("a\(value)b").text
      #expect(VisibleText(once).text == once)
    }
  }

  @Test(
    "A character is shown the same alone, where it may be taken as it is, and before one that is not"
  )
  func alone() {
    for value in (0x20..<0x3000).compactMap(Unicode.Scalar.init) {
      #expect(VisibleText("\(value)\u{1}").text == VisibleText("\(value)").text + "␁")
    }
  }

  @Test("A longer text keeps its lines")
  func lines() {
    #expect(VisibleText.lines("a\r\nb\n\nc\r").map(\.text) == ["a", "b", "", "c␍"])
  }
}
