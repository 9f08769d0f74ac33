import Domain
import FeatureKit
import InMemoryBackend
import JSON
import Testing

@Suite("People and families in memory")
struct FamilyTests {
  private let backend = InMemoryBackend.example()
  private let sam = ExampleFamily.sam
  private let dana = ExampleFamily.dana

  @Test("A first profile needs nobody signed in, and a second one no second address")
  func accounts() async throws {
    let backend = InMemoryBackend.example(signedIn: nil, world: World())
    let made = try await backend.people.createAccount(
      NewAccount(
        role: .player, name: "Kit Roe", email: "Kit@Example.org", graduationYear: 2029,
        primarySport: "softball"))
    #expect(made.person.handle == "p1" && made.person.title == "Kit Roe")
    await #expect(throws: Problem.emailTaken("kit@example.org")) {
      try await backend.people.createAccount(
        NewAccount(role: .parent, email: "kit@example.org"))
    }
    #expect(try await backend.people.profiles().map(\.reference.handle) == ["p1"])
    backend.signIn(made.person.id)
    let profile = try await backend.people.profile(of: made.person.id)
    #expect(profile.player?.primarySport == "softball")
    #expect(profile.graduationYear == 2029)
  }

  @Test("A parent who comes first gets both profiles and the family in one step")
  func parentFirst() async throws {
    let backend = InMemoryBackend.example(signedIn: nil, world: World())
    let made = try await backend.people.createFamilyAsParent(
      NewParentFamily(
        parent: NewAccount(role: .parent, name: "Pat Roe"),
        athlete: NewAccount(role: .player, name: "Kit Roe", graduationYear: 2029)))
    #expect(made.family.playerID == made.athlete.id)
    #expect(made.family.code.flatMap { FamilyCode($0) } != nil)
    backend.signIn(made.parent.id)
    let athletes = try await backend.families.accessibleAthletes()
    #expect(athletes.map(\.reference) == [made.athlete])
    #expect(athletes.first?.athlete.graduationYear == 2029)
    #expect(try await backend.undo.history(limit: 9).map(\.operation) == ["createFamily"])
  }

  @Test("A parent sees the athlete's profile without the home, and changes nothing of it")
  func profileOfAthlete() async throws {
    backend.change {
      $0.setPreference(.location, of: ExampleFamily.sam, to: ["address": "12 Elm Street"])
    }
    #expect(try await backend.people.profile(of: sam).home?.address == "12 Elm Street")
    backend.signIn(dana)
    let seen = try await backend.people.profile(of: sam)
    #expect(seen.player?.primaryPosition == "shortstop")
    #expect(seen.home == nil)
    await #expect(throws: Problem.readOnly) {
      try await backend.people.updateProfile(of: sam, ProfileEdit())
    }
    backend.signIn(ExampleFamily.stranger)
    await #expect(throws: Problem.noSuch(.person)) { try await backend.people.profile(of: sam) }
    await #expect(throws: Problem.noSuch(.person)) {
      try await backend.people.updateProfile(of: sam, ProfileEdit())
    }
  }

  @Test("One edit of name, year, description and home is one step back")
  func editing() async throws {
    var edit = ProfileEdit()
    edit.fullName = .set("Samuel Lee")
    edit.graduationYear = .set(2027)
    edit.player = try await backend.people.profile(of: sam).player
    edit.player?.gpa = 3.6
    edit.home = HomeLocation(reading: ["zip": "43440"])
    let edited = try await backend.people.updateProfile(of: sam, edit)
    #expect(edited.person.fullName == "Samuel Lee" && edited.player?.gpa == 3.6)
    #expect(edited.player?.primarySport == "baseball", "what was there stays")
    #expect(edited.home?.zip == "43440")
    #expect(try await backend.undo.undo().operation == "updateProfile")
    let before = try await backend.people.profile(of: sam)
    #expect(before.person.fullName == "Sam Lee" && before.person.graduationYear == 2028)
    #expect(before.player?.gpa == nil && before.home?.hasLocation == false)
  }

  @Test("A value out of range refuses the whole edit")
  func allOrNothing() async throws {
    var edit = ProfileEdit()
    edit.fullName = .set("Samuel")
    edit.player = PlayerProfile(reading: ["gpa": 6.5])
    let problem = await #expect(throws: Problem.self) {
      try await backend.people.updateProfile(of: sam, edit)
    }
    #expect(problem?.cause == .usage)
    #expect(problem?.title == "6.5 is out of range for GPA.")
    #expect(try await backend.people.profile(of: sam).person.fullName == "Sam Lee")
  }

  @Test("Only the athlete is told the code")
  func codes() async throws {
    #expect(try await backend.families.families().map(\.family.code) == [ExampleFamily.samsCode])
    backend.signIn(dana)
    let families = try await backend.families.families()
    #expect(families.map(\.family.name) == ["Lee Family", "Mia's Family"])
    #expect(families.allSatisfy { $0.family.code == nil && !$0.isOwner })
    #expect(families[0].members.map(\.reference.title) == ["Sam Lee", "Dana Lee"])
    #expect(families[0].members.map(\.isSelf) == [false, true])
  }

  @Test("Creating a family twice gives the one there is; a parent creates none")
  func creating() async throws {
    #expect(
      try await backend.families.create(named: "Other").family.id == ExampleFamily.samsFamily)
    backend.signIn(ExampleFamily.stranger)
    let made = try await backend.families.create(named: "  ")
    #expect(made.family.name == "My Family" && made.isOwner)
    #expect(made.family.code.flatMap { FamilyCode($0) } != nil)
    backend.signIn(dana)
    await #expect(throws: Problem(FamilyRefusal.onlyAthletesCreate)) {
      try await backend.families.create(named: "Mine")
    }
  }

  @Test("A parent joins by a code typed anyhow, once")
  func joining() async throws {
    backend.signIn(ExampleFamily.stranger)
    let code = try #require(try await backend.families.create(named: nil).family.code)
    backend.signIn(dana)
    let typed = " " + code.dropFirst(4).lowercased()
    let joined = try await backend.families.join(code: typed)
    #expect(!joined.wasMember && joined.athlete.athlete.name == "Alex Moss")
    #expect(try await backend.families.accessibleAthletes().count == 3)
    #expect(try await backend.families.join(code: code).wasMember)
    #expect(try await backend.families.accessibleAthletes().count == 3)
  }

  @Test(
    "A code that is wrong, unknown or an athlete's is refused",
    arguments: [
      (ExampleFamily.dana, "FAM", Cause.usage), (ExampleFamily.dana, "FAM-AAAAAA", .notFound),
      (ExampleFamily.mia, ExampleFamily.samsCode, .refused),
    ])
  func refusedCodes(person: RecordID, code: String, cause: Cause) async throws {
    backend.signIn(person)
    let problem = await #expect(throws: Problem.self) {
      try await backend.families.join(code: code)
    }
    #expect(problem?.cause == cause)
  }

  @Test("A renewed code replaces the old one, and members stay")
  func renewing() async throws {
    let code = try await backend.families.regenerateCode(ofFamily: ExampleFamily.samsFamily)
    #expect(code.text != ExampleFamily.samsCode)
    #expect(try await backend.families.families().first?.members.count == 2)
    backend.signIn(dana)
    await #expect(throws: Problem(FamilyRefusal.onlyOwner)) {
      try await backend.families.regenerateCode(ofFamily: ExampleFamily.samsFamily)
    }
    let problem = await #expect(throws: Problem.self) {
      try await backend.families.join(code: ExampleFamily.samsCode)
    }
    #expect(problem?.cause == .notFound)
  }

  @Test("A parent who left or was removed sees nothing any more")
  func leaving() async throws {
    let removed = try await backend.families.remove(dana, fromFamily: ExampleFamily.samsFamily)
    #expect(removed.person.title == "Dana Lee")
    backend.signIn(dana)
    #expect(
      try await backend.families.leave(family: ExampleFamily.miasFamily).familyName
        == "Mia's Family")
    #expect(try await backend.families.accessibleAthletes().isEmpty)
    await #expect(throws: Problem.noSuch(.person)) { try await backend.people.profile(of: sam) }
  }

  @Test(
    "Who may remove whom",
    arguments: [
      (ExampleFamily.dana, ExampleFamily.sam, Cause.refused),
      (ExampleFamily.sam, ExampleFamily.sam, .usage),
      (ExampleFamily.sam, ExampleFamily.mia, .notFound),
      (ExampleFamily.mia, ExampleFamily.dana, .notFound),
    ])
  func removing(person: RecordID, member: RecordID, cause: Cause) async throws {
    backend.signIn(person)
    let problem = await #expect(throws: Problem.self) {
      try await backend.families.remove(member, fromFamily: ExampleFamily.samsFamily)
    }
    #expect(problem?.cause == cause)
  }

  @Test("An athlete does not leave their own family")
  func athleteStays() async throws {
    await #expect(throws: Problem(FamilyRefusal.athleteCannotLeave)) {
      try await backend.families.leave(family: ExampleFamily.samsFamily)
    }
  }

  @Test("Visits are a parent's, and the athlete reads them")
  func visits() async throws {
    await #expect(throws: Problem.readOnly) {
      try await backend.viewLog.record(.timeline, of: sam)
    }
    backend.signIn(dana)
    let task = try #require(TaskCatalogue.templates.first)
    try await backend.viewLog.record(.timeline, id: task.id, of: sam)
    try await backend.viewLog.record(.dashboard, of: ExampleFamily.mia)
    #expect(try await backend.viewLog.views(of: sam, limit: 9).matching == 1)
    backend.signIn(sam)
    let visits = try await backend.viewLog.views(of: sam, limit: 9)
    #expect(visits.rows.map(\.parent.title) == ["Dana Lee"])
    #expect(visits.rows.first?.item?.title == task.title)
    await #expect(throws: Problem.noSuch(.person)) {
      try await backend.viewLog.views(of: ExampleFamily.mia, limit: 9)
    }
    #expect(try await backend.undo.history(limit: 9).isEmpty, "a visit is no step")
  }
}
