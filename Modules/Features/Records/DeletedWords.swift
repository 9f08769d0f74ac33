import Domain
import FeatureKit

extension Question {
  /// Returns the question that the person answers before records are deleted. It names everything
  /// that the deletion removes.
  static func deleting(_ previews: [DeletedRecord], yes: Action) -> Question {
    if previews.count == 1 { return previews[0].question(yes: yes) }
    return Question(
      "Delete \(previews.count) \(previews.kind.plural)?", details: previews.map(\.line),
      agree: .takingAway("Delete"), yes: yes)
  }
}

extension Done {
  init(deleted: [DeletedRecord]) {
    if deleted.count == 1 {
      self = deleted[0].done
    } else {
      self.init(
        "Deleted \(KindCount(deleted.kind, deleted.count).words).",
        details: deleted.map(\.line) + ["undo brings them back"],
        references: deleted.map(\.reference))
    }
  }
}

extension [DeletedRecord] {
  fileprivate var kind: ReferenceKind { first?.reference.kind ?? .school }
}

extension DeletedRecord {
  private var name: String { "\(reference.handle) \(reference.title)" }

  fileprivate func question<Action>(yes: Action) -> Question<Action> {
    var details: [String] = []
    if !alsoDeleted.isEmpty { details.append("Deleted with it: \(list(alsoDeleted)).") }
    if !unlinked.isEmpty { details.append("Kept, without the link: \(list(unlinked)).") }
    return Question("Delete \(name)?", details: details, agree: .takingAway("Delete"), yes: yes)
  }

  fileprivate var done: Done {
    let along = alsoDeleted.isEmpty ? "" : " with \(list(alsoDeleted))"
    return Done(
      "Deleted \(name)\(along).", details: ["undo brings it back"], references: [reference])
  }

  /// The line about this record in the question or the answer about several deletions. It also has
  /// the numbers of other records that are deleted with it, and of those that only lose their link
  /// to it.
  fileprivate var line: String {
    var words = name
    if !alsoDeleted.isEmpty { words += " with \(list(alsoDeleted))" }
    if !unlinked.isEmpty { words += "; kept without the link: \(list(unlinked))" }
    return words
  }

  private func list(_ counts: [KindCount]) -> String {
    counts.map(\.words).inSentence()
  }
}
