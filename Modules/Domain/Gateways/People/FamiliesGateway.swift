public import Basics

/// The operations on families: who shares an athlete's data, and how people join and leave.
public struct FamiliesGateway: Gateway {
  /// Returns the families of the signed-in person: at most one for an athlete, any number for a
  /// parent.
  public var families = Endpoint<Void, [FamilyPageData]>("families")
  /// Returns the athletes whose data a parent may view, in the order in which the parent joined
  /// their families (domain.md 4.14). The array is empty for a parent in no family.
  public var accessibleAthletes = Endpoint<Void, [AthleteChoice]>("accessibleAthletes")
  /// Returns the e-mail addresses that the other members of a family have entered. The array is
  /// empty if the signed-in person is no member of the family.
  public var addressesOfOthers = Endpoint<RecordID, [String]>("addressesOfOthers")
  public var create = Endpoint<String?, FamilyPageData>("create")
  public var regenerateCode = Endpoint<RecordID, FamilyCode>("regenerateCode")
  public var join = Endpoint<String, JoinedFamily>("join")
  public var leave = Endpoint<RecordID, LeftFamily>("leave")
  public var remove = Endpoint<(person: RecordID, family: RecordID), RemovedMember>("remove")
  public var setHelp = Endpoint<
    (person: RecordID, family: RecordID, areas: Set<HelpArea>), HelpChange
  >("setHelp")

  public init() {}
}

extension FamiliesGateway {
  /// Creates the signed-in athlete's family together with a code. Returns the existing family if
  /// the athlete has one. If the athlete has an account at a server, the family has no code until
  /// the server generates one.
  public func create(named name: String?) async throws(Problem) -> FamilyPageData {
    try await create(name)
  }

  /// Replaces the code of a family. The old code becomes invalid; people who joined with it stay
  /// members.
  public func regenerateCode(ofFamily family: RecordID) async throws(Problem) -> FamilyCode {
    try await regenerateCode(family)
  }

  /// Joins the family with this code. The text may have any spelling that people type. If the
  /// person is a member already, nothing changes.
  public func join(code: String) async throws(Problem) -> JoinedFamily { try await join(code) }

  public func leave(family: RecordID) async throws(Problem) -> LeftFamily {
    try await leave(family)
  }

  /// Sets the areas of the athlete's data, such as coaches or events, in which a parent may make
  /// changes; an empty set means none. Only the athlete may do this (domain.md 10.10).
  public func setHelp(
    of person: RecordID, inFamily family: RecordID, to areas: Set<HelpArea>
  ) async throws(Problem) -> HelpChange {
    try await setHelp((person, family, areas))
  }

  public func remove(
    _ person: RecordID, fromFamily family: RecordID
  ) async throws(Problem) -> RemovedMember {
    try await remove((person, family))
  }
}
