import Basics
import Domain
import Persistence
import SQLite

// This file contains the SQL conditions for the rows that a caller, the person who acts, may see
// (domain.md 3). Lists, names, search, exports and imports all use these conditions.

/// Says how a query uses the owner columns, which name the family and the athlete to whom a row
/// belongs. It decides whether SQLite may choose an index of these columns.
enum OwnerRole {
  /// SQLite finds the rows by an index of the owner columns, which name the family and the athlete.
  case leads
  /// SQLite finds the few rows by an index of a link to another record, for example the contacts of
  /// one school. It only compares the owner columns, which name the family and the athlete.
  ///
  /// If SQLite could use an index of the owner columns too, it might choose that index and scan all
  /// rows of the family: without statistics, it assumes that a family has as few rows as a link.
  case followsLink
  /// SQLite finds the few rows by other columns than those of the owner, the family and the
  /// athlete. For rows without a family, it only compares the column of the athlete and does not
  /// use an index of it.
  ///
  /// SQLite assumes that an owner has few rows. But in a file without a family nearly all rows
  /// belong to one athlete, and a query over the index of the athlete would scan all of them.
  case isCompared
}

extension StoredRecord {
  /// Returns the condition for the rows of one athlete that the caller (the person who acts) may
  /// see.
  static func visible(
    in records: RecordScope, owner role: OwnerRole = .leads
  ) throws -> Conditions {
    try records.visible(
      in: table.name, owner: table.ownerColumn, role, isAthletesOwn: table.isAthletesOwn)
  }

  /// An SQL condition for all rows that the caller (the person who acts) may see, of any athlete;
  /// `?1` is the caller's id.
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
  /// Returns the condition for the rows of the athlete's family, and, if the caller (the person who
  /// acts) is the athlete, also for the athlete's rows without a family. Of a kind that is private
  /// to the athlete, only the athlete sees rows.
  ///
  /// Rows without a family are rare. The method first looks for one, because without such rows the
  /// query needs only the family and scans a single index.
  fileprivate func visible(
    in table: TableName, owner: ColumnName, _ role: OwnerRole, isAthletesOwn: Bool
  ) throws -> Conditions {
    if isAthletesOwn { return isOwner ? try owned(in: table, owner: owner) : .nothing }
    return try scope.withoutUnreadable(try familys(in: table, owner: owner, role), in: table)
  }

  private func familys(
    in table: TableName, owner: ColumnName, _ role: OwnerRole
  ) throws -> Conditions {
    // A plus sign before a column keeps SQLite from using an index of this column, for queries that
    // find their rows faster by another index.
    func shared(_ role: OwnerRole) -> String {
      "\(role == .followsLink ? "+" : "")\(table).family_unit_id"
    }
    guard isOwner else {
      return family.map { Conditions(shared(role), is: $0) } ?? .nothing
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

  /// Returns the SQL condition that selects the athlete's rows in a table, without the rows that
  /// have a malformed value. It is meant for tables such as suggestions, in which each row belongs
  /// to one athlete and not to a family, so the condition does not mention the family.
  ///
  /// - Parameter owner: the name of the column with the id of the athlete.
  func owned(in table: TableName, owner: ColumnName = .userID) throws -> Conditions {
    try scope.withoutUnreadable(
      Conditions("\(table).\(owner) = ?", .id(athlete)), in: table)
  }
}

enum ReadableRows {
  /// An SQL subquery for the ids of the families that the caller (`?1`) is a member of.
  static let callersFamilies = "(SELECT family_unit_id FROM family_members WHERE user_id = ?1)"

  /// Returns the condition for the rows of a kind that the caller (the person who acts) may see,
  /// without rows that have a malformed value. The rows of people are not checked, because their
  /// columns are read one by one.
  ///
  /// - Parameter records: selects the athlete to whom the rows belong. If it is nil, only tasks,
  ///   people and the caller's own notifications are found, because other kinds belong to an
  ///   athlete.
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
    guard let records else { return .nothing }
    if let stored = StoredKinds.named(kind) { return try stored.visible(in: records, owner: role) }
    return try records.owned(in: .suggestions, owner: .athleteID)
  }
}
