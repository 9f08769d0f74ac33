import Basics
import Domain
import Testing

@Suite("Who may let help, and who may write")
struct HelpRulesTests {
  @Test(
    "Only the athlete lets somebody help, and only a parent",
    arguments: [
      (1, 2, UserRole.parent, nil), (2, 2, .parent, FamilyRefusal.onlyOwner),
      (2, 3, .parent, .onlyOwner), (1, 1, .player, .onlyParentsHelp),
      (1, 1, .parent, .onlyParentsHelp), (1, 3, .player, .onlyParentsHelp),
      (1, 3, .admin, .onlyParentsHelp),
    ] as [(UInt64, UInt64, UserRole, FamilyRefusal?)])
  func lettingHelp(caller: UInt64, member: UInt64, role: UserRole, refusal: FamilyRefusal?) {
    #expect(
      FamilyRules.refusalToLetHelp(
        Sample.id(member), role: role, caller: Sample.id(caller), playerOfFamily: Sample.id(1))
        == refusal)
  }

  @Test(
    "An athlete writes their own data, a parent what they may help with, and others nothing",
    arguments: [
      (UserRole.player, 1, [], DataArea.school, true), (.player, 1, [], .notification, true),
      (.player, 2, [], .school, false), (.player, 2, [.records], .school, false),
      (.parent, 2, [.records], .school, true), (.parent, 2, [.metrics], .school, false),
      (.parent, 2, [.metrics], .metric, true), (.parent, 2, [], .metric, false),
      (.parent, 2, [.records, .metrics, .tasks], .person, false),
      // Only a player writes their own data, and only a parent helps. Person 1 is the athlete and
      // person 2 a helper, but their roles have changed, so they may not write.
      (.admin, 2, [.records], .school, false), (.admin, 1, [], .school, false),
      (.parent, 1, [], .school, false),
    ] as [(UserRole, UInt64, Set<HelpArea>, DataArea, Bool)])
  func writing(
    role: UserRole, caller: UInt64, areas: Set<HelpArea>, area: DataArea, mayWrite: Bool
  ) {
    let family = Sample.id(100)
    let caller = Caller(
      id: Sample.id(caller), role: role, families: [family],
      helping: [family: .init(athlete: Sample.id(1), areas: areas)])
    #expect(caller.mayWrite(area, of: Sample.id(1)) == mayWrite)
  }
}
