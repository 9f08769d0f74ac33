import Basics
import CivilTime
public import Domain
import JSON
import Persistence
import SQLite

extension SQLBackend {
  public var people: PeopleGateway {
    PeopleGateway {
      $0.profiles.implement { () throws(Problem) in
        let zone = self.calendar.zone()
        return try self.answering { try self.file.read { try Self.profiles($0, in: zone) } }
      }
      $0.signedInPerson.implement { () throws(Problem) in
        try await self.read { scope in
          PersonWithFamilies(
            person: try scope.person(scope.caller.id), families: try scope.familiesJoined())
        }
      }
      $0.profile.implement { person throws(Problem) in
        try await self.read { scope in
          try scope.requireToMeet(person)
          return try scope.profilePage(of: person)
        }
      }
      $0.createAccount.implement { account throws(Problem) in
        let account = try account.checked(today: self.calendar.today())
        let id = self.ids.next()
        return try self.step(ProfileOperation.account, by: ActingPerson(id, on: .comingToBe)) {
          scope, step in
          let reference = try scope.createPerson(id, account)
          step.summary = "Made the profile of \(reference.title)"
          return CreatedAccount(person: reference, role: account.role)
        }
      }
      $0.createFamilyAsParent.implement { family throws(Problem) in
        guard family.parent.role == .parent, family.athlete.role == .player else {
          throw Problem(.usage, "A family needs a parent and an athlete.")
        }
        let today = self.calendar.today()
        let parentAccount = try family.parent.checked(today: today)
        let athleteAccount = try family.athlete.checked(today: today)
        let parent = self.ids.next()
        let random = self.random
        return try self.step(ProfileOperation.family, by: ActingPerson(parent, on: .comingToBe)) {
          scope, step in
          let athlete = scope.ids.next()
          let parentReference = try scope.createPerson(parent, parentAccount)
          let athleteReference = try scope.createPerson(athlete, athleteAccount)
          var rows = FamilyRows(scope: scope, random: random)
          let unit = try rows.create(of: athlete, named: family.familyName)
          try rows.add(parent, as: .parent, to: unit.id)
          step.summary = "Set up the family of \(athleteReference.title)"
          return CreatedFamily(family: unit, athlete: athleteReference, parent: parentReference)
        }
      }
      $0.updateProfile.implement { person, edit throws(Problem) in
        try await self.write("updateProfile") { scope, step in
          try scope.requireToMeet(person)
          guard person == scope.caller.id else { throw Problem.readOnly }
          let before = try scope.profilePage(of: person)
          try scope.update(person, edit)
          let after = try scope.profilePage(of: person)
          let fields = before.labelsOfChanges(to: after)
          step.summary =
            "Changed the profile"
            + (fields.isEmpty ? "" : ": " + fields.joined(separator: ", "))
          return after
        }
      }
    }
  }

  private static func profiles(
    _ connection: DatabaseConnection, in zone: Zone
  ) throws -> [ProfileSummary] {
    let form = TableForm.people
    let people: [(profile: ProfileSummary, madeAt: Instant?)] = try connection.query(
      """
      SELECT \(form.list), (SELECT number FROM handles WHERE kind = 'p' AND handles.id = users.id)
      FROM users ORDER BY \(form.width + 1)
      """
    ) { row in
      let person = try form.read(row)
      let profile = ProfileSummary(
        reference: Reference(
          kind: .person, id: person.id, handle: "p\(try row.optionalInt(form.width) ?? 0)",
          title: person.displayName),
        role: person.role.known ?? .parent, email: person.contactEmail)
      return (profile, person.createdAt)
    }
    let uses = Dictionary(
      people.map { (NameMatch.folded($0.profile.reference.title), 1) }, uniquingKeysWith: +)
    return try people.map { person in
      var profile = person.profile
      guard uses[NameMatch.folded(profile.reference.title), default: 0] > 1 else { return profile }
      let since = person.madeAt.map { "since \(zone.day(of: $0).text(.shortWithYear))" }
      profile.difference =
        try difference(of: profile.reference.id, connection) ?? since ?? profile.role.words
      return profile
    }
  }

  /// Returns a text that distinguishes a person from another person of the same name on this
  /// computer: an athlete's graduation year, or the athletes in a parent's families; nil if neither
  /// is known.
  private static func difference(
    of person: RecordID, _ connection: DatabaseConnection
  ) throws -> String? {
    let found = try connection.first(
      """
      SELECT CASE role WHEN 'player' THEN 'class of ' || graduation_year
        ELSE 'family of ' || (
          SELECT group_concat(athletes.full_name, ', ') FROM family_members AS own
          JOIN family_members AS others ON others.family_unit_id = own.family_unit_id
          JOIN users AS athletes ON athletes.id = others.user_id
          WHERE own.user_id = users.id AND athletes.role = 'player') END
      FROM users WHERE id = ?
      """, person
    ) { row in try row.optionalText(0) }
    return found ?? nil
  }
}

extension Scope {
  func person(_ id: RecordID) throws -> Person {
    guard let found = try TableForm.people.find(id, in: connection) else {
      throw Problem.noSuch(.person)
    }
    return found
  }

  /// Returns the ids of the signed-in person's families in the order in which the person joined
  /// them.
  func familiesJoined() throws -> [RecordID] {
    try connection.query(
      "SELECT family_unit_id FROM family_members WHERE user_id = ? ORDER BY added_at, family_unit_id",
      caller.id
    ) { row in try row.recordID(0) }
  }

  /// Throws unless the person is the caller (the person who acts) or a member of one of the
  /// caller's families.
  func requireToMeet(_ id: RecordID) throws {
    guard id != caller.id else { return }
    let families = try connection.query(
      "SELECT family_unit_id FROM family_members WHERE user_id = ?", id
    ) { row in try row.recordID(0) }
    guard !caller.families.isDisjoint(with: families) else { throw Problem.noSuch(.person) }
  }

  func profilePage(of id: RecordID) throws -> ProfilePageData {
    let person = try person(id)
    let rows = PreferenceRows(scope: self)
    return ProfilePageData(
      reference: try reference(toPerson: id), person: person,
      player: person.role == .player
        ? PlayerProfile(reading: try rows.stored(.player, of: id).data) : nil,
      home: id == caller.id ? HomeLocation(reading: try rows.stored(.location, of: id).data) : nil)
  }

  /// Creates a person's row in `users` and the person's handle (a short name such as `p2`), and
  /// stores the athlete's sport among the player preferences.
  func createPerson(_ id: RecordID, _ account: NewAccount) throws -> Reference {
    let person = account.person(id: id, now: now)
    try requireFree(person.email, for: id)
    try TableForm.people.insert([person], in: connection)
    if let player = account.player {
      _ = try PreferenceRows(scope: self).save(player.object, as: .player, of: id)
    }
    return try reference(toPerson: id)
  }

  func update(_ id: RecordID, _ edit: ProfileEdit) throws {
    let before = try person(id)
    guard edit.player == nil || before.role == .player else {
      throw Problem(.usage, "Only an athlete's profile describes a player.")
    }
    var person = before
    try edit.apply(to: &person)
    try requireFree(person.email, for: id)
    if person != before {
      person.updatedAt = now
      try TableForm.people.update(from: before, to: person, in: connection)
    }
    let rows = PreferenceRows(scope: self)
    if let player = edit.player { _ = try rows.save(player.object, as: .player, of: id) }
    if let home = edit.home { _ = try rows.save(home.object, as: .location, of: id) }
  }

  private func requireFree(_ email: String, for id: RecordID) throws {
    let isTaken = try connection.first(
      "SELECT 1 FROM users WHERE email = ? AND id <> ?", email, id
    ) { _ in true }
    if isTaken == true { throw Problem.emailTaken(email) }
  }
}
