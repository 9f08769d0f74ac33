import Basics
import Domain
import Testing

@Suite("The note beside a change of status")
struct StatusNoteTests {
  @Test("It is trimmed, and a blank one is none")
  func settled() throws {
    #expect(try SchoolStatusChange.checkedNote(nil) == nil)
    #expect(try SchoolStatusChange.checkedNote("  \n ") == nil)
    #expect(try SchoolStatusChange.checkedNote(" They called. ") == "They called.")
  }

  @Test(
    "It is as long as any other note", arguments: [(9_999, true), (10_000, true), (10_001, false)])
  func length(count: Int, fits: Bool) {
    let note = String(repeating: "a", count: count)
    #expect((try? SchoolStatusChange.checkedNote(note)) == (fits ? note : nil))
  }
}
