public import Basics

/// Families: the people who share an athlete's data, and how they join and leave.
public struct FamiliesGateway: Gateway {
  /// The families of the acting person: one for an athlete, any number for a parent.
  public var families = Endpoint<Void, [FamilyPageData]>("families")
  /// Returns the athletes whose data a parent may view, in the order in which the parent joined
  /// their families; empty for a parent without any (rule 4.14).
  public var accessibleAthletes = Endpoint<Void, [AthleteChoice]>("accessibleAthletes")
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
  /// Creates the athlete's family with a code, or returns the family that exists already.
  public func create(named name: String?) async throws(Problem) -> FamilyPageData {
    try await create(name)
  }

  /// Makes a new code; the old one stops working, and members stay.
  public func regenerateCode(ofFamily family: RecordID) async throws(Problem) -> FamilyCode {
    try await regenerateCode(family)
  }

  /// Joins the family with this code, which may be given as the person typed it. Joining again
  /// changes nothing.
  public func join(code: String) async throws(Problem) -> JoinedFamily { try await join(code) }

  public func leave(family: RecordID) async throws(Problem) -> LeftFamily {
    try await leave(family)
  }

  /// Sets the areas that a parent may help with; empty means none. Only the athlete may do this (rule 10.10).
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
