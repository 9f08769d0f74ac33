import Basics
import CivilTime
import Domain
import Testing

@Suite("Families")
struct FamilyTests {
  @Test(
    "A code is ten characters to the letter",
    arguments: [
      ("FAM-ABC234", true), ("FAM-000000", true), ("FAM-IO0189", true), ("fam-ABC234", false),
      ("FAM-abc234", false), ("FAM-ABC23", false), ("FAM-ABC2345", false), ("FAM ABC234", false),
      ("FAM-ABC 34", false), (" FAM-ABC234", false), ("FAM-ÄBC23", false), ("FAM-ABC23٣", false),
      ("", false), ("ABC234", false), ("FAM-ABC23\n", false),
    ])
  func validity(text: String, isValid: Bool) {
    #expect((FamilyCode(text) != nil) == isValid)
  }

  @Test(
    "What people type is put in form before it is checked",
    arguments: [
      ("FAM-ABC234", "FAM-ABC234"), ("fam-abc234", "FAM-ABC234"), ("abc234", "FAM-ABC234"),
      (" a b c 2 3 4 ", "FAM-ABC234"), ("fam - abc 234", "FAM-ABC234"),
      ("FAM-ABC2345", "FAM-ABC234"),
      ("fam abc234", "FAM-ABC234"), ("FAMABC23", "FAMABC23"), ("FAM-ABC23", "FAM-ABC23"),
      ("famabc", "FAM-FAMABC"), ("abc23", "ABC23"), ("", ""), ("\tfam-abc234\n", "FAM-ABC234"),
    ])
  func normalised(typed: String, expected: String) {
    #expect(FamilyCode.normalised(typed) == expected)
    #expect(FamilyCode(typed: typed)?.text == (expected.count == 10 ? expected : nil))
  }

  @Test(
    "Who joins by code is 18 or older on that day",
    arguments: [("2008-02-10", nil as FamilyRefusal?), ("2008-02-11", .tooYoungForParent)])
  func ageOfParents(born: String, refusal: FamilyRefusal?) throws {
    let today = try #require(CalendarDay("2026-02-10"))
    #expect(
      FamilyRules.refusalToJoin(born: try #require(CalendarDay(born)), on: today) == refusal)
  }

  @Test("A megabyte of code is refused at once")
  func hugeCode() {
    #expect(FamilyCode(typed: String(repeating: " ", count: 1_000_000)) == nil)
  }

  @Test("Drawn codes are valid, use every letter of the alphabet, and nothing that misreads")
  func drawing() {
    var random = SeededRandom(state: 1)
    var seen: [Character: Int] = [:]
    for _ in 0..<2000 {
      let code = FamilyCode.draw(random: &random)
      #expect(FamilyCode(code.text) == code)
      for character in code.text.dropFirst(4) { seen[character, default: 0] += 1 }
    }
    #expect(Set(seen.keys) == Set("ABCDEFGHJKLMNPQRSTUVWXYZ23456789"))
    #expect(seen.values.allSatisfy { (250...500).contains($0) })
  }

  @Test("A taken code is drawn again, five times in all", arguments: [(0, 1), (4, 5), (5, nil)])
  func unique(taken: Int, draws: Int?) {
    var random = SeededRandom(state: 3)
    var asked = 0
    let code = FamilyCode.new(random: &random) { _ in
      asked += 1
      return asked <= taken
    }
    #expect((code == nil) == (draws == nil))
    #expect(asked == draws ?? 5)
  }

  private func athlete(_ id: UInt64, _ year: Int?) -> AccessibleAthlete {
    AccessibleAthlete(
      familyID: Sample.id(id + 100), athleteID: Sample.id(id), name: "Athlete \(id)",
      graduationYear: year, familyName: "Family")
  }

  @Test(
    "A parent starts with the route's athlete, the last viewed, or who graduates first",
    arguments: [
      (nil, nil, 2), (1, nil, 1), (1, 3, 1), (nil, 3, 3), (9, 3, 3), (9, 9, 2), (nil, 9, 2),
    ] as [(UInt64?, UInt64?, UInt64)])
  func initial(route: UInt64?, last: UInt64?, expected: UInt64) {
    let athletes = [athlete(1, nil), athlete(2, 2027), athlete(3, 2028), athlete(4, 2027)]
    #expect(
      ActiveAthlete.initial(
        for: Sample.id(50), role: .parent, route: route.map(Sample.id),
        lastViewed: last.map(Sample.id), accessible: athletes) == Sample.id(expected))
  }

  @Test("Without any graduation year the first athlete is shown, without athletes none")
  func withoutYears() {
    func initial(_ athletes: [AccessibleAthlete]) -> RecordID? {
      ActiveAthlete.initial(
        for: Sample.id(50), role: .parent, route: nil, lastViewed: nil, accessible: athletes)
    }
    #expect(initial([athlete(2, nil), athlete(1, nil)]) == Sample.id(2))
    #expect(initial([]) == nil)
  }

  @Test("A player always sees their own data, an administrator nobody's")
  func others() {
    let me = Sample.id(50)
    let athletes = [athlete(1, 2027)]
    func initial(_ role: UserRole) -> RecordID? {
      ActiveAthlete.initial(
        for: me, role: role, route: Sample.id(1), lastViewed: Sample.id(1), accessible: athletes)
    }
    #expect(initial(.player) == me)
    #expect(initial(.admin) == nil)
  }

  @Test("Switching to an athlete who is not theirs is refused in words")
  func switching() throws {
    let athletes = [athlete(1, nil), athlete(2, nil)]
    #expect(
      try ActiveAthlete.switching(to: Sample.id(2), accessible: athletes).get() == athletes[1])
    let refused = ActiveAthlete.switching(to: Sample.id(3), accessible: athletes)
    #expect(refused == .failure(NoAccessToAthlete()))
    #expect(NoAccessToAthlete().words == "No access to this athlete")
  }

  @Test("The switcher shows when there is more than one athlete", arguments: [0, 1, 2])
  func switcher(count: UInt64) {
    let athletes = (0..<count).map { athlete($0, nil) }
    #expect(ActiveAthlete.showsSwitcher(athletes) == (count > 1))
    #expect(!ActiveAthlete.showsSwitcher([athlete(1, nil), athlete(1, nil)]))
  }

  @Test("An athlete without a name is Unknown Athlete", arguments: [nil, "", "  "] as [String?])
  func unnamed(name: String?) {
    let athlete = AccessibleAthlete(
      familyID: Sample.id(1), athleteID: Sample.id(2), name: name, graduationYear: nil,
      familyName: "F")
    #expect(athlete.name == "Unknown Athlete")
  }

  @Test(
    "Joining takes a parent, a code in form, a family that has it, and not one's own",
    arguments: [
      (UserRole.parent, "abc234", 1, nil),
      (.player, "abc234", 1, FamilyRefusal.onlyParentsJoin),
      (.admin, "abc234", 1, .onlyParentsJoin),
      (.parent, "abc", 1, .malformedCode("abc")),
      (.parent, "FAM-ABC234", 2, .ownFamily),
    ] as [(UserRole, String, UInt64, FamilyRefusal?)])
  func joining(role: UserRole, code: String, player: UInt64, refusal: FamilyRefusal?) {
    #expect(
      FamilyRules.refusalToJoin(
        code, as: role, caller: Sample.id(2), playerOfFamily: Sample.id(player)) == refusal)
  }

  @Test("A code no family has is unknown")
  func unknownCode() throws {
    let code = try #require(FamilyCode("FAM-ABC234"))
    #expect(
      FamilyRules.refusalToJoin("abc234", as: .parent, caller: Sample.id(2), playerOfFamily: nil)
        == .unknownCode(code))
    #expect(
      FamilyRefusal.unknownCode(code).words
        == "No family has the code FAM-ABC234. Check it with your athlete; a renewed code replaces the old one."
    )
  }

  @Test(
    "Only the athlete removes members: parents, never themselves",
    arguments: [
      (1, 2, UserRole.parent, nil), (2, 1, .player, FamilyRefusal.onlyOwner),
      (2, 2, .parent, .onlyOwner), (1, 1, .player, .cannotRemoveSelf),
      (1, 3, .player, .onlyParentsAreRemoved),
    ] as [(UInt64, UInt64, UserRole, FamilyRefusal?)])
  func removing(caller: UInt64, member: UInt64, role: UserRole, refusal: FamilyRefusal?) {
    #expect(
      FamilyRules.refusalToRemove(
        Sample.id(member), role: role, caller: Sample.id(caller), playerOfFamily: Sample.id(1))
        == refusal)
  }

  @Test("Players create families and renew codes; parents leave")
  func theRest() {
    #expect(FamilyRules.refusalToCreate(as: .player) == nil)
    #expect(FamilyRules.refusalToCreate(as: .parent) == .onlyAthletesCreate)
    #expect(
      FamilyRules.refusalToRenewCode(caller: Sample.id(1), playerOfFamily: Sample.id(1)) == nil)
    #expect(
      FamilyRules.refusalToRenewCode(caller: Sample.id(2), playerOfFamily: Sample.id(1))
        == .onlyOwner)
    #expect(FamilyRules.refusalToLeave(as: .parent) == nil)
    #expect(FamilyRules.refusalToLeave(as: .player) == .athleteCannotLeave)
  }
}
