import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// Reads a person's role and families from the data file. All access rights depend on them.
enum CallerQuery {
  /// Returns the role and families of the acting person. Throws "Your session has expired" when
  /// that person may not act any more.
  static func caller(
    _ person: ActingPerson, in connection: DatabaseConnection, at time: () throws -> Instant
  ) throws -> Caller {
    // A person who is signing up has no row in `users` yet. The person may only create this row, so
    // the role and the families are not read.
    if person.ground == .comingToBe {
      return Caller(id: person.id, role: .parent, families: [])
    }
    return try caller(person.id, role: try person.role(in: connection, at: time), in: connection)
  }

  /// Returns the role and families of a person who does not act now, such as the author of an undo
  /// step.
  static func caller(_ person: RecordID, in connection: DatabaseConnection) throws -> Caller {
    let role = try connection.first("SELECT role FROM users WHERE id = ?", person) { row in
      try row.text(0)
    }
    guard let role else { return Caller(id: person, role: .parent, families: []) }
    return try caller(person, role: role, in: connection)
  }

  private static func caller(
    _ person: RecordID, role: String, in connection: DatabaseConnection
  ) throws -> Caller {
    let role = UserRole(rawValue: role) ?? .parent
    guard role == .parent else {
      let families = try connection.query(
        "SELECT family_unit_id FROM family_members WHERE user_id = ?", person
      ) { row in try row.recordID(0) }
      return Caller(id: person, role: role, families: Set(families))
    }
    var caller = Caller(id: person, role: role, families: [])
    try connection.query(
      """
      SELECT family_members.family_unit_id, family_members.helps, family_members.role,
        family_units.player_user_id
      FROM family_members JOIN family_units ON family_units.id = family_members.family_unit_id
      WHERE family_members.user_id = ?
      """, person
    ) { row in
      (
        family: try row.recordID(0), areas: HelpAreas.areas(try row.text(1)),
        isParent: try row.text(2) == UserRole.parent.rawValue, athlete: try row.recordID(3)
      )
    }.forEach { found in
      caller.families.insert(found.family)
      guard found.isParent, !found.areas.isEmpty else { return }
      caller.helping[found.family] = Caller.Helping(athlete: found.athlete, areas: found.areas)
    }
    return caller
  }
}

/// Converts between the set of areas that a parent may help with and its text in
/// `family_members.helps`. Unknown words are ignored.
enum HelpAreas {
  static func areas(_ text: String?) -> Set<HelpArea> {
    guard let text, text != "[]" else { return [] }
    return Set((TextList.texts(text) ?? []).compactMap(HelpArea.init))
  }

  static func text(_ areas: Set<HelpArea>) -> String {
    JSONValue.array(
      HelpArea.allCases.filter(areas.contains).map { .string($0.rawValue) }
    ).text
  }
}

extension Caller {
  /// Throws unless the access rules in `Authority` allow the access. The thrown problem says why
  /// the access is refused.
  func require(
    _ access: Authority.Access, _ area: DataArea, of scope: RowScope, kind: ReferenceKind
  ) throws {
    if let problem = Problem(Authority.decide(access, area, of: scope, by: self), on: kind) {
      throw problem
    }
  }

  /// Throws unless the caller (the person who acts) may change the athlete's data.
  ///
  /// Every write to an athlete's data calls this method first; for some rows, further checks
  /// follow.
  ///
  /// - Parameter operation: the name of the operation, such as `editSchool`, from which follows the
  ///   area in which a parent needs the right to help. Nil stands for an operation with which no
  ///   parent can help, so only the athlete may act.
  func requireToChangeData(of athlete: RecordID, doing operation: String? = nil) throws {
    if role == .player, athlete == id { return }
    guard let area = operation.flatMap(StepSubject.areaToHelp), mayWrite(area, of: athlete) else {
      throw Problem.readOnly
    }
  }
}

extension Scope {
  func family(of athlete: RecordID) throws -> RecordID? {
    try connection.first(
      "SELECT id FROM family_units WHERE player_user_id = ?", athlete
    ) { row in try row.recordID(0) }
  }

  /// Throws "no such person" unless the caller (the person who acts) may read the athlete's data.
  /// The same text appears for an id that does not exist, so that a stranger cannot find out
  /// whether it exists.
  func requireToRead(_ athlete: RecordID) throws {
    guard athlete != caller.id else { return }
    let family = try family(of: athlete)
    guard let family, caller.families.contains(family) else { throw Problem.noSuch(.person) }
  }

  /// Returns the reference of a person, which commands and pages show: the name and the handle,
  /// which is a short name to type, such as `p2`.
  func reference(toPerson id: RecordID) throws -> Reference {
    try RecordNames(connection).references(.person, [id])[id]
      ?? Reference(kind: .person, id: id, handle: "p0", title: "Unknown person")
  }
}
