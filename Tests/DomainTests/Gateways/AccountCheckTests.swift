import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Checks of accounts and settings")
struct AccountCheckTests {
  private let now = Instant(milliseconds: 0)

  @Test("A new account is trimmed, and empty answers are none")
  func trimming() throws {
    let today = try Sample.day("2026-02-10")
    let account = try NewAccount(
      role: .player, name: "  Sam Lee ", email: " Sam@Example.org ", primarySport: "  "
    ).checked(today: today)
    #expect(account.name == "Sam Lee")
    #expect(account.email == "sam@example.org")
    #expect(account.primarySport == nil)
    #expect(account.player == nil)
    let person = account.person(id: Sample.id(1), now: now)
    #expect(person.email == "sam@example.org" && person.role == UserRole.player)
  }

  @Test("A profile without an address gets one that is never shown")
  func placeholder() {
    let person = NewAccount(role: .player).person(id: Sample.id(1), now: now)
    #expect(person.contactEmail == nil)
    #expect(person.email == Person.placeholderEmail(for: Sample.id(1)))
  }

  @Test("An address that is none is refused")
  func badEmail() throws {
    let today = try Sample.day("2026-02-10")
    let problem = #expect(throws: Problem.self) {
      try NewAccount(role: .player, email: "sam").checked(today: today)
    }
    #expect(problem?.cause == .usage)
    #expect(problem?.title.contains("`sam`") == true)
  }

  @Test(
    "A graduation year is within what the database takes",
    arguments: [(2023, false), (2024, true), (2040, true), (2041, false)])
  func years(year: Int, isTaken: Bool) throws {
    let today = try Sample.day("2026-02-10")
    let problem: Problem?
    do {
      _ = try NewAccount(role: .player, graduationYear: year).checked(today: today)
      problem = nil
    } catch {
      problem = error
    }
    #expect((problem == nil) == isTaken)
    if !isTaken { #expect(problem?.title == "\(year) is out of range for the graduation year.") }
  }

  @Test("An edit changes what it names, and an emptied text clears")
  func editing() throws {
    var person = Person(
      id: Sample.id(1), email: "sam@example.org", role: .player, fullName: "Sam",
      graduationYear: 2028)
    person.phone = "555-0100"
    var edit = ProfileEdit()
    edit.fullName = .set(" Sam Lee ")
    edit.phone = .set("   ")
    edit.email = .clear
    try edit.apply(to: &person)
    #expect(person.fullName == "Sam Lee")
    #expect(person.phone == nil)
    #expect(person.contactEmail == nil)
    #expect(person.graduationYear == 2028)
  }

  @Test(
    "A number that changed has to be in its range",
    arguments: [
      (PreferenceCategory.player, "gpa", 5.0, true), (.player, "gpa", 5.1, false),
      (.player, "height_inches", 47, false), (.player, "height_inches", 48, true),
      (.player, "weight_lbs", 401, false), (.player, "sat_score", 399, false),
      (.player, "act_score", 36, true), (.player, "graduation_year", 2041, false),
      (.player, "shoe_size", 1000, true), (.location, "latitude", 91, false),
      (.notifications, "followUpReminderDays", 0, false),
      (.notifications, "followUpReminderDays", 90, true), (.school, "gpa", 9, true),
    ] as [(PreferenceCategory, String, Double, Bool)])
  func ranges(category: PreferenceCategory, key: String, value: Double, isTaken: Bool) {
    let data = JSONObject([(key, JSONValue(value))])
    #expect(refuses(category, data, replacing: nil) == !isTaken)
    #expect(
      !refuses(category, data, replacing: .object(data)), "what was there before may stay")
  }

  private func refuses(
    _ category: PreferenceCategory, _ data: JSONObject, replacing old: JSONValue?
  ) -> Bool {
    do {
      try category.check(data, replacing: old)
      return false
    } catch {
      return error.cause == .usage
    }
  }
}
