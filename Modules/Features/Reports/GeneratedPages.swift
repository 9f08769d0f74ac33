import FeatureKit

extension Loading {
  /// The page of a value that is generated: in progress, failed, or done.
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
