import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Asked again when a step is taken back or done again: since then the person may have become somebody who may not.
enum TurningAuthority {
  static func require(_ act: Act, _ phase: Act.Phase, in connection: DatabaseConnection) throws {
    guard let athlete = act.athlete else { return }
    if FamilyOperation.isAboutMembership(act.operation), phase != .doing {
      try requireNoServer(act.person, in: connection)
    }
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
  /// Families at a server are entered with a code alone, and left on every device at once.
  private static func requireNoServer(
    _ person: RecordID, in connection: DatabaseConnection
  ) throws {
    let accounts = try Outbox(connection)?.accounts() ?? []
    guard accounts.contains(where: { $0.id == person }) else { return }
    throw Problem(
      .refused, "At a server, coming into a family and leaving it are not taken back.",
      fix: "To come in again, ask with its code:  family join CODE")
  }
}

/// What a parent does about their own membership: steps about an athlete that change none of their data.
enum FamilyOperation {
  static let join = "joinFamily"
  static let leave = "leaveFamily"

  static func isAboutMembership(_ operation: String) -> Bool {
    operation == join || operation == leave
  }
}

/// What makes a profile, and with it the person who may take it back.
enum ProfileOperation {
  static let account = "createAccount"
  static let family = "createFamilyAsParent"

  static func makes(_ operation: String) -> Bool { operation == account || operation == family }
}
