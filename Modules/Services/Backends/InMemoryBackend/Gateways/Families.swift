import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  public var families: FamiliesGateway {
    FamiliesGateway(
      families: { () throws(Problem) in
        try await self.read("families.families") { world, asking in
          world.families(of: asking.caller).map { world.page(of: $0, for: asking.caller) }
        }
      },
      accessibleAthletes: { () throws(Problem) in
        try await self.read("families.accessibleAthletes") { world, asking in
          guard asking.caller.role == .parent else { return [] }
          return world.families(of: asking.caller).map(world.choice)
        }
      },
      create: { name throws(Problem) in
        try await self.write("families.create", as: "createFamily") {
          world, asking, summary throws(Problem) in
          if let refusal = FamilyRules.refusalToCreate(as: asking.caller.role) {
            throw Problem(refusal)
          }
          if let family = world.family(of: asking.person) {
            return world.page(of: family, for: asking.caller)
          }
          let family = try world.makeFamily(of: asking.person, named: name, asking)
          summary.text = "Created \(world.name(of: family))"
          return world.page(of: family, for: world.caller(asking.person))
        }
      },
      regenerateCode: { id throws(Problem) in
        try await self.write("families.regenerateCode", as: "regenerateCode") {
          world, asking, summary throws(Problem) in
          var family = try world.family(id, seenBy: asking.caller)
          if let refusal = FamilyRules.refusalToRenewCode(
            caller: asking.person, playerOfFamily: family.playerID)
          {
            throw Problem(refusal)
          }
          let code = try world.giveCode(to: &family, .regenerated, asking)
          summary.text = "Renewed the code of \(world.name(of: family))"
          return code
        }
      },
      join: { typed throws(Problem) in
        // Remembered apart from the step, for a try that fails must be remembered too.
        try await self.remember("families.join") { world, asking throws(Problem) in
          try world.noteFamilyCodeTry(asking)
        }
        return try self.step("joinFamily", by: try await self.person()) {
          world, asking, summary throws(Problem) in
          let joined = try world.join(typed, asking)
          summary.text = "Joined \(joined.familyName)"
          summary.athlete = joined.athlete.athlete.athleteID
          return joined
        }
      },
      leave: { id throws(Problem) in
        try await self.write("families.leave", as: "leaveFamily") {
          world, asking, summary throws(Problem) in
          let family = try world.family(id, seenBy: asking.caller)
          if let refusal = FamilyRules.refusalToLeave(as: asking.caller.role) {
            throw Problem(refusal)
          }
          world.removeMember(asking.person, from: id)
          summary.athlete = family.playerID
          summary.text = "Left \(world.name(of: family))"
          return LeftFamily(familyID: id, familyName: world.name(of: family))
        }
      },
      remove: { person, id throws(Problem) in
        try await self.write("families.remove", as: "removeMember") {
          world, asking, summary throws(Problem) in
          let family = try world.family(id, seenBy: asking.caller)
          guard let member = world.members(of: id).first(where: { $0.personID == person }) else {
            throw .noSuch(.person)
          }
          if let refusal = FamilyRules.refusalToRemove(
            person, role: member.role.known ?? .player, caller: asking.person,
            playerOfFamily: family.playerID)
          {
            throw Problem(refusal)
          }
          world.removeMember(person, from: id)
          let removed = world.reference(toPerson: person)
          summary.text = "Removed \(removed.title) from \(world.name(of: family))"
          return RemovedMember(person: removed, familyName: world.name(of: family))
        }
      })
  }
}

extension World {
  func name(of family: FamilyUnit) -> String {
    guard let name = family.name, !name.isEmpty else { return FamilyRules.defaultName }
    return name
  }

  /// In the order the caller joined them.
  func families(of caller: Caller) -> [FamilyUnit] {
    shared.familyMembers.values.filter { $0.personID == caller.id }
      .sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }
      .compactMap { shared.familyUnits[$0.familyID] }
  }

  func members(of family: RecordID) -> [FamilyMember] {
    shared.familyMembers.values.filter { $0.familyID == family }
      .sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }
  }

  fileprivate func family(_ id: RecordID, seenBy caller: Caller) throws(Problem) -> FamilyUnit {
    guard let family = shared.familyUnits[id], caller.families.contains(id) else {
      throw Problem(.notFound, "There is no such family.")
    }
    return family
  }

  fileprivate func page(of family: FamilyUnit, for caller: Caller) -> FamilyPageData {
    let isOwner = family.playerID == caller.id
    var shown = family
    if !isOwner { shown.code = nil }
    let members = members(of: family.id).map { member in
      FamilyPageData.Member(
        reference: reference(toPerson: member.personID),
        email: shared.users[member.personID]?.contactEmail, role: member.role.known ?? .parent,
        addedAt: member.addedAt, isSelf: member.personID == caller.id)
    }
    return FamilyPageData(
      family: shown, athlete: reference(toPerson: family.playerID),
      members: members.filter { $0.role == .player } + members.filter { $0.role != .player },
      isOwner: isOwner)
  }

  fileprivate func choice(of family: FamilyUnit) -> AthleteChoice {
    let athlete = shared.users[family.playerID]
    return AthleteChoice(
      reference: reference(toPerson: family.playerID),
      athlete: AccessibleAthlete(
        familyID: family.id, athleteID: family.playerID, name: athlete?.fullName,
        graduationYear: graduationYear(of: family.playerID), familyName: name(of: family)))
  }

  mutating func makeFamily(
    of athlete: RecordID, named name: String?, _ asking: Asking
  ) throws(Problem) -> FamilyUnit {
    let given = name?.trimmed ?? ""
    var family = FamilyUnit(
      id: asking.ids.next(), playerID: athlete,
      name: given.isEmpty ? FamilyRules.defaultName : given, createdAt: asking.now)
    shared.familyUnits[family.id] = family
    _ = try giveCode(to: &family, .generated, asking)
    join(athlete, .player, family.id, asking)
    return family
  }

  mutating func join(
    _ person: RecordID, _ role: UserRole, _ family: RecordID, _ asking: Asking
  ) {
    let id = asking.ids.next()
    shared.familyMembers[id] = FamilyMember(
      id: id, familyID: family, personID: person, role: role, addedAt: asking.now)
  }

  fileprivate mutating func removeMember(_ person: RecordID, from family: RecordID) {
    shared.familyMembers = shared.familyMembers.filter {
      $0.value.personID != person || $0.value.familyID != family
    }
  }

  fileprivate mutating func giveCode(
    to family: inout FamilyUnit, _ action: FamilyCodeUse.Action, _ asking: Asking
  ) throws(Problem) -> FamilyCode {
    let taken = Set(shared.familyUnits.values.compactMap(\.code))
    guard let code = FamilyCode.new(random: &dice, isTaken: { taken.contains($0.text) }) else {
      throw Problem(.failed, "No free family code was found.", fix: "Try again.")
    }
    family.code = code.text
    family.codeGeneratedAt = asking.now
    family.updatedAt = asking.now
    shared.familyUnits[family.id] = family
    log(code.text, action, family.id, asking)
    return code
  }

  fileprivate mutating func noteFamilyCodeTry(_ asking: Asking) throws(Problem) {
    let key = DevicePreferenceKey.familyCodeTries
    var tries = FamilyCodeTries(reading: devicePreferences[asking.person]?[key])
    try tries.note(asking.now)
    setDevicePreference(key, of: asking.person, to: tries.text)
  }

  fileprivate mutating func join(_ typed: String, _ asking: Asking) throws(Problem) -> JoinedFamily
  {
    let code = FamilyCode(typed: typed)?.text
    let family = shared.familyUnits.values.first { code != nil && $0.code == code }
    if let refusal = FamilyRules.refusalToJoin(
      typed, as: asking.caller.role, caller: asking.person, playerOfFamily: family?.playerID)
    {
      throw Problem(refusal)
    }
    guard let family, let code else { throw Problem(.notFound) }
    let wasMember = asking.caller.families.contains(family.id)
    if !wasMember {
      join(asking.person, .parent, family.id, asking)
      log(code, .joined, family.id, asking)
    }
    return JoinedFamily(
      familyID: family.id, familyName: name(of: family), athlete: choice(of: family),
      wasMember: wasMember)
  }

  private mutating func log(
    _ code: String, _ action: FamilyCodeUse.Action, _ family: RecordID, _ asking: Asking
  ) {
    let id = asking.ids.next()
    shared.familyCodeUsageLog[id] = FamilyCodeUse(
      id: id, familyID: family, personID: asking.person, code: code, action: action,
      createdAt: asking.now)
  }
}
