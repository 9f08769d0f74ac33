import FeatureKit

/// The reason why a PDF or picture cannot be drawn, such as a missing library.
enum DrawingFailure: Error, Equatable, Sendable {
  case libraryMissing
  case notEnoughMemory
}

extension DrawingFailure {
  var problem: Problem {
    switch self {
    case .libraryMissing:
      Problem(
        .failed, "PDF files and pictures need cairo and pango.",
        fix: "Install them with: sudo apt install libcairo2 libpangocairo-1.0-0 fonts-dejavu-core")
    case .notEnoughMemory:
      Problem(
        .failed, "There is too little free memory to draw this.",
        fix: "Close another program, or choose a smaller range, and try again.")
    }
  }
}
