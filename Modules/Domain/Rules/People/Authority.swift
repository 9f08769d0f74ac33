public import Basics

/// Who asks, as authority needs to know them.
public struct Caller: Hashable, Sendable {
  public var id: RecordID
  public var role: UserRole
  /// The families with a membership row for this person.
  public var families: Set<RecordID>
  /// By family, what a parent may help with there; families without any may be missing.
  public var helping: [RecordID: Helping]

  /// An athlete who lets a parent help, and with what (rule 10.10).
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

  /// Whether the athlete lets this person help with that part of their data.
  public func helps(_ athlete: RecordID, with area: HelpArea) -> Bool {
    guard role == .parent else { return false }
    return helping.contains { family, helping in
      families.contains(family) && helping.athlete == athlete && helping.areas.contains(area)
    }
  }

  /// The same for a row that is shared with a family; one without a family is its owner's alone.
  func helps(with area: HelpArea?, on row: RowScope) -> Bool {
    guard let area, let family = row.family, let athlete = helping[family]?.athlete else {
      return false
    }
    return helps(athlete, with: area)
  }

  /// Whether this person may write that area of the athlete's at all; each row is decided on its own.
  public func mayWrite(_ area: DataArea, of athlete: RecordID) -> Bool {
    if role == .player { return athlete == id }
    return area.help.map { helps(athlete, with: $0) } ?? false
  }
}

/// Whose a row is, as authority needs to know it.
public struct RowScope: Hashable, Sendable {
  /// The person the row belongs to: `user_id`, `athlete_id`, the recipient, for a person themselves.
  public var owner: RecordID?
  /// Who wrote it, where that is another question: `logged_by`, `created_by`.
  public var author: RecordID?
  /// The family it is shared with; nil shares it with nobody.
  public var family: RecordID?

  public init(owner: RecordID?, author: RecordID? = nil, family: RecordID? = nil) {
    self.owner = owner
    self.author = author
    self.family = family
  }
}

/// Who may do what with which rows (rules 3 and 9). The one place that says so: gateways ask it
/// inside their transaction, whatever a host or a feature let through.
public enum Authority {
  public enum Access: CaseIterable, Hashable, Sendable {
    case read, insert, update, delete
    /// A row that an export of everything brings into a file with people in it.
    case bringIn
  }

  public enum Decision: Hashable, Sendable {
    case allowed
    /// The caller may look at it but not do this: "You can view this but not change it."
    case refused
    /// For this caller the row does not exist.
    case hidden
  }

  public static func decide(
    _ access: Access, _ area: DataArea, of row: RowScope, by caller: Caller
  ) -> Decision {
    let allowed = area.allows(access, to: caller, on: row)
    if allowed { return .allowed }
    return area.allows(.read, to: caller, on: row) ? .refused : .hidden
  }

  /// An update has to be allowed on the row as it is and as it will be, so that nothing is moved
  /// into another person's hands; the owner of a row never changes.
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

/// A kind of row with rules of its own about access.
public enum DataArea: CaseIterable, Hashable, Sendable {
  case person, family, familyMember
  case school, coach, document, event, metric, interaction, offer, schoolStatusHistory
  /// What a plain kind holds: the family's, or the athlete's alone.
  case record, athletesOwn
  case taskTemplate, athleteTask, suggestion
  case notification, preference, preferenceHistory, devicePreference, quickTask
  case viewLog, auditLog
}

extension DataArea {
  /// What an athlete lets a parent help with to write it; nil for what nobody else ever writes (rule 10.10).
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
    // A row without a family is its owner's alone: nil must never match everybody.
    let isMember = row.family.map(caller.families.contains) ?? false
    let staysAmongOwn = row.family == nil || isMember
    let isAthlete = caller.role == .player
    // Who helps writes for the athlete of that family, and for nobody else.
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
      // A parent who comes first makes the family through an operation that makes the athlete too.
      return switch access {
      case .read: isOwner || isMember
      case .insert, .update, .delete: isOwner && isAthlete
      // Its code would open the family to whoever wrote the file.
      case .bringIn: false
      }

    case .familyMember:
      // Joining takes a code and removing others takes the owner: `FamilyRules`.
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
      // Nobody but the athlete deletes what others made.
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
      // Its only name is its author's, which a parent's may be; the athlete has a say in all of the family's.
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
      // New ones come from the rules, never from a person; an export brings back what they wrote for the athlete.
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
      // The owner is the athlete who was looked at, the author the parent who looked.
      let isViewer = row.author == caller.id
      return switch access {
      case .read: isOwner || isViewer
      case .insert, .bringIn: isViewer && caller.role == .parent && !isOwner && isMember
      case .update, .delete: false
      }
    }
  }
}
