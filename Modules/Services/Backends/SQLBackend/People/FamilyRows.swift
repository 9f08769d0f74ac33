import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Reads and writes families and their memberships, which are rows of `family_units` and
/// `family_members`, within a transaction.
struct FamilyRows {
  let scope: Scope
  var random: SecureGenerator

  init(scope: Scope, random: @escaping @Sendable () throws(Problem) -> UInt64) {
    self.scope = scope
    self.random = SecureGenerator(draw: random)
  }

  static let columns =
    "id, player_user_id, family_name, family_code, code_generated_at, created_at, updated_at"

  static func unit(_ row: borrowing ResultRow) throws -> FamilyUnit {
    var unit = FamilyUnit(
      id: try row.recordID(0), playerID: try row.recordID(1), name: try row.optionalText(2),
      createdAt: Instant(try row.text(5)) ?? Instant(milliseconds: 0))
    unit.code = try row.optionalText(3)
    unit.codeGeneratedAt = try row.optionalText(4).flatMap { Instant($0) }
    unit.updatedAt = Instant(try row.text(6)) ?? unit.createdAt
    return unit
  }

  func unit(_ id: RecordID) throws -> FamilyUnit {
    let found = try scope.connection.first(
      "SELECT \(Self.columns) FROM family_units WHERE id = ?", id
    ) { row in try Self.unit(row) }
    guard let found, scope.caller.families.contains(id) || found.playerID == scope.caller.id else {
      throw Problem(.notFound, "There is no such family.")
    }
    return found
  }

  func unit(withCode code: FamilyCode) throws -> FamilyUnit? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM family_units WHERE family_code = ?", code.text
    ) { row in try Self.unit(row) }
  }

  func unit(ofPlayer player: RecordID) throws -> FamilyUnit? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM family_units WHERE player_user_id = ?", player
    ) { row in try Self.unit(row) }
  }

  mutating func create(of player: RecordID, named name: String?) throws -> FamilyUnit {
    var unit = FamilyUnit(
      id: scope.ids.next(), playerID: player,
      name: name.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed } ?? FamilyRules.defaultName,
      createdAt: scope.now)
    // A family that is shared through a server gets its code from the server; a code that this
    // device creates would not work there. So no code is created here for a person with an account
    // at a server.
    if try !Outbox.hasAccount(of: player, in: scope.connection) {
      unit.code = try drawCode().text
      unit.codeGeneratedAt = try scope.securityTime()
    }
    let now = scope.now.description
    try scope.connection.execute(
      """
      INSERT INTO family_units (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
      """, unit.id, player, unit.name, unit.code, unit.codeGeneratedAt?.description, now, now)
    try add(player, as: .player, to: unit.id)
    if let code = unit.code { try log(unit.id, code, .generated, by: player) }
    try share(recordsOf: player, with: unit.id)
    return unit
  }

  /// Assigns to the new family those of the athlete's records that belong to no family yet.
  /// Otherwise only the athlete could see them.
  private func share(recordsOf player: RecordID, with family: RecordID) throws {
    for (table, owner) in RecordKinds.shared {
      try scope.connection.execute(
        "UPDATE \(table) SET family_unit_id = ?1 WHERE family_unit_id IS NULL AND \(owner) = ?2",
        family, player)
    }
  }

  mutating func renewCode(of unit: FamilyUnit) throws -> FamilyCode {
    let code = try drawCode()
    try scope.connection.execute(
      "UPDATE family_units SET family_code = ?2, code_generated_at = ?3, updated_at = ?4 WHERE id = ?1",
      unit.id, code.text, try scope.securityTime().description, scope.now.description)
    try log(unit.id, code.text, .regenerated, by: scope.caller.id)
    return code
  }

  /// Adds a membership. Returns false if the person was a member before.
  ///
  /// The statement is an upsert, so that two simultaneous calls add only one membership.
  @discardableResult
  func add(_ person: RecordID, as role: UserRole, to family: RecordID) throws -> Bool {
    try scope.connection.execute(
      """
      INSERT INTO family_members (id, family_unit_id, user_id, role, added_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (family_unit_id, user_id) DO NOTHING
      """, scope.ids.next(), family, person, role.rawValue, scope.now.description)
    return scope.connection.changes > 0
  }

  /// Returns a person's role in the family, and the areas in which the athlete lets this parent
  /// help.
  func member(
    _ person: RecordID, of family: RecordID
  ) throws -> (role: UserRole, helps: Set<HelpArea>) {
    let found = try scope.connection.first(
      "SELECT role, helps FROM family_members WHERE family_unit_id = ? AND user_id = ?", family,
      person
    ) { row in
      (
        role: UserRole(rawValue: try row.text(0)) ?? .parent,
        helps: HelpAreas.areas(try row.text(1))
      )
    }
    guard let found else { throw Problem.noSuch(.person) }
    return found
  }

  func setHelp(_ areas: Set<HelpArea>, of person: RecordID, in family: RecordID) throws {
    try scope.connection.execute(
      "UPDATE family_members SET helps = ?3 WHERE family_unit_id = ?1 AND user_id = ?2 AND helps <> ?3",
      family, person, HelpAreas.text(areas))
  }

  /// Removes a membership, and also deletes a parent's notifications about the athlete, because a
  /// former member may not read about the athlete any more (domain.md 3).
  ///
  /// - Returns: false if the person was no member.
  func remove(_ person: RecordID, from family: RecordID) throws -> Bool {
    try scope.connection.execute(
      """
      DELETE FROM notifications WHERE user_id = ?2 AND EXISTS (
        SELECT 1 FROM family_units
        WHERE id = ?1 AND player_user_id <> ?2 AND instr(occasion, player_user_id) > 0)
      """, family, person)
    try scope.connection.execute(
      "DELETE FROM family_members WHERE family_unit_id = ? AND user_id = ?", family, person)
    return scope.connection.changes > 0
  }

  func log(
    _ family: RecordID, _ code: String, _ action: FamilyCodeUse.Action, by person: RecordID
  ) throws {
    try scope.connection.execute(
      """
      INSERT INTO family_code_usage_log (id, family_unit_id, user_id, code_used, action, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """, scope.ids.next(), family, person, code, action.rawValue, scope.now.description)
  }

  func page(of unit: FamilyUnit) throws -> FamilyPageData {
    let isOwner = unit.playerID == scope.caller.id
    let rows = try scope.connection.query(
      """
      SELECT user_id, role, added_at, helps FROM family_members WHERE family_unit_id = ?
      ORDER BY role <> 'player', added_at, user_id
      """, unit.id
    ) { row in
      (
        try row.recordID(0), try row.text(1), Instant(try row.text(2)) ?? Instant(milliseconds: 0),
        HelpAreas.areas(try row.text(3))
      )
    }
    let members = try rows.map { id, role, addedAt, helps in
      FamilyPageData.Member(
        reference: try scope.reference(toPerson: id), email: try scope.person(id).contactEmail,
        role: UserRole(rawValue: role) ?? .parent, addedAt: addedAt, isSelf: id == scope.caller.id,
        helps: helps)
    }
    var shown = unit
    if try !isOwner && !isShared(unit.id) { shown.code = nil }
    return FamilyPageData(
      family: shown, athlete: try scope.reference(toPerson: unit.playerID), members: members,
      isOwner: isOwner)
  }

  /// Returns whether the family is shared through a server on which the caller (the person who
  /// acts) has an account. On a server the athlete admits each person, so a parent may see the
  /// family's code. Within one file the code admits a person at once, so only the athlete sees it.
  private func isShared(_ family: RecordID) throws -> Bool {
    try Outbox(scope.connection)?.cursors(of: scope.caller.id).contains { $0.scope == family }
      ?? false
  }

  /// Returns the e-mail addresses that the family's other members have entered; none if the caller
  /// (the person who acts) is no member.
  func addresses(ofOthersIn family: RecordID) throws -> [String] {
    guard scope.caller.families.contains(family) else { return [] }
    let found = try scope.connection.query(
      """
      SELECT users.id, users.email FROM family_members JOIN users ON users.id = family_members.user_id
      WHERE family_members.family_unit_id = ? AND users.id <> ?
      """, family, scope.caller.id
    ) { row in (id: try row.recordID(0), email: try row.optionalText(1)) }
    return found.compactMap { person in
      person.email.flatMap { Person.contactEmail($0, of: person.id) }
    }
  }

  func choice(of unit: FamilyUnit) throws -> AthleteChoice {
    let athlete = try scope.person(unit.playerID)
    return AthleteChoice(
      reference: try scope.reference(toPerson: athlete.id),
      athlete: AccessibleAthlete(
        familyID: unit.id, athleteID: athlete.id, name: athlete.fullName,
        graduationYear: try scope.graduationYear(of: athlete.id),
        familyName: unit.name ?? FamilyRules.defaultName,
        helps: scope.caller.helping[unit.id]?.areas ?? []))
  }

  private mutating func drawCode() throws -> FamilyCode {
    let connection = scope.connection
    var failure: (any Error)?
    let drawn = FamilyCode.new(random: &random) { code in
      do {
        return try connection.first(
          "SELECT 1 FROM family_units WHERE family_code = ?", code.text
        ) { _ in true } ?? false
      } catch {
        failure = error
        return true
      }
    }
    if let failure { throw failure }
    if let problem = random.problem { throw problem }
    guard let drawn else {
      throw Problem(.failed, "No free family code was found.", fix: "Try again.")
    }
    return drawn
  }
}

/// Makes a cryptographic source of random numbers usable as a `RandomNumberGenerator`.
///
/// `next` cannot throw. If the source fails, `next` returns 0 and stores the failure in `problem`,
/// which the user of the numbers must check.
struct SecureGenerator: RandomNumberGenerator {
  let draw: @Sendable () throws(Problem) -> UInt64
  private(set) var problem: Problem?

  init(draw: @escaping @Sendable () throws(Problem) -> UInt64) {
    self.draw = draw
  }

  mutating func next() -> UInt64 {
    do throws(Problem) {
      return try draw()
    } catch {
      problem = error
      return 0
    }
  }
}
