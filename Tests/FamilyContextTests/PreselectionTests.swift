import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import Testing

@Suite("Whose data is looked at first")
struct PreselectionTests {
  private let sam = ExampleFamily.sam
  private let mia = ExampleFamily.mia

  @Test("An athlete looks at their own, whatever a route or an earlier look says")
  func athlete() async throws {
    let household = Household(sam, route: mia)
    try await household.remember(mia.description)
    let viewing = try await household.context.current()
    #expect(
      viewing
        == Viewing(
          person: sam, role: .player, name: "Sam Lee", athlete: sam, athleteName: "Sam Lee",
          family: ExampleFamily.samsFamily))
    #expect(!viewing.isReadOnly)
    #expect(try await household.context.athletes().isEmpty)
  }

  @Test("A parent looks at the athlete who graduates first")
  func smallestYear() async throws {
    let household = Household()
    let viewing = try await household.context.current()
    #expect(
      viewing
        == Viewing(
          person: ExampleFamily.dana, role: .parent, name: "Dana Lee", athlete: mia,
          athleteName: "Mia Lee", family: ExampleFamily.miasFamily))
    #expect(viewing.isReadOnly)
    #expect(
      try await household.context.athletes().map(\.reference.title) == ["Sam Lee", "Mia Lee"])
  }

  @Test("The last one looked at wins over the graduation year")
  func lastViewed() async throws {
    let household = Household()
    try await household.remember(sam.description)
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("The route wins over the last one looked at")
  func route() async throws {
    let household = Household(route: sam)
    try await household.remember(mia.description)
    #expect(try await household.context.current().athlete == sam)
  }

  @Test("A route to somebody else's athlete is as good as none")
  func inaccessibleRoute() async throws {
    let household = Household(route: ExampleFamily.stranger)
    try await household.remember(sam.description)
    #expect(try await household.context.current().athlete == sam)
  }

  @Test(
    "A last look that means nobody accessible is passed over",
    arguments: ["", "sam", ExampleFamily.stranger.description, ExampleFamily.dana.description])
  func unusableLastViewed(stored: String) async throws {
    let household = Household()
    try await household.remember(stored)
    #expect(try await household.context.current().athlete == mia)
  }

  @Test("A last look that cannot be read is passed over")
  func unreadableLastViewed() async throws {
    let household = Household()
    try await household.remember(sam.description)
    household.backend.hook.fail("devicePreferences.value", .storage(.damaged))
    #expect(try await household.context.current().athlete == mia)
  }

  @Test("Without a year comes last, and of equals the first family")
  func years() async throws {
    let pat = RecordID.version4(high: 0xBA7, low: 1)
    @Sendable func athlete(_ number: UInt64) -> RecordID { .version4(high: 0xA7, low: number) }
    for (years, first) in [
      ([nil, 2030], 1), ([nil, nil], 0), ([2029, 2027, 2027], 1), ([2027, 2027], 0),
    ] as [([Int?], Int)] {
      let household = Household(pat) { rows in
        rows.addParent(
          pat, of: years.enumerated().map { (athlete(UInt64($0.offset)), $0.element) })
      }
      #expect(try await household.context.current().athlete == athlete(UInt64(first)))
      #expect(try await household.context.current().athleteName == "Unknown Athlete")
    }
  }

  @Test("A parent without athletes looks at nobody and may change nothing of anybody")
  func noAthletes() async throws {
    let household = Household(.version4(high: 9, low: 9)) { rows in
      rows.addParent(.version4(high: 9, low: 9), of: [])
    }
    let viewing = try await household.context.current()
    #expect(viewing.athlete == nil && viewing.family == nil && !viewing.isReadOnly)
    let problem = await #expect(throws: Problem.self) {
      try await household.context.athleteToChange()
    }
    #expect(problem?.title == "You are not linked to an athlete.")
    #expect(problem?.details.first?.contains("lets you in on their Family page") == true)
    #expect(problem?.fix == "Join with the family code:  family join CODE")
    #expect(problem?.exitCode == .notFound)
    #expect(FamilyContextClient.linkYourFamily.text == problem?.title)
  }

  @Test("An administrator looks at nobody")
  func administrator() async throws {
    let id = RecordID.version4(high: 9, low: 8)
    let household = Household(id) { rows in
      rows.add(Person(id: id, email: "x@example.org", role: .admin, fullName: "Ada"))
    }
    let viewing = try await household.context.current()
    #expect(viewing.role == .admin && viewing.athlete == nil)
  }

  @Test("A role of a newer server looks as a parent does and changes nothing")
  func unknownRole() async throws {
    let household = Household(ExampleFamily.dana) { rows in
      var dana = Person(
        id: ExampleFamily.dana, email: "d@example.org", role: .parent, fullName: "Dana Lee")
      dana.role = .unknown("guardian")
      rows.add(dana)
    }
    let viewing = try await household.context.current()
    #expect(viewing.athlete == mia && viewing.isReadOnly)
    await #expect(throws: Problem.readOnly) { try await household.context.athleteToChange() }
  }

  @Test("Nobody signed in is a problem that says how to sign in")
  func signInNeeded() async throws {
    let household = Household(nil)
    for problem in [
      await #expect(throws: Problem.self) { try await household.context.current() },
      await #expect(throws: Problem.self) { try await household.context.athletes() },
      await #expect(throws: Problem.self) { try await household.context.switchTo(sam) },
      await #expect(throws: Problem.self) { try await household.context.athleteToChange() },
    ] {
      #expect(problem == .signInNeeded)
      #expect(problem?.exitCode == .signInNeeded)
      #expect(problem?.fix == "Sign in:  account sign-in")
    }
  }

  @Test("What cannot be worked out is a problem, and is tried again at the next question")
  func failing() async throws {
    for endpoint in ["people.signedInPerson", "families.accessibleAthletes"] {
      let household = Household()
      household.backend.hook.fail(endpoint, .offline)
      let problem = await #expect(throws: Problem.self) { try await household.context.current() }
      #expect(problem?.cause == .offline)
      household.backend.hook.recover()
      #expect(try await household.context.current().athlete == mia)
    }
  }

  @Test("It is worked out once, however often it is asked for")
  func once() async throws {
    let household = Household()
    for _ in 1...5 {
      _ = try await household.context.current()
      _ = try await household.context.athletes()
    }
    #expect(household.backend.hook.count(of: "people.signedInPerson") == 1)
    #expect(household.backend.hook.count(of: "families.accessibleAthletes") == 1)
  }
}
