public import Basics

/// The acting person with the facts that `Authority` needs for its decisions.
public struct Caller: Hashable, Sendable {
  public var id: RecordID
  public var role: UserRole
  /// The families of which the person is a member.
  public var families: Set<RecordID>
  /// The help that a parent may give in each family. Families without any help may be missing.
  public var helping: [RecordID: Helping]

  /// An athlete who lets a parent help, with the areas of that help (rule 10.10).
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

  /// Returns true if the athlete lets this person help in that area of the athlete's data.
  public func helps(_ athlete: RecordID, with area: HelpArea) -> Bool {
    guard role == .parent else { return false }
    return helping.contains { family, helping in
      families.contains(family) && helping.athlete == athlete && helping.areas.contains(area)
    }
  }

  /// Returns true if the person may help with a row that is shared with a family. A row without a
  /// family belongs to its owner alone.
  func helps(with area: HelpArea?, on row: RowScope) -> Bool {
    guard let area, let family = row.family, let athlete = helping[family]?.athlete else {
      return false
    }
    return helps(athlete, with: area)
  }

  /// Returns true if this person may write in that area of the athlete's data at all. Each row is
  /// decided separately.
  public func mayWrite(_ area: DataArea, of athlete: RecordID) -> Bool {
    if role == .player { return athlete == id }
    return area.help.map { helps(athlete, with: $0) } ?? false
  }
}

/// The owner, author and family of a row, which `Authority` needs for its decisions.
public struct RowScope: Hashable, Sendable {
  /// The person to whom the row belongs: its `user_id` or `athlete_id`, the recipient, or for the
  /// row of a person that person.
  public var owner: RecordID?
  /// The person who wrote the row, if that can be another person than the owner: `logged_by`,
  /// `created_by`.
  public var author: RecordID?
  /// The family with which the row is shared; nil if it is not shared.
  public var family: RecordID?

  public init(owner: RecordID?, author: RecordID? = nil, family: RecordID? = nil) {
    self.owner = owner
    self.author = author
    self.family = family
  }
}

/// Decides which person may read or write which rows (rules 3 and 9). All decisions are made here.
/// Gateways ask inside their transaction, regardless of what a host or a feature has checked.
public enum Authority {
  public enum Access: CaseIterable, Hashable, Sendable {
    case read, insert, update, delete
    /// The import of the row from an export into a file that already has people.
    case bringIn
  }

  public enum Decision: Hashable, Sendable {
    case allowed
    /// The caller may read the row but not do this. The message is "You can view this but not
    /// change it."
    case refused
    /// The caller may not read the row, and is treated as if it did not exist.
    case hidden
  }

  public static func decide(
    _ access: Access, _ area: DataArea, of row: RowScope, by caller: Caller
  ) -> Decision {
    let allowed = area.allows(access, to: caller, on: row)
    if allowed { return .allowed }
    return area.allows(.read, to: caller, on: row) ? .refused : .hidden
  }

  /// Decides on an update, which has to be allowed on the row before and after it, so that no row
  /// is moved to another person. The owner of a row never changes.
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

/// A kind of rows with the same rules of access.
public enum DataArea: CaseIterable, Hashable, Sendable {
  case person, family, familyMember
  case school, coach, document, event, metric, interaction, offer, schoolStatusHistory
  /// The rows of plain record kinds: rows of the whole family, or rows of the athlete alone.
  case record, athletesOwn
  case taskTemplate, athleteTask, suggestion
  case notification, preference, preferenceHistory, devicePreference, quickTask
  case viewLog, auditLog
}

extension DataArea {
  /// The area of help in which a parent may write such rows; nil if only the owner writes them
  /// (rule 10.10).
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
    // A row without a family belongs to its owner alone, so a nil family must not match.
    let isMember = row.family.map(caller.families.contains) ?? false
    let staysAmongOwn = row.family == nil || isMember
    let isAthlete = caller.role == .player
    // A helping parent may write rows of the athlete of that family, but of no other person.
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
      // A parent who starts a family uses an operation of its own, which also creates the athlete.
      return switch access {
      case .read: isOwner || isMember
      case .insert, .update, .delete: isOwner && isAthlete
      // The person who wrote the imported file would know the family's code, so a family cannot be
      // imported.
      case .bringIn: false
      }

    case .familyMember:
      // Joining needs a code, and only the owner removes other members: see `FamilyRules`.
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
      // Rows that other people created can be deleted only by the athlete.
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
      // An interaction names no owner, only its author, who may be a parent. The athlete has rights
      // on all interactions of the family.
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
      // Suggestions are generated by the rules and never entered by a person. An import restores
      // suggestions that the rules generated for the athlete.
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
      // The owner of the row is the athlete whose page was viewed, and its author is the parent who
      // viewed it.
      let isViewer = row.author == caller.id
      return switch access {
      case .read: isOwner || isViewer
      case .insert, .bringIn: isViewer && caller.role == .parent && !isOwner && isMember
      case .update, .delete: false
      }
    }
  }
}
