public import Basics

/// The person who acts, with what `Authority` needs to know of them.
public struct Caller: Hashable, Sendable {
  public var id: RecordID
  public var role: UserRole
  /// The families that the person is a member of.
  public var families: Set<RecordID>
  /// The areas in which a parent may help, for each family; families without any help may be missing.
  public var helping: [RecordID: Helping]

  /// An athlete who lets a parent help, and the areas of that help (rule 10.10).
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

  /// Whether the athlete lets this person help with that area of their data.
  public func helps(_ athlete: RecordID, with area: HelpArea) -> Bool {
    guard role == .parent else { return false }
    return helping.contains { family, helping in
      families.contains(family) && helping.athlete == athlete && helping.areas.contains(area)
    }
  }

  /// Returns whether the person may help with a row that is shared with a family; a row without a family belongs to its
  /// owner alone.
  func helps(with area: HelpArea?, on row: RowScope) -> Bool {
    guard let area, let family = row.family, let athlete = helping[family]?.athlete else {
      return false
    }
    return helps(athlete, with: area)
  }

  /// Whether this person may write in that area of the athlete's data at all; each row is decided separately.
  public func mayWrite(_ area: DataArea, of athlete: RecordID) -> Bool {
    if role == .player { return athlete == id }
    return area.help.map { helps(athlete, with: $0) } ?? false
  }
}

/// The owner, author and family of a row, as `Authority` needs to know them.
public struct RowScope: Hashable, Sendable {
  /// The person whom the row belongs to: `user_id`, `athlete_id`, the recipient, or the person themselves.
  public var owner: RecordID?
  /// The person who wrote it, if that can be another person: `logged_by`, `created_by`.
  public var author: RecordID?
  /// The family that it is shared with; nil if it is not shared.
  public var family: RecordID?

  public init(owner: RecordID?, author: RecordID? = nil, family: RecordID? = nil) {
    self.owner = owner
    self.author = author
    self.family = family
  }
}

/// Decides who may do what with which rows (rules 3 and 9). All decisions are made here: gateways ask inside their transaction, whatever a
/// host or a feature has checked.
public enum Authority {
  public enum Access: CaseIterable, Hashable, Sendable {
    case read, insert, update, delete
    /// Importing the row from an export into a file with people in it.
    case bringIn
  }

  public enum Decision: Hashable, Sendable {
    case allowed
    /// The caller may read the row but not do this: "You can view this but not change it."
    case refused
    /// The caller is treated as if the row did not exist.
    case hidden
  }

  public static func decide(
    _ access: Access, _ area: DataArea, of row: RowScope, by caller: Caller
  ) -> Decision {
    let allowed = area.allows(access, to: caller, on: row)
    if allowed { return .allowed }
    return area.allows(.read, to: caller, on: row) ? .refused : .hidden
  }

  /// An update has to be allowed on the row before and after it, so that no row is moved to another person; the owner of a row never
  /// changes.
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

/// A kind of row with its own rules of access.
public enum DataArea: CaseIterable, Hashable, Sendable {
  case person, family, familyMember
  case school, coach, document, event, metric, interaction, offer, schoolStatusHistory
  /// The rows of plain kinds: the family's, or the athlete's alone.
  case record, athletesOwn
  case taskTemplate, athleteTask, suggestion
  case notification, preference, preferenceHistory, devicePreference, quickTask
  case viewLog, auditLog
}

extension DataArea {
  /// The help that a parent needs to write such rows; nil if only the owner writes them (rule 10.10).
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
    // A row without a family belongs to its owner alone: a nil family must not match.
    let isMember = row.family.map(caller.families.contains) ?? false
    let staysAmongOwn = row.family == nil || isMember
    let isAthlete = caller.role == .player
    // A helper writes for the athlete of that family, and for no other person.
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
      // A parent who starts a family uses an operation of its own, which makes the athlete too.
      return switch access {
      case .read: isOwner || isMember
      case .insert, .update, .delete: isOwner && isAthlete
      // The code of an imported family would be known to the person who wrote the file.
      case .bringIn: false
      }

    case .familyMember:
      // Joining needs a code, and only the owner removes others: see `FamilyRules`.
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
      // Only the athlete deletes rows that other people created.
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
      // The only person in its row is the author, who may be a parent; the athlete has rights on all interactions of the family.
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
      // New rows come from the rules, never from a person; an import restores rows that the rules wrote for the athlete.
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
      // The owner is the athlete who was viewed, the author the parent who viewed.
      let isViewer = row.author == caller.id
      return switch access {
      case .read: isOwner || isViewer
      case .insert, .bringIn: isViewer && caller.role == .parent && !isOwner && isMember
      case .update, .delete: false
      }
    }
  }
}
