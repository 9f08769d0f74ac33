import CivilTime
import Domain
import FeatureKit

/// Builds the page with the schools by status. A browser shows a board, and the shell shows a list
/// with a heading for each status.
struct BoardPage {
  typealias Feature = RecordsFeature

  let lanes: [Feature.BoardLane]
  let loaded: Feature.LoadedPage
  let context: PageContext

  private var shape: KindShape { Feature.shape(of: .school) }
  private var mayChange: Bool { loaded.mayChange(.school) }

  var page: Page {
    let count = lanes.reduce(0) { $0 + $1.total }
    return Page(
      title: "Schools by status", context: count == 0 ? nil : KindCount(.school, count).words
    ) {
      if loaded.viewing.isReadOnly { loaded.banner(shape) }
      if count == 0 {
        EmptyState(
          shape.empty.none, detail: mayChange ? shape.empty.hint : nil,
          links: mayChange ? [CommandLink(shape.empty.add, "schools add")] : [])
      } else {
        Board(steps.map(lane))
        Links(
          (mayChange ? [CommandLink("Add a school", "schools add")] : [])
            + [CommandLink("As a list", "schools")])
      }
    }
  }

  /// The statuses that are columns of the board: all that this version of the program knows, and
  /// any other status that a stored school has.
  ///
  /// A newer version of the program may have stored a status that this version does not know.
  private var steps: [Open<SchoolStatus>] {
    SchoolStatus.allCases.map { .known($0) } + lanes.map(\.status).filter { $0.known == nil }
  }

  private func lane(_ status: Open<SchoolStatus>) -> Section {
    let lane = lanes.first { $0.status == status }
    return Section(lane.map { "\(status.words) (\($0.total.grouped))" } ?? status.words) {
      if let lane, !lane.cards.isEmpty {
        RowList(lane.cards.map { row($0, in: status) }, more: more(lane))
      }
    }
  }

  private func row(_ card: Feature.BoardCard, in status: Open<SchoolStatus>) -> Row {
    let reference = card.school.reference
    let last = card.school.lastContact.map {
      FieldValue.moment($0).words(.line, today: context.today, zone: context.zone)
    }
    let contact = last.map { "Last contact \($0)" } ?? "No contact yet"
    let next = card.next.map { step in
      // The title of the next step (the most important thing to do for the school) ends with the
      // school's name. The row shows this name already, so the end is cut off.
      "\(step.title.without(ending: ", \(card.school.school.name)")). \(step.reason)"
    }
    let (title, handle) = (reference.title, reference.handle)
    let words = "School \(handle). \(title), \(status.words). \(contact)."
    return Row(title, .bullet, handle: handle, spoken: words)
      .opening(CommandLink("Details", shape.opening(handle)))
      .showing(trailing: Badge(contact, tone: .muted), detail: next)
      .offering(moves: mayChange ? School.moves(of: reference, from: status.raw) : [])
  }

  private func more(_ lane: Feature.BoardLane) -> CommandLink? {
    let hidden = lane.total - lane.cards.count
    // The link lists the schools of this status. `schools --status` accepts only statuses that this
    // version knows, so an unknown one gets no link.
    guard hidden > 0, let status = lane.status.known else { return nil }
    return CommandLink("… \(hidden.grouped) more", "schools --status \(status.rawValue)")
  }
}

extension String {
  fileprivate func without(ending: String) -> String {
    hasSuffix(ending) ? String(dropLast(ending.count)) : self
  }
}
