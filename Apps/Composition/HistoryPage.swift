import CivilTime
import Domain
import FeatureKit

/// Who changed what, and when: the page behind `history`.
enum HistoryPage {
  /// How many steps stand on a page where no screen says how many fit.
  private static let length = 100

  /// - Parameters:
  ///   - number: which page; the newest steps stand on the first.
  ///   - read: fetches so many of the newest steps.
  static func page(
    _ number: Int, in context: PageContext,
    reading read: (_ limit: Int) async throws(Problem) -> [HistoryStep]
  ) async throws(Problem) -> Page {
    let length = context.rowLimit ?? Self.length
    let first = (number - 1) * length
    let steps = try await read(first + length + 1)
    let shown = steps.dropFirst(first).prefix(length)
    return Page(
      title: "History", context: number > 1 ? "Page \(number)" : nil,
      subtitle: "What changed, newest first"
    ) {
      if shown.isEmpty {
        EmptyState(
          number > 1 ? "There are no steps before those." : "Nothing has been changed yet.",
          links: number > 1 ? [CommandLink("The newest", "history")] : [])
      } else {
        RowList(
          shown.map { row($0, in: context) },
          more: steps.count > first + length
            ? CommandLink("… older steps", "history \(number + 1)") : nil)
        Paragraph("To take one of these back:  undo NUMBER", tone: .muted)
        if number == 1 { Links([CommandLink("Take back your last step", "undo")]) }
      }
    }
  }

  private static func row(_ step: HistoryStep, in context: PageContext) -> Row {
    let when = RelativeTime.text(of: step.at, now: context.now, zone: context.zone)
    let state: Badge? =
      step.isUndone
      ? Badge("undone", tone: .muted)
      : step.takenBackBy.map { Badge("taken back by \($0)", tone: .muted) }
        ?? (step.isUndoable ? nil : Badge("too old to undo", tone: .muted))
    let words = state.map { ", \($0.text)" } ?? ""
    return Row(
      marker: .bullet, handle: String(step.id), title: step.summary,
      badges: [Badge(step.person.title, tone: .muted)] + [state].compactMap { $0 },
      trailing: Badge(when, tone: .muted),
      tone: step.isUndone || step.takenBackBy != nil ? .muted : .neutral,
      spoken: "Step \(step.id). \(step.summary), by \(step.person.title), \(when)\(words).")
  }
}
