import CivilTime
import Domain
import FeatureKit

/// One undo step: who did what, and the shared rows before and after.
struct Step: Sendable {
  let id: Int
  let person: RecordID
  let athlete: RecordID?
  let operation: String
  let summary: String
  let at: Instant
  var isUndone = false
  let before: SharedRows
  let after: SharedRows
  /// The person's quick tasks as stored: the one thing of this device that steps take back.
  let quickTasks: (before: String?, after: String?)

  init(
    id: Int, person: RecordID, athlete: RecordID?, operation: String, summary: String,
    at: Instant, before: World, after: World
  ) {
    self.id = id
    self.person = person
    self.athlete = athlete
    self.operation = operation
    self.summary = summary
    self.at = at
    self.before = before.shared
    self.after = after.shared
    quickTasks = (before.storedQuickTasks(of: person), after.storedQuickTasks(of: person))
  }

  var changedSomething: Bool { before != after || quickTasks.before != quickTasks.after }
}

extension World {
  /// Keeps a step that changed something, which ends what its person could redo.
  mutating func record(_ step: Step) {
    guard step.changedSomething else { return }
    steps.removeAll { $0.person == step.person && $0.isUndone }
    steps.append(step)
    nextStep += 1
  }

  func history(_ step: Step) -> HistoryStep {
    HistoryStep(
      id: step.id, person: reference(toPerson: step.person),
      athlete: step.athlete.map(reference(toPerson:)), operation: step.operation,
      summary: step.summary, at: step.at, isUndone: step.isUndone)
  }

  /// Takes the step back, or does it again; nothing is forced over a row that changed since.
  mutating func turn(_ index: Int, undoing: Bool) throws(Problem) {
    let step = steps[index]
    let (from, to) = undoing ? (step.after, step.before) : (step.before, step.after)
    let (listFrom, listTo) =
      undoing
      ? (step.quickTasks.after, step.quickTasks.before)
      : (step.quickTasks.before, step.quickTasks.after)
    let touchesList = listFrom != listTo
    guard !touchesList || storedQuickTasks(of: step.person) == listFrom,
      shared.turn(from: from, to: to)
    else {
      throw Problem(
        .conflict,
        "Cannot \(undoing ? "undo" : "redo") “\(step.summary)”: it was changed since.",
        details: ["Nothing was changed."], fix: "See who did what:  history")
    }
    if touchesList {
      setDevicePreference(
        DevicePreferenceKey.quickTasks(user: step.person), of: step.person, to: listTo)
    }
    steps[index].isUndone = undoing
  }

  fileprivate func storedQuickTasks(of person: RecordID) -> String? {
    devicePreferences[person]?[DevicePreferenceKey.quickTasks(user: person)]
  }
}

extension SharedRows {
  /// Every row that differs between the two becomes what it is in `to`; false, and nothing done, when one of them is no
  /// longer what it is in `from`.
  mutating func turn(from: SharedRows, to: SharedRows) -> Bool {
    var turned = self
    let agrees =
      turned.turn(\.users, from, to)
      && turned.turn(\.familyUnits, from, to)
      && turned.turn(\.familyMembers, from, to)
      && turned.turn(\.familyCodeUsageLog, from, to)
      && turned.turn(\.athleteTasks, from, to)
      && turned.turn(\.preferences, from, to)
      && turned.turn(\.preferenceHistory, from, to)
      && turned.turn(\.events, from, to)
      && turned.turn(\.metrics, from, to)
      && turned.turn(\.notifications, from, to)
    // Somebody who joined again meanwhile is not to be a member twice.
    guard agrees, turned.hasEachMemberOnce else { return false }
    self = turned
    return true
  }

  private var hasEachMemberOnce: Bool {
    Set(familyMembers.values.map { [$0.familyID, $0.personID] }).count == familyMembers.count
  }

  private mutating func turn<Key: Hashable, Row: Equatable>(
    _ table: WritableKeyPath<SharedRows, [Key: Row]>, _ from: SharedRows, _ to: SharedRows
  ) -> Bool {
    let (from, to) = (from[keyPath: table], to[keyPath: table])
    for key in Set(from.keys).union(to.keys) where from[key] != to[key] {
      guard self[keyPath: table][key] == from[key] else { return false }
      self[keyPath: table][key] = to[key]
    }
    return true
  }
}
