import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Checks the person's rights before an undo or redo of a change, because the person may have lost
/// them since the change was made.
enum TurningAuthority {
  static func require(_ act: Act, _ phase: Act.Phase, in connection: DatabaseConnection) throws {
    try requireNoServer(act, phase, in: connection)
    guard let athlete = act.athlete else { return }
    switch (act.operation, phase) {
    case (FamilyOperation.join, .redoing), (FamilyOperation.leave, .undoing):
      let generated = try connection.first(
        "SELECT code_generated_at FROM family_units WHERE player_user_id = ?", athlete
      ) { row in try row.optionalInstant(0) }
      if let refusal = FamilyRules.refusalToReturn(
        stepAt: act.at, codeGeneratedAt: generated.flatMap { $0 })
      {
        throw Problem(refusal)
      }
    case (FamilyOperation.join, _), (FamilyOperation.leave, _):
      break
    default:
      try CallerQuery.caller(act.person, in: connection)
        .requireToChangeData(of: athlete, doing: act.operation)
    }
  }
}

extension TurningAuthority {
  /// Throws if the undo step changed the members of a family and the person has an account at a
  /// server.
  ///
  /// On a server such a change cannot be undone, because a person joins a family there only with
  /// its code, and leaves the family on all devices at once.
  private static func requireNoServer(
    _ act: Act, _ phase: Act.Phase, in connection: DatabaseConnection
  ) throws {
    guard try isFinal(act, in: connection) else { return }
    if act.operation == FamilyOperation.remove {
      throw Problem(
        .refused, "Removing a parent cannot be undone at a server.",
        fix: "The parent can ask again with the family's code. See it:  family")
    }
    if act.operation == FamilyOperation.create, phase == .undoing {
      throw Problem(
        .refused, "At a server, a family that was made stays.",
        fix: "Its code lets no parent in until you agree. See it:  family")
    }
    if act.operation == FamilyOperation.create {
      throw Problem(
        .refused, "At a server, a family is made anew.", fix: "Make it:  family create")
    }
    throw Problem(
      .refused, "At a server, coming into a family and leaving it are not taken back.",
      fix: "To come in again, ask with its code:  family join CODE")
  }

  /// Returns whether `undo` and `redo` refuse the step, because it changed the members of a family
  /// and the person has an account at a server.
  ///
  /// On a server a change of the members cannot be undone.
  static func isFinal(_ act: Act, in connection: DatabaseConnection) throws -> Bool {
    try FamilyOperation.changesMembers(act.operation)
      && Outbox.hasAccount(of: act.person, in: connection)
  }
}

/// The names of the operations that change the members of a family. The undo steps of a parent who
/// joins or leaves a family name the athlete, but change none of the athlete's data, so the parent
/// needs no right to change that data.
enum FamilyOperation {
  static let join = "joinFamily"
  static let leave = "leaveFamily"
  /// The operation with which an athlete creates their family.
  static let create = "createFamily"
  /// The operation with which the athlete removes a parent from the family. In its undo step (the
  /// recorded change), the field `athlete` is nil, because the athlete is the person who acts and
  /// changes their own family.
  static let remove = "removeMember"

  static func isAboutMembership(_ operation: String) -> Bool {
    operation == join || operation == leave
  }

  static func changesMembers(_ operation: String) -> Bool {
    isAboutMembership(operation) || operation == remove || operation == create
  }
}

/// The names of the operations that create a person's profile. The person whose profile was created
/// may undo such an operation.
enum ProfileOperation {
  static let account = "createAccount"
  static let family = "createFamilyAsParent"

  static func makes(_ operation: String) -> Bool { operation == account || operation == family }
}
