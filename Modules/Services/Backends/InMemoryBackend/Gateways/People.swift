import CivilTime
public import Domain
import FeatureKit
import JSON

extension InMemoryBackend {
  public var people: PeopleGateway {
    PeopleGateway(
      profiles: { () throws(Problem) in
        try await self.readAsAnyone("people.profiles") { world in world.profiles }
      },
      standing: { () throws(Problem) in
        try await self.read("people.standing") { world, asking throws(Problem) in
          guard let person = world.shared.users[asking.caller.id] else { throw .noSuch(.person) }
          return PersonStanding(
            person: person, families: world.families(of: asking.caller).map(\.id))
        }
      },
      profile: { person throws(Problem) in
        try await self.read("people.profile") { world, asking throws(Problem) in
          try world.profile(of: person, for: asking.caller)
        }
      },
      createAccount: { account throws(Problem) in
        try await self.traffic.pass("people.createAccount")
        let account = try account.checked(today: self.calendar.today())
        let id = self.ids.next()
        return try self.step("createAccount", by: id) {
          world, asking, summary throws(Problem) in
          let person = try world.make(account, id: id, asking)
          summary.text = "Made the profile of \(person.title)"
          return CreatedAccount(person: person, role: account.role)
        }
      },
      createFamilyAsParent: { new throws(Problem) in
        try await self.traffic.pass("people.createFamilyAsParent")
        let today = self.calendar.today()
        var checked = new
        checked.parent = try new.parent.checked(today: today)
        checked.athlete = try new.athlete.checked(today: today)
        let (family, parent) = (checked, self.ids.next())
        return try self.step("createFamily", by: parent) {
          world, asking, summary throws(Problem) in
          try world.makeFamily(family, parent: parent, asking, &summary)
        }
      },
      updateProfile: { person, edit throws(Problem) in
        try await self.write("people.updateProfile", as: "updateProfile") {
          world, asking, summary throws(Problem) in
          try world.update(person, edit, asking)
          summary.text = "Changed the profile of \(world.reference(toPerson: person).title)"
          return try world.profile(of: person, for: asking.caller)
        }
      })
  }
}

extension World {
  fileprivate var profiles: [ProfileSummary] {
    shared.users.values.map { person in
      ProfileSummary(
        reference: reference(toPerson: person.id), role: person.role.known ?? .player,
        email: person.contactEmail)
    }.sorted { handles.number(.person, $0.reference.id) < handles.number(.person, $1.reference.id) }
  }

  fileprivate func profile(of id: RecordID, for caller: Caller) throws(Problem) -> ProfilePageData {
    guard let person = shared.users[id], caller.sees(id, in: self) else { throw .noSuch(.person) }
    let player = shared.preferences[PreferenceKey(person: id, category: .player)]?.data
    let home = shared.preferences[PreferenceKey(person: id, category: .location)]?.data
    return ProfilePageData(
      reference: reference(toPerson: id), person: person,
      player: person.role == .player ? PlayerProfile(reading: player) : nil,
      home: id == caller.id ? HomeLocation(reading: home) : nil)
  }

  fileprivate mutating func make(
    _ account: NewAccount, id: RecordID, _ asking: Asking
  ) throws(Problem) -> Reference {
    let person = account.person(id: id, now: asking.now)
    try requireFree(person.email, for: id)
    add(person)
    if let player = account.player { try save(player.object, as: .player, of: id, asking) }
    return reference(toPerson: id)
  }

  fileprivate mutating func makeFamily(
    _ new: NewParentFamily, parent: RecordID, _ asking: Asking, _ summary: inout Summary
  ) throws(Problem) -> CreatedFamily {
    guard new.parent.role == .parent, new.athlete.role == .player else {
      throw Problem(.usage, "A family needs a parent and an athlete.")
    }
    let parent = try make(new.parent, id: parent, asking)
    let athlete = try make(new.athlete, id: asking.ids.next(), asking)
    let family = try makeFamily(of: athlete.id, named: new.familyName, asking)
    join(parent.id, .parent, family.id, asking)
    summary.text = "Made the family of \(athlete.title) and \(parent.title)"
    return CreatedFamily(family: family, athlete: athlete, parent: parent)
  }

  fileprivate mutating func update(
    _ id: RecordID, _ edit: ProfileEdit, _ asking: Asking
  ) throws(Problem) {
    guard var person = shared.users[id], asking.caller.sees(id, in: self) else {
      throw .noSuch(.person)
    }
    guard id == asking.person else { throw .readOnly }
    guard edit.player == nil || person.role == .player else {
      throw Problem(.usage, "Only an athlete's profile describes a player.")
    }
    let before = person
    try edit.apply(to: &person)
    try requireFree(person.email, for: id)
    if person != before { person.updatedAt = asking.now }
    shared.users[id] = person
    if let player = edit.player { try save(player.object, as: .player, of: id, asking) }
    if let home = edit.home { try save(home.object, as: .location, of: id, asking) }
  }

  private func requireFree(_ email: String, for id: RecordID) throws(Problem) {
    if shared.users.values.contains(where: { $0.email == email && $0.id != id }) {
      throw .emailTaken(email)
    }
  }
}

extension Caller {
  /// Oneself and everybody in one's families.
  func sees(_ person: RecordID, in world: World) -> Bool {
    person == id
      || world.shared.familyMembers.values.contains {
        $0.personID == person && families.contains($0.familyID)
      }
  }
}
