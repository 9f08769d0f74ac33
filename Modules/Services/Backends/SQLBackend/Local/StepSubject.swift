import Basics
import Domain
import Persistence

/// What the steps of an operation are about, for whoever may not read that: a step is named after its record.
enum StepSubject {
  private static let all: [(area: DataArea, operations: [String])] =
    StoredKinds.all.map { about($0) } + [(.notification, ["generateNotifications"])]

  /// What an operation writes, where a parent can be let help with it (rule 10.10): one record or task at a time, or several
  /// that are named. An import is nobody's but the athlete's.
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

  /// The operations of another person in the family that the caller is told nothing of (rule 3).
  static func hidden(from caller: Caller) -> [String] {
    // A row of another person's in a family of the caller's.
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

  /// What bringing in a file of such records is called: `importSchools`.
  static func importing(_ kind: ReferenceKind) -> String { "import" + kind.plural.capitalizedFirst }

  /// The kind of records that a step brought in; nil for any other step.
  static func kind(importedBy operation: String) -> ReferenceKind? {
    StoredKinds.all.map { $0.kind }.first { importing($0) == operation }
  }
}

extension Caller {
  /// Throws unless this person may take that step back though it is not their newest: one of their own, or on their own data one
  /// of a parent's who helped with them. Memberships and profiles come and go with their own commands only.
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
