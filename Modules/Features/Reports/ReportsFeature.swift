import Domain
import FamilyContext
public import FeatureKit

/// The feature with reports over a range of days: figures, breakdowns, comparisons, and exported
/// files (specs/reports.md).
public struct ReportsFeature: PartedFeature {
  public static let manifest = FeatureManifest(
    id: "Reports", title: "Reports",
    summary: "Recruiting reports over any range of days, as pages, CSV and PDF.", order: 20,
    nouns: [
      Noun(
        "reports", summary: "Recruiting reports over any range of days, as pages, CSV and PDF.",
        opens: "show")
    ],
    routes: [RoutePattern("/reports", "reports")])

  let reports: ReportsGateway
  let family: FamilyContextClient
  let calendar: LocalCalendar
  let printing: PagePrinting
  let mailing: ReportMailing
  let preferences: PreferencesGateway
  let interactions: InteractionsGateway
  let metrics: MetricsGateway

  public init(_ dependencies: Dependencies) {
    reports = dependencies[ReportsGateway.self]
    family = dependencies[FamilyContextClient.self]
    calendar = dependencies[LocalCalendar.self]
    printing = dependencies[PagePrinting.self]
    mailing = ReportMailing(dependencies)
    preferences = dependencies[PreferencesGateway.self]
    interactions = dependencies[InteractionsGateway.self]
    metrics = dependencies[MetricsGateway.self]
  }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged, .changedElsewhere: .reloadRequested
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }

  /// The action that the shell or the browser's server sends when the person goes to another page.
  ///
  /// The reports page then forgets its range of days and its report.
  public var leaving: Action? { .pageLeft }

  /// Returns the command line that shows the same report again, for example
  /// `reports generate last-30-days`.
  ///
  /// It names the range of days, because the command line that opened the page may have named
  /// another range or none. Nil for a page whose own command line names its ranges.
  public func lineBack(to state: State) -> String? {
    guard let word = state.span.word else { return nil }
    return switch state.place {
    case .report: state.report == .idle ? "reports show \(word)" : "reports generate \(word)"
    case .contacts(let all): "reports contacts \(word)\(all ? " --all" : "")"
    case .comparison, .saved: nil
    }
  }

  static let savingWords = FailureWords(
    timedOut: "Connection timed out. Check your connection.",
    load: "Failed to load your reports", write: "Could not save. Nothing was changed.")

  static let words = FailureWords(
    timedOut: "Connection timed out. Check your connection.",
    offline: "You are offline. Reports need a connection.",
    serverError: "Server error. Unable to load data.",
    load: "Failed to generate report. Please try again.",
    write: "Failed to export CSV. Please try again.")
}
