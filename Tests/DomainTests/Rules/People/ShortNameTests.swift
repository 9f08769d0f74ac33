import Domain
import FeatureTesting
import Testing

@Suite("Names within a sentence")
struct ShortNameTests {
  @Test(
    "A long name keeps the words that fit, and a long first word its beginning",
    arguments: [
      ("Sam Lee", "Sam Lee"), ("", ""), ("Maria-Magdalena Lee-Chang", "Maria-Magdalena…"),
      ("Bartholomew Bartholomew B", "Bartholomew Bartholomew…"),
      (String(repeating: "x", count: 24), String(repeating: "x", count: 24)),
      (String(repeating: "x", count: 25), String(repeating: "x", count: 23) + "…"),
      (String(repeating: "李", count: 500), String(repeating: "李", count: 23) + "…"),
    ])
  func short(name: String, words: String) {
    #expect(ShortName.of(name) == words)
  }

  @Test(
    "A text is named by its first line that is not blank",
    arguments: [
      ("One\nTwo", "One"), ("\n  \n Two \r\nThree", "Two"), ("", ""), (" \n", ""),
      (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
      (String(repeating: "x", count: 61), String(repeating: "x", count: 59) + "…"),
      (
        "Nice weekend. Your exchange is quicker than it was in the last year.",
        "Nice weekend. Your exchange is quicker than it was in the…"
      ),
    ])
  func firstLine(text: String, name: String) {
    #expect(ShortName.firstLine(of: text) == name)
  }

  @Test("A parent reads the short name in a sentence, of the first name too")
  func owner() {
    let viewing = Viewing(
      person: .numbered(1), role: .parent, name: "Dana", athlete: .numbered(2),
      athleteName: String(repeating: "y", count: 90) + " Lee")
    #expect(viewing.ownerWords.count == ShortName.longest)
    #expect(viewing.owner.within.count == ShortName.longest)
  }

  @Test(
    "A sentence has the first word of the name as it was typed",
    arguments: [
      ("Sam Lee", "Sam"), ("  sam   lee ", "sam"), ("mcKay", "mcKay"), ("", ""), ("  ", ""),
      (nil, ""),
    ] as [(String?, String)])
  func nameInSentence(name: String?, expected: String) {
    #expect(FirstName.of(name) == expected)
    let viewing = Viewing(
      person: .numbered(1), role: .parent, name: "Dana", athlete: .numbered(2), athleteName: name)
    #expect(viewing.owner.within == (expected.isEmpty ? "Your athlete" : expected))
  }
}
