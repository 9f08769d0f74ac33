import CivilTime
import Domain
import FamilyContext
import FeatureKit

/// Builds the page with the log of visits, which says when a parent opened a page of the athlete.
/// The athlete sees all visits, and a parent only their own (domain.md 4.14).
struct VisitsPage {
  let loaded: LoadedViews
  let visits: AccountFeature.Visits
  let context: PageContext

  private var isParent: Bool { loaded.viewing.role == .parent }

  var page: Page {
    guard let visits = loaded.visits else {
      return Page(title: "Visits") { FamilyContextClient.linkYourFamily }
    }
    return Page(title: "Visits", context: visits.isEmpty ? nil : "\(visits.matching) in all") {
      if visits.isEmpty {
        EmptyState(isParent ? "You have not looked at anything yet." : "No parent has looked yet.")
      } else {
        Paragraph(introduction, tone: .muted)
        RowList(
          visits.rows.map(row),
          more: visits.remaining > 0
            ? CommandLink("… \(visits.remaining) more", "family views --all") : nil)
      }
    }
  }

  private var introduction: String {
    guard isParent else { return "What your parents looked at, newest first." }
    let athlete = loaded.viewing.athleteName ?? "Your athlete"
    return "What you looked at, newest first. \(athlete) can read this too."
  }

  private func row(_ visit: ViewRow) -> Row {
    let what =
      visit.item.map { "\($0.kind.singular.capitalizedFirst): \($0.title)" }
      ?? visit.itemType.known?.page ?? visit.itemType.words
    let when = RelativeTime.text(of: visit.viewedAt, now: context.now, zone: context.zone)
    let who = isParent ? "You" : visit.parent.title
    let title = isParent ? what : "\(who) · \(what)"
    return Row(title, .bullet, spoken: "\(who) looked at \(what), \(when).")
      .showing(trailing: Badge(when, tone: .muted))
  }
}

extension ViewLogEntry.ItemType {
  /// The name of a page, such as `Schools`, in the log of visits. It is used if a parent opened a
  /// list and not the page of a single record.
  fileprivate var page: String {
    switch self {
    case .school: "Schools"
    case .coach: "Coaches"
    case .interaction: "Interactions"
    case .event: "Events"
    case .timeline: "Tasks"
    case .performance: "Performance"
    case .dashboard: "Dashboard"
    case .report: "Reports"
    case .offer: "Offers"
    case .document: "Documents"
    case .recommendation: "Letters"
    case .packet: "Packet"
    case .calendar: "Calendar"
    case .profile: "Profile"
    }
  }
}
