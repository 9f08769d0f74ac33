import Testing

@testable import Domain

@Suite("Texts without markup")
struct MarkupTests {
  @Test(
    "Tags go, what they hold stays",
    arguments: [
      ("", ""), ("plain", "plain"), ("<b>Hi</b> there", "Hi there"),
      ("<B CLASS=\"x\">Hi</B>", "Hi"),
      ("<img src='a.png'/>Hi", "Hi"), ("<a href=\"x>y\">link</a>", "link"),
      ("<o:p>Word</o:p>", "Word"), ("<h1>Title</h1>Text", "Title\nText"),
      ("one<br>two<br/>three", "one\ntwo\nthree"), ("<p>one</p><p>two</p>", "one\ntwo\n"),
      ("a<!-- hidden <b> -->b", "ab"), ("<!DOCTYPE html><?xml version='1.0'?>x", "x"),
      ("a<script>alert(1)</script>b", "ab"), ("a<STYLE>p { x: y > z }</Style >b", "ab"),
      ("a<script>x</strike>y</script>b", "ab"), ("a<script>x<\u{F}script>y</SCRIPT>b", "ab"),
      ("a<!-- x -\u{D}> y -->b", "ab"), ("a<script>alert(1)", "aalert(1)"), ("é<i>ü</i>😀", "éü😀"),
    ])
  func stripped(text: String, plain: String) {
    #expect(PastedMarkup.stripped(text) == plain)
  }

  @Test(
    "Signs that are no tags stay",
    arguments: [
      "5 < 6", "a <= b", "I <3 this school", "Ana <ana@cedar.edu>", "<https://cedar.edu>",
      "x<", "<", "<>", "</>", "< b>", "<b", "a <!-- open", "<b <", "<mailto:ana@cedar.edu>",
    ])
  func kept(text: String) {
    #expect(PastedMarkup.stripped(text) == text)
  }

  @Test(
    "Taking tags out does not put new ones together",
    arguments: [
      ("<<b>b>x", "x"), ("<scr<b>ipt>x</scr<b>ipt>", ""), ("<a \"<b>\">x", "<a \"\">x"),
    ])
  func nested(text: String, plain: String) {
    let once = PastedMarkup.stripped(text)
    #expect(PastedMarkup.stripped(once) == once)
    if !plain.hasPrefix("<") { #expect(once == plain) }
  }

  @Test("Long hostile texts take no longer than their length, and leave no tag")
  func hostile() {
    let count = 20_000
    for piece in ["<", "<a ", "<a \"", "<!--", "<script>", "<b>", "<<b>", "</", "<a '\">"] {
      let plain = PastedMarkup.stripped(String(repeating: piece, count: count / piece.utf8.count))
      #expect(!plain.contains("<b>"))
    }
    let deep = String(repeating: "<", count: 5000) + String(repeating: "b>", count: 5000)
    #expect(!PastedMarkup.stripped(deep).contains("<b>"))
  }
}
