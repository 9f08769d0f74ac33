import Foundation
import Testing
import WebTesting

@Suite("Records that were deleted")
struct DeletedRecordTests {
  @Test("A deleted record is told apart from one that never was, with the command that undoes it")
  func deleted() throws {
    let household = try Household()
    let never = try household.run(["schools", "show", "s999"])
    #expect(never.code == 3 && !never.errors.contains("was deleted"), "\(never)")
    let name = try Self.nameOfThirtieth(in: household)
    #expect(try household.run(["schools", "delete", "s30", "--yes"]).code == 0)
    let deleted = try household.run(["schools", "show", "s30"])
    let words = deleted.output + deleted.errors
    #expect(deleted.code == 3, "\(deleted)")
    #expect(words.contains("The school “\(name)” was deleted."), "\(deleted)")
    let after = words.components(separatedBy: "Bring it back:  undo ").dropFirst().first
    let number = try #require(after).prefix { $0.isNumber }
    #expect(try household.run(["undo", String(number)]).code == 0)
    let again = try household.run(["schools", "show", "s30"])
    #expect(again.code == 0, "\(again)")
  }

  @Test("A record that was deleted while its command waited for an answer is said to be deleted")
  func deletedMeanwhile() throws {
    let household = try Household()
    let name = try Self.nameOfThirtieth(in: household)
    let terminal = try household.open(columns: 160)
    terminal.seePrompt()
    terminal.type("schools delete s30\r")
    terminal.see("Delete s30")
    #expect(try household.run(["schools", "delete", "s30", "--yes"]).code == 0)
    terminal.type("yes\r")
    terminal.see("The school “\(name)” was deleted meanwhile.")
    terminal.see("Bring it back:  undo ")
    terminal.seePrompt()
  }

  @Test("A form about a deleted record names it and keeps what was typed, until it is back")
  func form() async throws {
    try await ServingTests().served { (served) async throws -> Void in
      let household = served.household
      let name = try Self.nameOfThirtieth(in: household)
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=schools%20edit%20s30")
      #expect(try household.run(["schools", "delete", "s30", "--yes"]).code == 0)
      let typed = [("school", "s30"), ("city", "Elsewhere")]
      let refused = try await browser.press("schools edit", on: form, typed)
      #expect(refused.words.contains("The school “\(name)” was deleted."), "\(refused.words)")
      #expect(refused.body.contains("value=\"Elsewhere\""), "\(refused.words)")
      #expect(refused.words.firstMatch(of: /\bs30\b/) == nil, "\(refused.words)")
      #expect(try household.run(["undo"]).code == 0)
      let saved = try await browser.press("schools edit", on: refused, typed)
      #expect(saved.outcome.contains("Changed"), "\(saved.words)")
    }
  }

  private static func nameOfThirtieth(in household: Household) throws -> String {
    try household.sql(
      """
      SELECT name FROM schools
      WHERE id = (SELECT id FROM handles WHERE kind = 's' AND number = 30);
      """
    ).trimmingCharacters(in: CharacterSet(charactersIn: "'\n"))
  }
}
