import Domain
import FeatureKit

// What the commands say they did.
extension Done {
  static func dismissed(_ row: SuggestionRow) -> Done {
    Done(
      "Dismissed \(row.name).",
      details: ["See when it can return:  suggestions why \(row.reference.handle)", undoable],
      references: [row.reference])
  }

  static func completed(_ row: SuggestionRow) -> Done {
    Done("Completed \(row.name).", details: [undoable], references: [row.reference])
  }

  static func surfaced(_ count: Int) -> Done {
    switch count {
    case 0: Done("There are no more action items.")
    case 1: Done("1 more action item.", details: [undoable])
    default: Done("\(count) more action items.", details: [undoable])
    }
  }

  static func added(_ row: QuickTaskRow) -> Done {
    Done("Added \(row.name).", details: [undoable], references: [row.reference])
  }

  static func toggled(_ row: QuickTaskRow) -> Done {
    Done(
      row.task.isCompleted ? "\(row.name) is done." : "\(row.name) is open again.",
      details: [undoable], references: [row.reference])
  }

  static func deleted(_ row: QuickTaskRow) -> Done {
    Done("Deleted \(row.name).", details: [undoable], references: [row.reference])
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

  private static let undoable = "undo takes it back"
}

extension SuggestionRow {
  /// `g7 Get back in touch: Cedar Valley`.
  var name: String { "\(reference.handle) \(heading)" }
}

extension QuickTaskRow {
  /// `q3 Send transcript`.
  var name: String { "\(reference.handle) \(task.text)" }
}
