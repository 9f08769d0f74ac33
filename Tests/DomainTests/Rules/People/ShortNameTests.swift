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

  @Test("A parent reads the short name in a sentence, of the first name too")
  func owner() {
    let viewing = Viewing(
      person: .numbered(1), role: .parent, name: "Dana", athlete: .numbered(2),
      athleteName: String(repeating: "y", count: 90) + " Lee")
    #expect(viewing.ownerWords.count == ShortName.longest)
    #expect(viewing.owner.within.count == ShortName.longest)
  }
}
