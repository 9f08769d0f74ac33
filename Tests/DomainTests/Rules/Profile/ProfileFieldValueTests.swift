import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite struct ProfileFieldValueTests {
  private let today = CalendarDay(year: 2026, month: 2, day: 10) ?? .first

  private func page(player: JSONValue? = nil, home: JSONValue? = nil) -> ProfilePageData {
    let id = RecordID(high: 0, low: 1)
    return ProfilePageData(
      reference: Reference(kind: .person, id: id, handle: "p1", title: "Sam"),
      person: Person(id: id, email: "sam@example.org", role: .player),
      player: PlayerProfile(reading: player), home: HomeLocation(reading: home))
  }

  private func edit(
    _ changes: [(name: String, typed: String?)], over page: ProfilePageData
  ) throws -> ProfileEdit {
    var edit = ProfileEdit()
    for change in changes {
      let field = try #require(ProfileField.named(change.name))
      let value = try change.typed.map { typed throws(Problem) in
        try field.value(typed: typed, today: today)
      }
      edit.put(value ?? .empty(field), over: page)
    }
    return edit
  }

  @Test("A value is put over what is stored, and everything else stays")
  func put() throws {
    let page = page(
      player: ["gpa": 3.1, "vertical_jump": 31], home: ["city": "Lakeside", "country": "US"])
    let edit = try edit([("gpa", "3.6"), ("zip", "43440"), ("height", "6'1\"")], over: page)
    #expect(edit.player?.value == ["gpa": 3.6, "vertical_jump": 31, "height_inches": 73])
    #expect(edit.home?.value == ["city": "Lakeside", "country": "US", "zip": "43440"])
    #expect(edit.fullName == .keep && edit.email == .keep && edit.graduationYear == .keep)
  }

  @Test("What is not touched is not written")
  func untouched() throws {
    let edit = try edit([("city", "Lakeside")], over: page(player: ["gpa": 3.1]))
    #expect(edit.player == nil)
    #expect(edit.home?.value == ["city": "Lakeside"])
  }

  @Test("An emptied field goes with its key, an older spelling of it too")
  func empty() throws {
    let page = page(player: ["high_school": "Cedar", "school_name": "Old", "gpa": 3.1])
    let edit = try edit([("high-school", nil)], over: page)
    #expect(edit.player?.value == ["gpa": 3.1])
  }

  @Test("The graduation year is written where the account and where the preference has it")
  func graduationYear() throws {
    let set = try edit([("graduation-year", "2029")], over: page())
    #expect(set.graduationYear == .set(2029))
    #expect(set.player?.graduationYear == 2029)
    let cleared = try edit(
      [("graduation-year", nil)], over: page(player: ["graduation_year": 2028]))
    #expect(cleared.graduationYear == .clear)
    #expect(cleared.player?.value == [:])
  }

  @Test("A value says itself as a profile does, and what it is made of")
  func text() throws {
    let height = try #require(ProfileField.named("height")).value(typed: "73", today: today)
    #expect(height.text == "6'1\"" && height.wholeNumber == 73 && !height.isEmpty)
    let sport = try ProfileField.primarySport.value(typed: " baseball ", today: today)
    #expect(sport.plainText == "baseball" && sport.wholeNumber == nil)
    #expect(ProfileFieldValue.empty(.email).isEmpty && ProfileFieldValue.empty(.email).text == nil)
  }

  @Test("A value that does not fit is refused in the words of the table")
  func refused() throws {
    #expect(
      throws: Problem(
        .usage, "`2045` is out of range for Graduation year.",
        fix: "Graduation year takes a year from 2026 to 2036, like 2028.")
    ) { try ProfileField.graduationYear.value(typed: "2045", today: today) }
  }
}
