import Domain
import Testing

@Suite("States and provinces by name and by their two letters")
struct NamedStateTests {
  @Test(
    "A place that ends in a state is in it",
    arguments: [
      ("Ambleford, OH", "OH"), ("Kent, Ohio", "OH"), ("Kent, ohio 44240", "OH"),
      ("Ithaca NY", "NY"), ("Charleston, West Virginia", "WV"), ("oh", "OH"),
      ("Québec", "QC"), ("Washington, D.C.", "DC"), ("Ohio Valley", nil), ("Come in", nil),
      ("Rotterdam, Netherlands", nil), ("", nil), (",", nil),
    ] as [(String, String?)])
  func places(place: String, letters: String?) {
    #expect(NamedState.letters(ofPlace: place) == letters)
  }

  @Test(
    "Words that name a state together are one group",
    arguments: [
      ("ohio", [["ohio"]], ["OH"]), ("new york camp", [["new", "york"], ["camp"]], ["NY", nil]),
      ("west virginia", [["west", "virginia"]], ["WV"]),
      ("new camp", [["new"], ["camp"]], [nil, nil]),
      ("newfoundland and labrador", [["newfoundland", "and", "labrador"]], ["NL"]), ("", [], []),
    ] as [(String, [[String]], [String?])])
  func groups(typed: String, words: [[String]], letters: [String?]) {
    let groups = NamedState.grouped(typed.split(separator: " ").map { String($0) })
    #expect(groups.map(\.words) == words)
    #expect(groups.map(\.letters) == letters)
  }
}
