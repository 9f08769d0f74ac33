import CivilTime
import Domain
import FeatureKit

/// Makes the page of the command `history`, which shows who changed what and when.
enum HistoryPage {
  /// The number of changes on one page if the screen does not limit it.
  private static let length = 100

  /// Returns one page of the history.
  ///
  /// - Parameters:
  ///   - number: the number of the page; the first page shows the newest changes.
  ///   - beginsAnew: whether the file is a copy on a server, which the server may delete and fetch
  ///     again. A new copy does not have the person's earlier changes, so `others` returns them
  ///     too.
  ///   - read: returns this many of the newest changes that were made in this file, which can be
  ///     undone here.
  ///   - others: returns this many of the newest changes that were made elsewhere.
  static func page(
    _ number: Int, in context: PageContext, beginsAnew: Bool = false,
    reading read: (_ limit: Int) async throws(Problem) -> [HistoryStep],
    others: (_ limit: Int) async -> [OthersStep] = { _ in [] }
  ) async throws(Problem) -> Page {
    let length = context.rowLimit ?? Self.length
    let elsewhere = beginsAnew ? "earlier or on another device" : "on another device"
    let first = (number - 1) * length
    let own = try await read(first + length + 1)
    let steps = merged(own, await others(first + length + 1))
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
          shown.map { row($0, elsewhere, in: context) },
          more: steps.count > first + length
            ? CommandLink("… older steps", "history \(number + 1)") : nil)
        if !context.hasButtons {
          Paragraph("To take one of these back:  undo NUMBER", tone: .muted)
        }
        if number == 1, own.contains(where: { $0.mayTakeBack && !$0.isUndone }) {
          Links([CommandLink("Take back your last step", "undo")])
        }
      }
    }
  }

  private enum Entry {
    case own(HistoryStep), others(OthersStep)
  }

  /// Merges the changes that were made in this file with those that were made on other devices or
  /// at the server, newest first.
  ///
  /// The changes of this file keep the order in which they can be undone, which can differ from the
  /// order of their times.
  private static func merged(_ own: [HistoryStep], _ others: [OthersStep]) -> [Entry] {
    var rest = others[...]
    var entries: [Entry] = []
    for step in own {
      while let next = rest.first, next.at > step.at {
        entries.append(.others(next))
        rest = rest.dropFirst()
      }
      entries.append(.own(step))
    }
    return entries + rest.map(Entry.others)
  }

  private static func row(_ entry: Entry, _ elsewhere: String, in context: PageContext) -> Row {
    switch entry {
    case .own(let step): row(step, in: context)
    case .others(let step): row(step, elsewhere, in: context)
    }
  }

  /// Returns the row of a change that was made on another device, and can only be undone there, or
  /// of an event at the server.
  private static func row(
    _ step: OthersStep, _ elsewhere: String, in context: PageContext
  ) -> Row {
    let when = RelativeTime.text(of: step.at, now: context.now, zone: context.zone)
    let by = step.person.map { ", by \($0) \(elsewhere)" } ?? ""
    return Row(step.summary, .bullet, spoken: "\(step.summary)\(by), \(when).")
      .opening(step.handle.map { CommandLink($0, $0) })
      .showing(
        [step.person.map { Badge("\($0), \(elsewhere)", tone: .muted) }].compactMap { $0 },
        trailing: Badge(when, tone: .muted))
  }

  private static func row(_ step: HistoryStep, in context: PageContext) -> Row {
    let when = RelativeTime.text(of: step.at, now: context.now, zone: context.zone)
    let showsNumbers = context.showsHandles
    let summary = showsNumbers ? step.summary : step.plainSummary
    let state: Badge? =
      step.isUndone
      ? Badge("undone", tone: .muted)
      : step.takenBackBy.map {
        Badge(showsNumbers ? "taken back by \($0)" : "taken back", tone: .muted)
      }
        ?? (step.isUndoable ? nil : Badge("cannot be undone", tone: .muted))
    let end = state.map { ", \($0.text)" } ?? ""
    let words = "Step \(step.id). \(summary), by \(step.person.title), \(when)\(end)."
    let undo = CommandLink("Undo", "undo \(step.id)", spoken: "Undo: \(summary)")
    return Row(summary, .bullet, handle: String(step.id), spoken: words)
      .showing(
        [Badge(step.person.title, tone: .muted)] + [state].compactMap { $0 },
        trailing: Badge(when, tone: .muted)
      )
      .styled(step.isUndone || step.takenBackBy != nil ? .muted : .neutral)
      .offering(state == nil && step.mayTakeBack && context.hasButtons ? [undo] : [])
  }
}
