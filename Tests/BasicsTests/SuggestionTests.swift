import Testing

@testable import Basics

@Suite struct SuggestionTests {
  static let words = ["tasks", "dashboard", "reports", "performance", "notifications", "set"]

  @Test(
    "A slip finds the word that was meant",
    arguments: [
      ("tsks", "tasks"), ("taks", "tasks"), ("tasksk", "tasks"), ("TASKS", "tasks"),
      ("task", "tasks"), ("dahsboard", "dashboard"), ("performence", "performance"),
      ("notificatoins", "notifications"), ("st", "set"), ("est", "set"),
    ])
  func slips(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.words) == meant)
  }

  @Test(
    "A beginning finds the only word that has it; a slip comes first",
    arguments: [
      ("dash", "dashboard"), ("NOTIF", "notifications"), ("perf", "performance"),
      ("notif", "notifications"), ("rep", "reports"), ("tas", "tasks"),
    ])
  func beginnings(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.words) == meant)
    #expect(Suggestion.nearest(to: "tasksh", among: ["tasksheets", "tasks"]) == "tasks")
  }

  @Test(
    "A beginning that several words have, or that is too short, suggests nothing",
    arguments: ["pre", "da"])
  func vague(typed: String) {
    #expect(
      Suggestion.nearest(to: typed, among: ["preferences", "presentation", "dashing"]) == nil)
  }

  @Test(
    "What is no slip suggests nothing", arguments: ["", "x", "xy", "schools", "help", "taskmaster"])
  func noSlip(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.words) == nil)
  }

  @Test("Of two equally near the first is suggested, and the nearest before it")
  func ties() {
    #expect(Suggestion.nearest(to: "cat", among: ["bat", "hat"]) == "bat")
    #expect(Suggestion.nearest(to: "cats", among: ["bat", "cat"]) == "cat")
  }

  @Test(
    "The distance counts letters added, left out, changed, and neighbours swapped",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1),
      ("abc", "abd", 1), ("abc", "abcd", 1), ("abc", "bc", 1), ("ab", "ba", 1),
      ("kitten", "sitting", 3), ("👩‍👧a", "a👩‍👧", 1),
    ])
  func distance(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(Array(left), Array(right)) == distance)
    #expect(Suggestion.distance(Array(right), Array(left)) == distance)
  }

  @Test("A huge word is measured against no long list")
  func huge() {
    let huge = String(repeating: "a", count: 100_000)
    #expect(Suggestion.nearest(to: huge, among: Self.words) == nil)
  }

  @Test(
    "A refused choice is found by the label that people read, and by its beginning",
    arguments: [
      ("workin", "healthy"), ("Working well", nil), ("brokn", "broken"), ("not_knwn", "unknown"),
      ("bro", "broken"), ("know", "known-by-us"), ("kn", nil), ("healthier", "healthy"),
    ] as [(String, String?)])
  func refusedLabel(typed: String, meant: String?) {
    let labels = ["healthy": "Working", "unknown": "Not known", "broken": "Broken"]
    let problem = Problem.noChoice(
      typed, among: ["healthy", "broken", "unknown", "known-by-us", "known-by-all"]
    ) { labels[$0] }
    #expect(problem.details == (meant.map { ["Did you mean `\($0)`?"] } ?? []))
  }

  @Test("A refused choice asks for the nearest, and lists all unless there is other advice")
  func refusedChoice() {
    let problem = Problem.noChoice("Virtual_Meting", among: ["email", "virtual-meeting"])
    #expect(
      problem
        == Problem(
          .usage, "`Virtual_Meting` is not one of the choices.",
          details: ["Did you mean `virtual-meeting`?"], fix: "Choose: email, virtual-meeting"))
    let named = Problem.noChoice(
      "zebra", among: ["email"], title: "There is no `zebra`.", fix: "See:  kinds")
    #expect(named == Problem(.usage, "There is no `zebra`.", fix: "See:  kinds"))
  }
}
