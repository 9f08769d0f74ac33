import CivilTime
import FeatureKit
import Testing

@testable import ServerPages

@Suite("The form for an account")
struct SignUpFieldTests {
  private static let today = CalendarDay(year: 2026, month: 11, day: 27)

  @Test(
    "A name has at most as many characters as everywhere",
    arguments: [(0, false), (1, true), (120, true), (121, false)])
  func name(length: Int, isTaken: Bool) throws {
    let faults = ProfileFields.faults(
      of: ["role": "parent", "name": String(repeating: "é", count: length)],
      today: try #require(Self.today))
    #expect(faults.isEmpty == isTaken)
  }

  @Test(
    "A birth date is read as people write it, and what cannot be one is said at its field",
    arguments: [
      ("1980-05-31", "1980-05-31", nil), ("5/31/1980", "1980-05-31", nil),
      ("May 31 1980", "1980-05-31", nil), ("May 31, 1980", "1980-05-31", nil),
      ("5/31/80", nil, "Write month, day and year, such as 5/31/2010."),
      ("yesterday", nil, "Write month, day and year, such as 5/31/2010."),
      ("2010", nil, "Write month, day and year, such as 5/31/2010."),
      ("May 2010", nil, "Write month, day and year, such as 5/31/2010."),
      ("2010-05", nil, "Write month, day and year, such as 5/31/2010."),
      ("", nil, "Write month, day and year, such as 5/31/2010."),
      ("2/30/1980", nil, "There is no day `2/30/1980` in the calendar."),
      ("Feb 31, 2012", nil, "There is no day `Feb 31, 2012` in the calendar."),
      ("2011-02-29", nil, "There is no day `2011-02-29` in the calendar."),
      ("1905-11-28", "1905-11-28", nil), ("1905-11-27", "1905-11-27", "Look at the year again."),
      ("1878-05-31", "1878-05-31", "Look at the year again."),
      ("2026-11-28", "2026-11-28", "Look at the year again."),
      (
        "2013-11-28", "2013-11-28",
        "A child under 13 cannot have an account. A parent can have one."
      ),
    ] as [(String, String?, String?)])
  func born(text: String, day: String?, fault: String?) throws {
    let today = try #require(Self.today)
    #expect((try? NaturalDate.birthDate(text, today: today).get())?.description == day)
    let faults = SignUpFields.faults(
      of: [
        "email": "sam@example.org", "password": "a long enough password", "born": text,
        "agrees": "yes",
      ], today: today)
    #expect(faults["born"]?.title == fault)
  }

  @Test(
    "What is wrong with a parent's name is said at its field",
    arguments: [
      ("", "Write the name of the parent who agrees."),
      (" ", "Write the name of the parent who agrees."),
      ("D", "Write your parent's name, with two letters or more."),
      ("?!", "Write your parent's name, with two letters or more."),
      ("\u{200B}\u{200B}", "Write your parent's name, with two letters or more."),
      (String(repeating: "é", count: 201), "At most 200 characters fit."),
      (String(repeating: "é", count: 200), nil), ("Al", nil), ("李", nil), ("김", nil),
      ("Ёж", nil), ("D. O.", nil),
    ] as [(String, String?)])
  func parentsName(name: String, fault: String?) throws {
    let faults = SignUpFields.faults(
      of: [
        "email": "sam@example.org", "password": "a long enough password", "born": "2010-05-31",
        "parent-name": name, "parent-email": "dana@example.org", "agrees": "yes",
      ], today: try #require(Self.today))
    #expect(faults["parent-name"]?.title == fault)
    #expect(faults["parent-email"] == nil)
  }
}
