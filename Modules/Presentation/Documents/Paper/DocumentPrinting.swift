public import FeatureKit

/// Creates PDF files of documents that a feature composed itself, such as the recruiting packet
/// (the document that presents an athlete to coaches). `PagePrinting` does the same for whole pages
/// of the program.
public struct DocumentPrinting: Capability {
  private let print: @Sendable (PDFDocument) async throws(Problem) -> [UInt8]

  public init(_ print: @escaping @Sendable (PDFDocument) async throws(Problem) -> [UInt8]) {
    self.print = print
  }

  /// Returns the whole PDF file, with real text.
  public func pdf(of document: PDFDocument) async throws(Problem) -> [UInt8] {
    try await print(document)
  }

  public static func unimplemented(_ place: Unimplemented) -> DocumentPrinting {
    DocumentPrinting { _ throws(Problem) in throw place.problem("pdf") }
  }
}
