import FeatureKit

extension Loading {
  /// Returns the page for a value that takes time to compute, such as a report. Until the value is
  /// there, the page shows a text that asks to wait. If computing fails, the page shows the
  /// problem.
  func page(
    _ title: String, for visit: ReportsFeature.Visit, _ shown: (Value) -> Page
  ) -> Page {
    switch self {
    case .idle, .loading:
      Page(title: title) { Paragraph("Generating...", tone: .muted) }
    case .failed(let problem):
      Page(title: title, problem: problem) {
        visit.banner
        Message(problem)
      }
    case .loaded(let value): shown(value)
    }
  }
}
