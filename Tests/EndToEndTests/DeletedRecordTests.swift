import Foundation
import Testing

@Suite("Records that were deleted")
struct DeletedRecordTests {
  @Test("A deleted record is told apart from one that never was, with the command that undoes it")
  func deleted() throws {
    let household = try Household()
    let never = try household.run(["schools", "show", "s999"])
    #expect(never.code == 3 && !never.errors.contains("any more"), "\(never)")
    #expect(try household.run(["schools", "delete", "s30", "--yes"]).code == 0)
    let deleted = try household.run(["schools", "show", "s30"])
    let words = deleted.output + deleted.errors
    #expect(deleted.code == 3, "\(deleted)")
    #expect(words.contains("There is no school s30 any more."), "\(deleted)")
    let after = words.components(separatedBy: "Bring it back:  undo ").dropFirst().first
    let number = try #require(after).prefix { $0.isNumber }
    #expect(try household.run(["undo", String(number)]).code == 0)
    let again = try household.run(["schools", "show", "s30"])
    #expect(again.code == 0, "\(again)")
  }
}
