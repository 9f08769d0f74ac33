import JSON
import Testing

@testable import SharingServer

@Suite struct JoiningNewsTests {
  @Test(
    "Only a request that was taken, and an answer that counted, are told by letter",
    arguments: [
      ("join_family", "asked", .asked(parent: "caller")), ("join_family", "member", nil),
      ("join_family", "wait", nil), ("join_family", "joined", nil),
      ("answer_join", "joined", .answered(parent: "other", athlete: "caller", isLetIn: true)),
      ("answer_join", "declined", .answered(parent: "other", athlete: "caller", isLetIn: false)),
      ("answer_join", "unknown", nil), ("answer_join", "asked", nil),
      ("renew_family_code", "asked", nil), ("withdraw_join", "withdrawn", nil),
    ] as [(String, String, JoiningNews?)])
  func read(function: String, outcome: String, expected: JoiningNews?) {
    let answer = JSONValue.object(["outcome": .string(outcome)]).text
    #expect(
      JoiningNews(function, ["person": "other"], answer: answer, caller: "caller") == expected)
    #expect(JoiningNews(function, ["person": "other"], answer: answer, caller: nil) == nil)
    #expect(JoiningNews(function, ["person": "other"], answer: nil, caller: "caller") == nil)
  }
}
