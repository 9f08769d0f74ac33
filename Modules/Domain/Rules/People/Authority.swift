public import Basics

/// The person who performs an operation, with the facts by which `Authority` decides what this
/// person may do.
public struct Caller: Hashable, Sendable {
  public var id: RecordID
  public var role: UserRole
  /// The families of which the person is a member, as athlete or as parent.
  public var families: Set<RecordID>
  /// The permissions that athletes gave to the caller, who is a parent: for each family, the
  /// athlete and the areas of data that the caller may change. A family without a permission may
  /// have no entry.
  public var helping: [RecordID: Helping]

  /// The permission of an athlete to a parent to change some of the athlete's data, such as the
  /// records of schools and coaches (domain.md 10.10).
  public struct Helping: Hashable, Sendable {
    public var athlete: RecordID
    public var areas: Set<HelpArea>

    public init(athlete: RecordID, areas: Set<HelpArea>) {
      self.athlete = athlete
      self.areas = areas
    }
  }

  public init(
    id: RecordID, role: UserRole, families: Set<RecordID>, helping: [RecordID: Helping] = [:]
  ) {
    self.id = id
    self.role = role
    self.families = families
    self.helping = helping
  }

  /// Returns true if the caller is a parent to whom the athlete gave the right to change data of
  /// this area.
  public func helps(_ athlete: RecordID, with area: HelpArea) -> Bool {
    guard role == .parent else { return false }
    return helping.contains { family, helping in
      families.contains(family) && helping.athlete == athlete && helping.areas.contains(area)
    }
  }

  /// Returns true if the athlete of the row's family allowed the caller to change rows of this
  /// area. It is false for a row without a family, because such a row belongs to its owner alone.
  func helps(with area: HelpArea?, on row: RowScope) -> Bool {
    guard let area, let family = row.family, let athlete = helping[family]?.athlete else {
      return false
    }
    return helps(athlete, with: area)
  }

  /// Returns true if the caller may write rows of this area for the athlete in general. Before a
  /// single row is written, `Authority.decide` has to be called too, because some rows have
  /// stricter rules.
  public func mayWrite(_ area: DataArea, of athlete: RecordID) -> Bool {
    if role == .player { return athlete == id }
    return area.help.map { helps(athlete, with: $0) } ?? false
  }
}

/// The owner, author and family of a row, by which `Authority` decides who may use the row.
public struct RowScope: Hashable, Sendable {
  /// The person to whom the row belongs: the value of its column `user_id` or `athlete_id`, the
  /// recipient of a notification, or the person whom a row of the people's table describes.
  public var owner: RecordID?
  /// The person who wrote the row, from its column `logged_by` or `created_by`; nil if only the
  /// owner can have written it.
  public var author: RecordID?
  /// The family with which the row is shared; nil if it is not shared.
  public var family: RecordID?

  public init(owner: RecordID?, author: RecordID? = nil, family: RecordID? = nil) {
    self.owner = owner
    self.author = author
    self.family = family
  }
}

/// Decides which person may read or write which rows (domain.md 3 and 9).
///
/// This is the only place for such decisions. Every gateway (the code that reads and writes one
/// kind of rows) calls `decide` inside its transaction. It does so even if the shell, the web
/// server or a page has checked before, because a request can reach a gateway without that check.
public enum Authority {
  public enum Access: CaseIterable, Hashable, Sendable {
    case read, insert, update, delete
    /// To import the row from an exported file into a data file that already contains people.
    case bringIn
  }

  public enum Decision: Hashable, Sendable {
    case allowed
    /// The caller may read the row but may not perform this operation. The caller gets the message
    /// "You can view this but not change it."
    case refused
    /// The caller may not read the row. The caller gets the same answer as for a row that does not
    /// exist, and so does not learn that the row exists.
    case hidden
  }

  public static func decide(
    _ access: Access, _ area: DataArea, of row: RowScope, by caller: Caller
  ) -> Decision {
    let allowed = area.allows(access, to: caller, on: row)
    if allowed { return .allowed }
    return area.allows(.read, to: caller, on: row) ? .refused : .hidden
  }

  /// Decides on an update of a row. The update has to be allowed on the values before it and on the
  /// values after it, so that a caller cannot move a row to another family. The owner must stay the
  /// same.
  public static func decideUpdate(
    _ area: DataArea, from before: RowScope, to after: RowScope, by caller: Caller
  ) -> Decision {
    let decision = decide(.update, area, of: before, by: caller)
    guard decision == .allowed else { return decision }
    guard before.owner == after.owner,
      decide(.update, area, of: after, by: caller) == .allowed
    else { return .refused }
    return .allowed
  }
}

/// A group of tables whose rows have the same access rules.
public enum DataArea: CaseIterable, Hashable, Sendable {
  case person, family, familyMember
  case school, coach, document, event, metric, interaction, offer, schoolStatusHistory
  /// The areas of all tables of records for which this enumeration has no case of their own:
  /// `record` for rows that are shared with the family, and `athletesOwn` for rows that only the
  /// athlete may see.
  case record, athletesOwn
  case taskTemplate, athleteTask, suggestion
  case notification, preference, preferenceHistory, devicePreference, quickTask
  case viewLog, auditLog
}

extension DataArea {
  /// The permission that a parent needs to write rows of this area; nil if parents can never write
  /// them (domain.md 10.10).
  public var help: HelpArea? {
    switch self {
    case .school, .coach, .document, .event, .interaction, .offer, .record, .schoolStatusHistory:
      .records
    case .metric: .metrics
    case .athleteTask: .tasks
    case .person, .family, .familyMember, .taskTemplate, .suggestion, .notification, .preference,
      .preferenceHistory, .devicePreference, .quickTask, .viewLog, .athletesOwn, .auditLog:
      nil
    }
  }

  func allows(_ access: Authority.Access, to caller: Caller, on row: RowScope) -> Bool {
    let isOwner = row.owner == caller.id
    // A row without a family belongs to its owner alone, so its nil family must not count as a
    // family of the caller.
    let isMember = row.family.map(caller.families.contains) ?? false
    let staysAmongOwn = row.family == nil || isMember
    let isAthlete = caller.role == .player
    // A parent with permission to help may write rows of the family's athlete, but not of another
    // person in the family.
    let helps = caller.helps(with: help, on: row)
    let helpsOwner = helps && row.family.flatMap { caller.helping[$0]?.athlete } == row.owner
    let isAuthor = row.author == caller.id
    switch self {
    case .person:
      return switch access {
      case .read: isOwner || isMember
      case .update: isOwner
      case .insert, .delete, .bringIn: false
      }

    case .family:
      // Only an athlete inserts a family directly. A parent who starts a family uses a separate
      // operation, which also creates the athlete.
      return switch access {
      case .read: isOwner || isMember
      case .insert, .update, .delete: isOwner && isAthlete
      // A family cannot be imported, because its row contains the family's code. The author of the
      // imported file would know this code and could join the family.
      case .bringIn: false
      }

    case .familyMember:
      // A parent may only delete the row of their own membership, and so leave the family. Joining
      // a family with its code and removing other members are separate operations, which
      // `FamilyRules` checks.
      return switch access {
      case .read: isOwner || isMember
      case .delete: isOwner && caller.role == .parent
      case .insert, .update, .bringIn: false
      }

    case .school, .coach, .document, .event, .metric, .offer, .record:
      return switch access {
      case .read: isOwner || isMember
      case .insert: isAthlete && isOwner && staysAmongOwn || helpsOwner && isAuthor
      case .bringIn: isAthlete && isOwner && staysAmongOwn
      case .update: isAthlete && (isOwner || isMember) && staysAmongOwn || helpsOwner
      // The athlete may also delete rows that a parent created. A parent whom the athlete allowed
      // to help may delete only rows that this parent created.
      case .delete:
        isAthlete && (isOwner || isMember) && staysAmongOwn || helpsOwner && isAuthor
      }

    case .schoolStatusHistory:
      return switch access {
      case .read: isOwner || isMember
      case .insert: isAthlete && isOwner && staysAmongOwn || helpsOwner && isAuthor
      case .bringIn: isAthlete && isOwner && staysAmongOwn
      case .update, .delete: false
      }

    case .interaction:
      // An interaction has no owner but only an author, who may be a parent. The athlete may change
      // all interactions of the family.
      return switch access {
      case .read: isAuthor || isMember
      case .insert: (isAthlete && staysAmongOwn || helps) && isAuthor
      case .bringIn: isAthlete && isAuthor && staysAmongOwn
      case .update: isAthlete && (isAuthor || isMember) && staysAmongOwn || helps
      case .delete: isAthlete && (isAuthor || isMember) && staysAmongOwn || helps && isAuthor
      }

    case .taskTemplate:
      return access == .read

    case .athleteTask:
      return switch access {
      case .read: isOwner || isMember
      case .insert, .update: isAthlete && isOwner || helpsOwner
      case .delete, .bringIn: isAthlete && isOwner
      }

    case .suggestion:
      // The rules generate suggestions, and no person inserts them. An import may contain
      // suggestions that the rules generated for this athlete before the export.
      return switch access {
      case .read: isOwner || isMember
      case .update, .delete, .bringIn: isAthlete && isOwner
      case .insert: false
      }

    case .notification, .preference, .devicePreference, .quickTask:
      return isOwner

    case .preferenceHistory:
      return isOwner && (access == .read || access == .bringIn)

    case .auditLog:
      return isOwner && access == .read

    case .athletesOwn:
      return isOwner && isAthlete

    case .viewLog:
      // Each row of this table records that a parent viewed an athlete's page. Its owner is the
      // athlete, and its author is the parent.
      let isViewer = row.author == caller.id
      return switch access {
      case .read: isOwner || isViewer
      case .insert, .bringIn: isViewer && caller.role == .parent && !isOwner && isMember
      case .update, .delete: false
      }
    }
  }
}
