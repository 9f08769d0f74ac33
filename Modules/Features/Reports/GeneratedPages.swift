import FeatureKit

extension Loading {
  /// Returns the page for a value that takes time to compute. Until the value is there, the page
  /// shows a text to wait; if computing fails, it shows the problem.
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
