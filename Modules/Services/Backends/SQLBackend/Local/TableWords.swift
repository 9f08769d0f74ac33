import Basics
import Domain
import SQLite

/// Names tables in words for the user, in messages about changes that prevent an undo.
enum TableWords {
  /// The words for a row of these tables, such as `the passphrase`. A row of any other table is
  /// named by the kind of its record, such as `a school`.
  static let definite = [
    "athlete_task": "the progress of a task", "family_members": "a membership of the family",
    "family_units": "the family", "local_credentials": "the passphrase",
    "local_sessions": "a sign-in on this computer", "kept_files": "a part of a document's file",
    "preference_history": "a change of preferences",
    "school_status_history": "the history of a school",
    "user_preferences": "a group of preferences",
    "users": "the profile", "family_code_usage_log": "the log of the family's code",
    "parent_view_log": "the log of a parent's visits",
  ]

  /// Returns words for a row of the table, such as `the passphrase` or `a school`. For an unknown
  /// table it returns `other data`.
  static func words(_ table: String) -> String {
    if let words = definite[table] { return words }
    return RecordNames.sources.first { $0.table.description == table }?.kind.withArticle
      ?? "other data"
  }
}

extension Problem {
  /// The problem of an undo that would remove a record to which later records still refer.
  static func stillNeeded(by findings: [ForeignKeyFinding]) -> Problem {
    var lines: [String] = []
    for finding in findings {
      let line =
        "\(TableWords.words(finding.table).capitalizedFirst) belongs to \(TableWords.words(finding.parent))."
      if !lines.contains(line) { lines.append(line) }
    }
    return Problem(
      .conflict, "Something else still belongs to it, so nothing was changed.",
      details: lines.sorted(),
      fix: findings.contains { $0.parent == "users" }
        ? "To erase a profile and all that is its own:  erase person"
        : "See what came after it:  history")
  }
}
