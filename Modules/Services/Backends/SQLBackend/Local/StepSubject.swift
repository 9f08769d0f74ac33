import Basics
import Domain
import Persistence

/// Maps each operation, such as `editSchool`, to the area of the data that its undo steps (the
/// recorded changes) are about. The summary of a step names its record, so the history must not
/// show the step to people who may not read that record.
enum StepSubject {
  private static let all: [(area: DataArea, operations: [String])] =
    StoredKinds.all.map { about($0) } + [(.notification, ["generateNotifications"])]

  /// Returns the area of the data that an operation writes, or nil if parents cannot be allowed to
  /// help with it (domain.md 10.10).
  ///
  /// Parents can be allowed to help with operations on one record or task, or on several that they
  /// name. Only the athlete may import a file.
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

  /// Returns the names of the operations whose undo steps the history hides from the caller (the
  /// person who acts) if another family member made them, because the caller may not read their
  /// records (domain.md 3).
  static func hidden(from caller: Caller) -> [String] {
    // The access rules can only decide about a single row. So the method asks them about a made-up
    // row that represents every row of another person in a family of the caller.
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

  /// The name of the operation that imports a file of records of this kind, for example
  /// `importSchools`.
  static func importing(_ kind: ReferenceKind) -> String { "import" + kind.plural.capitalizedFirst }

  /// Returns the kind of records that an undo step with this operation imported from a file; nil
  /// for any other operation.
  static func kind(importedBy operation: String) -> ReferenceKind? {
    StoredKinds.all.map { $0.kind }.first { importing($0) == operation }
  }
}

extension Caller {
  /// Returns whether the caller (the person who acts) may undo the step: it is the caller's own, or
  /// a helping parent's change of the caller's data.
  ///
  /// A step with which a person joined or left a family, or that created a profile, can be undone
  /// only while it is the person's newest; `isNewest` says whether it is.
  func mayTakeBack(_ act: Act, isNewest: Bool) -> Bool {
    isTheirsToTakeBack(act) && (isNewest || !act.staysOnceOlder)
  }

  fileprivate func isTheirsToTakeBack(_ act: Act) -> Bool {
    act.person == id || role == .player && act.concerned.contains(id)
  }

  /// Returns whether the person who acts still has the permission that making the step needed,
  /// because undoing the step needs the same permission.
  func mayChange(_ act: Act) -> Bool {
    guard let athlete = act.athlete, !FamilyOperation.isAboutMembership(act.operation) else {
      return true
    }
    return (try? requireToChangeData(of: athlete, doing: act.operation)) != nil
  }

  /// Returns whether the history shows the undo step (a recorded change) to the caller, the person
  /// who acts. `athletes` are the people whose steps the caller may see.
  fileprivate func sees(_ act: Act, of athletes: [RecordID]) -> Bool {
    guard let athlete = act.athlete else { return false }
    return athletes.contains(athlete) && !StepSubject.hidden(from: self).contains(act.operation)
  }
}

extension Act {
  /// The people who may undo the step: its author, and the athlete if parents can help with the
  /// kind of data that it changed.
  fileprivate var concerned: [RecordID] {
    guard let athlete, athlete != person, StepSubject.areaToHelp(operation) != nil else {
      return [person]
    }
    return [person, athlete]
  }

  fileprivate var staysOnceOlder: Bool {
    FamilyOperation.isAboutMembership(operation) || ProfileOperation.makes(operation)
  }
}

extension Scope {
  /// Throws unless the caller (the person who acts) may revert this undo step, which is not the
  /// caller's newest. If the history does not show the step to the caller, the problem says that
  /// there is no such step.
  func requireToTakeBack(_ entry: JournalEntry) throws {
    let act = entry.act
    guard caller.isTheirsToTakeBack(act) else {
      guard caller.sees(act, of: try visibleAthletes()) else { throw Problem.noSuchStep(entry.id) }
      let names = try act.concerned.filter { person in
        let other = try CallerQuery.caller(person, in: connection)
        return other.isTheirsToTakeBack(act) && other.mayChange(act)
      }.map { try reference(toPerson: $0).title }
      throw Problem(
        .refused,
        names.isEmpty
          ? "This can no longer be taken back."
          : "Only \(names.inSentence()) can take this back.",
        details: [act.summary])
    }
    guard !act.staysOnceOlder else {
      throw Problem(
        .refused, "Step \(entry.id) can be taken back only while it is your newest.",
        details: [act.summary])
    }
  }
}
