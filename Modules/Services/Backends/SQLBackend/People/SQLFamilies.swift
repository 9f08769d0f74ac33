import Basics
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var families: FamiliesGateway {
    FamiliesGateway {
      $0.families.implement { () throws(Problem) in
        try await self.read { scope in
          let rows = FamilyRows(scope: scope, random: self.random)
          return try rows.joined().map { try rows.page(of: $0) }
        }
      }
      $0.accessibleAthletes.implement { () throws(Problem) in
        try await self.read { scope in
          guard scope.caller.role == .parent else { return [] }
          let rows = FamilyRows(scope: scope, random: self.random)
          return try rows.joined().map { try rows.choice(of: $0) }
        }
      }
      $0.addressesOfOthers.implement { family throws(Problem) in
        try await self.read { scope in
          try FamilyRows(scope: scope, random: self.random).addresses(ofOthersIn: family)
        }
      }
      $0.create.implement { name throws(Problem) in
        try await self.write(FamilyOperation.create) { scope, step in
          if let refusal = FamilyRules.refusalToCreate(as: scope.caller.role) {
            throw Problem(refusal)
          }
          var rows = FamilyRows(scope: scope, random: self.random)
          let existing = try rows.unit(ofPlayer: scope.caller.id)
          let unit = try existing ?? rows.create(of: scope.caller.id, named: name)
          step.summary = "Made the family \(unit.name ?? FamilyRules.defaultName)"
          return try rows.page(of: unit)
        }
      }
      $0.regenerateCode.implement { family throws(Problem) in
        try await self.write("regenerateCode") { scope, step in
          var rows = FamilyRows(scope: scope, random: self.random)
          let unit = try rows.unit(family)
          if let refusal = FamilyRules.refusalToRenewCode(
            caller: scope.caller.id, playerOfFamily: unit.playerID)
          {
            throw Problem(refusal)
          }
          step.summary = "Renewed the family code"
          return try rows.renewCode(of: unit)
        }
      }
      $0.join.implement { typed throws(Problem) in
        // The attempt to join with a family code is counted in a transaction of its own. If the
        // code is wrong, the transaction of the join is rolled back, and a count in it would be
        // lost, so that codes could be guessed without limit.
        try await self.remember { scope in try scope.noteFamilyCodeTry() }
        return try await self.write(FamilyOperation.join) { scope, step in
          try self.join(typed, scope, step)
        }
      }
      $0.setHelp.implement { person, family, areas throws(Problem) in
        try await self.write("setHelp") { scope, step in
          try self.setHelp(person, family, areas, scope, step)
        }
      }
      $0.leave.implement { family throws(Problem) in
        // When a parent leaves a family, the athlete's permissions for the parent to help end in a
        // transaction of their own that is not an undo step. So undoing the leaving restores the
        // membership, but not these permissions, which only the athlete may give.
        try await self.remember { scope in
          try FamilyRows(scope: scope, random: self.random).setHelp(
            [], of: scope.caller.id, in: family)
        }
        return try await self.write(FamilyOperation.leave) { scope, step in
          let rows = FamilyRows(scope: scope, random: self.random)
          let unit = try rows.unit(family)
          if let refusal = FamilyRules.refusalToLeave(as: scope.caller.role) {
            throw Problem(refusal)
          }
          _ = try rows.remove(scope.caller.id, from: family)
          let name = unit.name ?? FamilyRules.defaultName
          step.summary = "Left the family \(name)"
          step.athlete = unit.playerID
          return LeftFamily(familyID: family, familyName: name)
        }
      }
      $0.remove.implement { person, family throws(Problem) in
        try await self.write(FamilyOperation.remove) { scope, step in
          try self.remove(person, from: family, scope, step)
        }
      }
    }
  }

  private func join(
    _ typed: String, _ scope: Scope, _ step: Journal.Step
  ) throws -> JoinedFamily {
    let rows = FamilyRows(scope: scope, random: random)
    let unit = try FamilyCode(typed: typed).flatMap { try rows.unit(withCode: $0) }
    if let refusal = FamilyRules.refusalToJoin(
      typed, as: scope.caller.role, caller: scope.caller.id, playerOfFamily: unit?.playerID)
    {
      throw Problem(refusal)
    }
    guard let unit else { throw Problem(.notFound, "No family has this code.") }
    let isNew = try rows.add(scope.caller.id, as: .parent, to: unit.id)
    if isNew { try rows.log(unit.id, unit.code ?? "", .joined, by: scope.caller.id) }
    let name = unit.name ?? FamilyRules.defaultName
    step.summary = "Joined the family \(name)"
    step.athlete = unit.playerID
    return JoinedFamily(
      familyID: unit.id, familyName: name, athlete: try rows.choice(of: unit), wasMember: !isNew)
  }

  private func setHelp(
    _ person: RecordID, _ family: RecordID, _ areas: Set<HelpArea>, _ scope: Scope,
    _ step: Journal.Step
  ) throws -> HelpChange {
    let rows = FamilyRows(scope: scope, random: random)
    let unit = try rows.unit(family)
    let member = try rows.member(person, of: family)
    if let refusal = FamilyRules.refusalToLetHelp(
      person, role: member.role, caller: scope.caller.id, playerOfFamily: unit.playerID)
    {
      throw Problem(refusal)
    }
    let reference = try scope.reference(toPerson: person)
    if areas != member.helps { try rows.setHelp(areas, of: person, in: family) }
    step.summary =
      areas.isEmpty
      ? "No longer lets \(reference.title) help"
      : "Lets \(reference.title) help with \(areas.words)"
    step.athlete = unit.playerID
    return HelpChange(person: reference, before: member.helps, after: areas)
  }

  private func remove(
    _ person: RecordID, from family: RecordID, _ scope: Scope, _ step: Journal.Step
  ) throws -> RemovedMember {
    let rows = FamilyRows(scope: scope, random: random)
    let unit = try rows.unit(family)
    let member = try rows.member(person, of: family)
    if let refusal = FamilyRules.refusalToRemove(
      person, role: member.role, caller: scope.caller.id,
      playerOfFamily: unit.playerID)
    {
      throw Problem(refusal)
    }
    let reference = try scope.reference(toPerson: person)
    _ = try rows.remove(person, from: family)
    step.summary = "Removed \(reference.title) from the family"
    return RemovedMember(person: reference, familyName: unit.name ?? FamilyRules.defaultName)
  }
}

extension Scope {
  fileprivate func noteFamilyCodeTry() throws {
    let key = DevicePreferenceKey.familyCodeTries
    var tries = FamilyCodeTries(reading: try connection.devicePreferences.value(key, of: caller.id))
    try tries.note(try connection.rememberSecurityTime(at: machine()))
    try connection.devicePreferences.set(key, to: tries.text, for: caller.id)
  }
}

extension FamilyRows {
  /// Returns the families of the signed-in person in the order in which the person joined them.
  func joined() throws -> [FamilyUnit] {
    try scope.connection.query(
      """
      SELECT \(Self.columns) FROM family_units
      WHERE id IN (SELECT family_unit_id FROM family_members WHERE user_id = ?1)
      ORDER BY (SELECT added_at FROM family_members
        WHERE family_unit_id = family_units.id AND user_id = ?1), id
      """, scope.caller.id
    ) { row in try Self.unit(row) }
  }
}
