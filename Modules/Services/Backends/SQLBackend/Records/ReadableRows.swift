import Basics
import Domain
import Persistence
import SQLite

// This file defines in SQL which rows a caller may see (rule 3). Lists, names, search, exports and
// imports all use these conditions.

/// The way in which a query uses the columns that name the owner of a row.
enum OwnerRole {
  /// The query finds its rows by the index of the owner columns.
  case leads
  /// The owner columns are only compared, because a link finds the few rows, for example the
  /// contacts of one school. Without statistics SQLite expects as few rows of a family and would
  /// scan all of them.
  case followsLink
  /// For rows without a family, the owner is only compared, because other columns of the query find
  /// the few rows. SQLite expects few rows of an owner too, but in such a file nearly all rows
  /// belong to one owner, and with the owner's index the query would scan all of them.
  case isCompared
}

extension StoredRecord {
  /// Returns the condition for the rows of one athlete that the caller may see.
  static func visible(
    in records: RecordScope, owner role: OwnerRole = .leads
  ) throws -> Conditions {
    try records.visible(
      in: table.name, owner: table.ownerColumn, role, isAthletesOwn: table.isAthletesOwn)
  }

  /// An SQL condition for all rows that the caller may see, of any athlete; `?1` is the caller.
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
  /// Returns the condition for the family's rows, and for the athlete also for rows without a
  /// family. Some kinds are visible only to the athlete.
  ///
  /// Rows without a family are rare. The method checks whether there are any, because without them
  /// the query scans a single index.
  fileprivate func visible(
    in table: TableName, owner: String, _ role: OwnerRole, isAthletesOwn: Bool
  ) throws -> Conditions {
    if isAthletesOwn { return isOwner ? try owned(in: table, owner: owner) : .nothing }
    return try scope.withoutUnreadable(try familys(in: table, owner: owner, role), in: table)
  }

  private func familys(
    in table: TableName, owner: String, _ role: OwnerRole
  ) throws -> Conditions {
    // The plus sign keeps SQLite from using an index of the column.
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

  /// Returns the condition for rows that only the athlete may see, with or without a family.
  func owned(in table: TableName, owner: String = "user_id") throws -> Conditions {
    try scope.withoutUnreadable(
      Conditions("\(table).\(owner) = ?", .id(athlete)), in: table)
  }
}

enum ReadableRows {
  /// An SQL query for the families of the caller, who is the parameter `?1`.
  static let callersFamilies = "(SELECT family_unit_id FROM family_members WHERE user_id = ?1)"

  /// Returns the condition for the readable rows of a kind that belong to one athlete and that the
  /// caller may see. Without an athlete it selects only rows of the caller.
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
    return try records.owned(in: .suggestions, owner: "athlete_id")
  }
}
