/// The capability (a service that a feature receives) that draws charts into files for other
/// programs.
///
/// A feature provides the chart. The app chooses the library that draws it.
public struct ChartDrawing: Capability {
  private let draw: @Sendable (Chart, PictureFormat) async throws(Problem) -> [UInt8]

  public init(
    _ draw: @escaping @Sendable (Chart, PictureFormat) async throws(Problem) -> [UInt8]
  ) {
    self.draw = draw
  }

  /// Draws the chart and returns the bytes of the whole file.
  public func draw(
    _ chart: Chart, as format: PictureFormat
  ) async throws(Problem) -> [UInt8] {
    try await draw(chart, format)
  }

  public static func unimplemented(_ place: Unimplemented) -> ChartDrawing {
    ChartDrawing { _, _ throws(Problem) in throw place.problem("draw") }
  }
}

/// The file formats in which a chart can be drawn.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg, png, pdf

  /// The file's media type for browsers.
  public var mediaType: String {
    switch self {
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .pdf: "application/pdf"
    }
  }

  /// Finds the format for the ending of a file's name. Nil if no format has this ending.
  public init?(endingOf name: String) {
    let file = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = file.lastIndex(of: ".") else { return nil }
    self.init(rawValue: file[file.index(after: dot)...].lowercased())
  }
}

/// The capability (a service that a feature receives) that prints pages as PDF, for commands such
/// as `reports pdf`.
///
/// The app chooses the library that draws the pages.
public struct PagePrinting: Capability {
  private let print: @Sendable (Page) async throws(Problem) -> [UInt8]

  public init(_ print: @escaping @Sendable (Page) async throws(Problem) -> [UInt8]) {
    self.print = print
  }

  /// Returns the page as a PDF document with real text. Links and forms are left out.
  public func pdf(of page: Page) async throws(Problem) -> [UInt8] {
    try await print(page)
  }

  public static func unimplemented(_ place: Unimplemented) -> PagePrinting {
    PagePrinting { _ throws(Problem) in throw place.problem("pdf") }
  }
}
