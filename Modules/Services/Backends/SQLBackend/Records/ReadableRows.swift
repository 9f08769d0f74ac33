import Basics
import Domain
import Persistence
import SQLite

// Who may see which rows (rule 3), in SQL and in this one place: lists, names, search, exports and imports ask here.

/// What the columns that say whose a row is do in a query.
enum OwnerRole {
  /// An index of them leads to the rows.
  case leads
  /// Both family and owner are only compared, because a link of the row leads to few rows: the contacts of one school, say. Without
  /// statistics SQLite expects as few of a family and walks through all of them.
  case followsLink
  /// Of rows without a family, the owner is only compared, because other columns of the query lead to few rows. SQLite expects few
  /// of an owner, too, while in such a file nearly all belong to one: led by the owner, the query would walk through all of them.
  case isCompared
}

extension StoredRecord {
  /// The rows of one athlete that the caller sees.
  static func visible(
    in records: RecordScope, owner role: OwnerRole = .leads
  ) throws -> Conditions {
    try records.visible(
      in: table.name, owner: table.ownerColumn, role, isAthletesOwn: table.isAthletesOwn)
  }

  /// All rows that the caller sees, whichever athlete's, over the caller as `?1`.
  static var visibleToCaller: String {
    table.isAthletesOwn
      ? "\(table.ownerColumn) = ?1"
      : """
      family_unit_id IN \(ReadableRows.callersFamilies)
      OR (family_unit_id IS NULL AND \(table.ownerColumn) = ?1)
      """
  }
}

extension RecordScope {
  /// The family's, and those without a family for their owner alone; of some kinds the athlete's own and no other person's.
  ///
  /// Rows without a family are rare. Asking first keeps the common query one walk along one index.
  fileprivate func visible(
    in table: TableName, owner: String, _ role: OwnerRole, isAthletesOwn: Bool
  ) throws -> Conditions {
    if isAthletesOwn { return isOwner ? try owned(in: table, owner: owner) : Conditions("0") }
    return try scope.withoutUnreadable(try familys(in: table, owner: owner, role), in: table)
  }

  private func familys(
    in table: TableName, owner: String, _ role: OwnerRole
  ) throws -> Conditions {
    // The sign keeps SQLite from looking for an index of the column.
    func shared(_ role: OwnerRole) -> String {
      "\(role == .followsLink ? "+" : "")\(table).family_unit_id"
    }
    guard isOwner else {
      return family.map { Conditions(shared(role), is: $0) } ?? Conditions("0")
    }
    func own(_ role: OwnerRole) -> Conditions {
      let sign = role == .leads ? "" : "+"
      return Conditions(
        "\(shared(role)) IS NULL AND \(sign)\(table).\(owner) = ?", .id(athlete))
    }
    guard let family else { return own(role) }
    let loose = own(.leads)
    let hasLoose = try connection.query(
      "SELECT 1 FROM \(table) WHERE \(loose.clause) LIMIT 1", values: loose.values
    ) { _ in true }
    let together = Conditions(shared(role), is: family)
    guard !hasLoose.isEmpty else { return together }
    return Conditions(
      "(\(together.clause) OR (\(own(role).clause)))", .id(family), .id(athlete))
  }

  /// Rows that are the athlete's own business, whatever the family.
  func owned(in table: TableName, owner: String = "user_id") throws -> Conditions {
    try scope.withoutUnreadable(
      Conditions("\(table).\(owner) = ?", .id(athlete)), in: table)
  }
}

enum ReadableRows {
  /// Over the caller as `?1`.
  static let callersFamilies = "(SELECT family_unit_id FROM family_members WHERE user_id = ?1)"

  /// The rows of a kind that the caller sees of one athlete; without an athlete, what belongs to the caller. Rows that
  /// cannot be read are left out.
  static func visible(
    _ kind: ReferenceKind, of records: RecordScope?, owner role: OwnerRole = .leads,
    in scope: Scope
  ) throws -> Conditions {
    let caller = scope.caller
    switch kind {
    case .task: return try scope.withoutUnreadable(Conditions("1"), in: .tasks)
    case .notification:
      return try scope.withoutUnreadable(
        Conditions("notifications.user_id = ?", .id(caller.id)), in: .notifications)
    case .person:
      return Conditions(
        """
        users.id = ? OR users.id IN (
          SELECT user_id FROM family_members WHERE family_unit_id IN
            (SELECT family_unit_id FROM family_members WHERE user_id = ?))
        """, .id(caller.id), .id(caller.id))
    default: break
    }
    guard let records else { return Conditions("0") }
    if let stored = StoredKinds.named(kind) { return try stored.visible(in: records, owner: role) }
    return try records.owned(in: .suggestions, owner: "athlete_id")
  }
}
