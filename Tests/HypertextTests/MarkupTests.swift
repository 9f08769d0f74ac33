import FeatureKit
import Hypertext
import Testing

@Suite("Markup")
struct MarkupTests {
  @Test("Words from data cannot become markup")
  func escaping() {
    let words = Markup.element("p", ["aria-label": "\"><b>"], [.words("<script>&'\"")])
    #expect(
      words.text == "<p aria-label=\"&quot;&gt;&lt;b&gt;\">&lt;script&gt;&amp;&#39;&quot;</p>")
  }

  @Test("Words are made visible; values come back as they were")
  func visibleWordsExactValues() {
    #expect(Markup.words("a\u{1B}b\u{202E}").text == "a␛b⟨U+202E⟩")
    #expect(
      Markup.void("input", ["value": "a\u{1B}b\u{202E}é"]).text
        == "<input value=\"a&#x1B;b&#x202E;é\">")
  }

  @Test("A line break in words breaks the line; in a title it is a sign")
  func lineBreaks() {
    #expect(Markup.words("a\nb").text == "a<br>b")
    #expect(Markup.line("a\nb").text == "a␊b")
    #expect(Markup.verbatim("a\n<b>").text == "\na\n&lt;b&gt;")
  }

  @Test("An attribute without a value is left out, an empty one stands alone")
  func attributes() {
    #expect(Markup.void("input", ["checked": "", "name": nil]).text == "<input checked>")
  }
}
