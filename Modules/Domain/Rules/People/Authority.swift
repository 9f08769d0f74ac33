public import Basics

/// Who asks, as authority needs to know them.
public struct Caller: Hashable, Sendable {
  public var id: RecordID
  public var role: UserRole
  /// The families with a membership row for this person.
  public var families: Set<RecordID>

  public init(id: RecordID, role: UserRole, families: Set<RecordID>) {
    self.id = id
    self.role = role
    self.families = families
  }
}

/// Whose a row is, as authority needs to know it.
public struct RowScope: Hashable, Sendable {
  /// The person the row belongs to: `user_id`, `athlete_id`, the recipient, for a person themselves.
  public var owner: RecordID?
  /// Who wrote it, where that is another question: `logged_by`.
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
  /// into somebody else's hands; the owner of a row never changes.
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
  case taskTemplate, athleteTask, suggestion
  case notification, preference, preferenceHistory, devicePreference, quickTask
  case viewLog, recommendationLetter, auditLog
}

extension DataArea {
  func allows(_ access: Authority.Access, to caller: Caller, on row: RowScope) -> Bool {
    let isOwner = row.owner == caller.id
    // A row without a family is its owner's alone: nil must never match everybody.
    let isMember = row.family.map(caller.families.contains) ?? false
    let staysAmongOwn = row.family == nil || isMember
    let isAthlete = caller.role == .player
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

    case .school, .coach, .document, .event, .metric, .offer:
      return switch access {
      case .read: isOwner || isMember
      case .insert, .bringIn: isAthlete && isOwner && staysAmongOwn
      case .update, .delete: isAthlete && (isOwner || isMember) && staysAmongOwn
      }

    case .schoolStatusHistory:
      return switch access {
      case .read: isOwner || isMember
      case .insert, .bringIn: isAthlete && isOwner && staysAmongOwn
      case .update, .delete: false
      }

    case .interaction:
      let isAuthor = row.author == caller.id
      return access == .read ? isAuthor || isMember : isAthlete && isAuthor && staysAmongOwn

    case .taskTemplate:
      return access == .read

    case .athleteTask:
      return access == .read ? isOwner || isMember : isAthlete && isOwner

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

    case .recommendationLetter:
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
