import CivilTime
import Domain
import FeatureKit

/// Who changed what, and when: the page behind `history`.
enum HistoryPage {
  static let length = 100

  static func page(_ steps: [HistoryStep], in context: PageContext) -> Page {
    Page(title: "History", subtitle: "What changed, newest first") {
      if steps.isEmpty {
        EmptyState("Nothing has been changed yet.")
      } else {
        let shown = steps.prefix(context.rowLimit ?? steps.count)
        RowList(shown.map { row($0, in: context) })
        Links([CommandLink("Take back your last step", "undo")])
      }
    }
  }

  private static func row(_ step: HistoryStep, in context: PageContext) -> Row {
    let when = RelativeTime.text(of: step.at, now: context.now, zone: context.zone)
    let state: Badge? =
      step.isUndone
      ? Badge("undone", tone: .muted)
      : step.isUndoable ? nil : Badge("too old to undo", tone: .muted)
    let words = state.map { ", \($0.text)" } ?? ""
    return Row(
      marker: .bullet, title: step.summary,
      badges: [Badge(step.person.title, tone: .muted)] + [state].compactMap { $0 },
      trailing: Badge(when, tone: .muted), tone: step.isUndone ? .muted : .neutral,
      spoken: "\(step.summary), by \(step.person.title), \(when)\(words).")
  }
}
