import FeatureKit

extension Loading {
  /// Returns the page for a value that takes time to compute: a waiting text, a problem, or the
  /// page of the finished value.
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
