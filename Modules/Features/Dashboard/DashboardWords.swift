import Domain
import FeatureKit

// This extension has the answers that the dashboard's commands give after a write.
extension Done {
  static func dismissed(_ closed: DashboardFeature.ClosedSuggestion) -> Done {
    let row = closed.row
    guard !closed.wasClosed else { return unchanged(row, "dismissed") }
    return Done(
      "Dismissed \(row.name).",
      details: ["See when it can return:  suggestions why \(row.reference.handle)", undoable],
      references: [row.reference])
  }

  static func completed(_ closed: DashboardFeature.ClosedSuggestion) -> Done {
    let row = closed.row
    guard !closed.wasClosed else { return unchanged(row, "completed") }
    return Done("Completed \(row.name).", details: [undoable], references: [row.reference])
  }

  /// Returns the answer to a command that changed nothing, because an action item was already in
  /// the state that the command sets, such as dismissed.
  ///
  /// The answer offers no undo, because nothing was written.
  private static func unchanged(_ row: SuggestionRow, _ state: String) -> Done {
    Done(
      "\(row.name) was \(state) already.", details: ["Nothing was changed."],
      references: [row.reference])
  }

  static func surfaced(_ surfaced: DashboardFeature.SurfacedSuggestions) -> Done {
    let listed =
      surfaced.shownCount == surfaced.openCount
      ? "All \(surfaced.openCount) are on your list now:  suggestions"
      : "\(surfaced.shownCount) of \(surfaced.openCount) are on your list now:  suggestions"
    switch (surfaced.count, surfaced.openCount) {
    case (0, 0): return Done("There are no action items.")
    case (0, 1): return Done("Your one action item is on your list already:  suggestions")
    case (0, let all): return Done("All \(all) action items are on your list already:  suggestions")
    case (1, _): return Done("1 more action item.", details: [listed, undoable])
    case (let count, _):
      return Done("\(count) more action items.", details: [listed, undoable])
    }
  }

  static func added(_ row: QuickTaskRow) -> Done {
    Done("Added \(row.name).", details: [undoable], references: [row.reference])
  }

  /// Returns the answer after quick tasks (the viewer's own to-dos) were marked as done or open.
  ///
  /// For several tasks the answer has their number and one line for each.
  static func toggled(_ rows: [QuickTaskRow]) -> Done {
    let words = { (row: QuickTaskRow) in row.task.isCompleted ? "is done" : "is open again" }
    return Done(
      rows.count == 1
        ? "\(rows[0].name) \(words(rows[0]))." : "Turned \(rows.count) quick tasks.",
      details: (rows.count == 1 ? [] : rows.map { "\($0.name) \(words($0))" }) + [undoable],
      references: rows.map(\.reference))
  }

  static func deleted(_ rows: [QuickTaskRow]) -> Done {
    Done(
      rows.count == 1 ? "Deleted \(rows[0].name)." : "Deleted \(rows.count) quick tasks.",
      details: (rows.count == 1 ? [] : rows.map(\.name)) + [undoable],
      references: rows.map(\.reference))
  }

  static func cleared(_ rows: [QuickTaskRow]) -> Done {
    let words =
      switch rows.count {
      case 0: "No quick task was done, so none was cleared."
      case 1: "Cleared 1 quick task."
      default: "Cleared \(rows.count) quick tasks."
      }
    return Done(
      words, details: rows.isEmpty ? [] : [undoable], references: rows.map(\.reference))
  }

  private static let undoable = Done.undoHint
}

extension SuggestionRow {
  /// The action item's short name and its heading, such as `g7 Get back in touch: Cedar Valley`.
  var name: String { "\(reference.handle) \(heading)" }
}

extension [Reference] {
  /// The handles (short names) of the quick tasks as one text, such as `q1 q3`.
  ///
  /// The text becomes part of an effect's identifier (an effect is the work that a command starts).
  /// So the program recognizes a repeat of the same command while the first one runs.
  var handles: String { map(\.handle).joined(separator: " ") }
}

extension QuickTaskRow {
  /// The quick task's short name and its text, such as `q3 Send transcript`.
  var name: String { "\(reference.handle) \(task.text)" }
}
