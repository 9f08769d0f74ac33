import Basics
import Domain
import Persistence

/// Maps each operation to the data area of its undo steps. The summary of a step names its record,
/// so people who may not read the record must not see the step.
enum StepSubject {
  private static let all: [(area: DataArea, operations: [String])] =
    StoredKinds.all.map { about($0) } + [(.notification, ["generateNotifications"])]

  /// Returns the data area that an operation writes, if parents can be allowed to help with it (rule 10.10). These are operations on one
  /// record or task, or on several named ones. Only the athlete may import.
  static func areaToHelp(_ operation: String) -> DataArea? { helped[operation] }

  private static let helped: [String: DataArea] = {
    var helped: [String: DataArea] = ["checkLinks": .document]
    for operation in TaskStatus.allCases.map(\.operation) + ["setDueDate", "catchUpTasks"] {
      helped[operation] = .athleteTask
    }
    for kind in StoredKinds.all {
      for operation in changes(of: kind) { helped[operation.name] = operation.area }
    }
    return helped.filter { $0.value.help != nil }
  }()

  private static func changes<Record: StoredRecord>(
    of type: Record.Type
  ) -> [(name: String, area: DataArea)] {
    [Record.table.adding.operation, "edit\(Record.noun)", "delete\(Record.noun)"].map {
      ($0, Record.table.area)
    }
  }

  /// Returns the operations whose steps by other family members the caller must not see (rule 3).
  static func hidden(from caller: Caller) -> [String] {
    // This scope is an example of a row of another person in one of the caller's families.
    let theirs = RowScope(
      owner: RecordID(high: 0, low: 0), author: RecordID(high: 0, low: 0),
      family: caller.families.first)
    return all.filter { Authority.decide(.read, $0.area, of: theirs, by: caller) != .allowed }
      .flatMap(\.operations)
  }

  private static func about<Record: StoredRecord>(
    _ type: Record.Type
  ) -> (area: DataArea, operations: [String]) {
    (
      Record.table.area,
      [
        Record.table.adding.operation, "edit\(Record.noun)", "delete\(Record.noun)",
        importing(Record.kind),
      ]
    )
  }

  /// The name of the operation that imports a file of such records, for example `importSchools`.
  static func importing(_ kind: ReferenceKind) -> String { "import" + kind.plural.capitalizedFirst }

  /// Returns the kind of records that an undo step imported, or nil for any other step.
  static func kind(importedBy operation: String) -> ReferenceKind? {
    StoredKinds.all.map { $0.kind }.first { importing($0) == operation }
  }
}

extension Caller {
  /// Throws unless the caller may take back this older step. The step must be the caller's own, or
  /// a helping parent's change of the caller's data. Steps about memberships and profiles can be
  /// taken back only while they are the newest.
  func requireToTakeBack(_ entry: JournalEntry) throws {
    let act = entry.act
    let isHelpers = act.athlete == id && role == .player
    guard act.person == id || isHelpers else { throw Problem.noSuchStep(entry.id) }
    if act.person != id, StepSubject.areaToHelp(act.operation) == nil {
      throw Problem(
        .refused, "Step \(entry.id) is somebody else's own: \(act.summary)",
        fix: "Only whoever made it can take it back.")
    }
    if FamilyOperation.isAboutMembership(act.operation) || ProfileOperation.makes(act.operation) {
      throw Problem(
        .refused, "Step \(entry.id) can be taken back only while it is your newest.",
        details: [act.summary])
    }
  }
}
