public import FeatureKit

/// Creates PDF files of documents that are not pages of the program, such as the recruiting packet
/// (the document that presents an athlete to coaches). `PagePrinting` creates the PDF files of
/// pages.
public struct DocumentPrinting: Capability {
  private let print: @Sendable (PDFDocument) async throws(Problem) -> [UInt8]

  public init(_ print: @escaping @Sendable (PDFDocument) async throws(Problem) -> [UInt8]) {
    self.print = print
  }

  /// Returns the bytes of the PDF file. Its text can be searched and copied.
  public func pdf(of document: PDFDocument) async throws(Problem) -> [UInt8] {
    try await print(document)
  }

  public static func unimplemented(_ place: Unimplemented) -> DocumentPrinting {
    DocumentPrinting { _ throws(Problem) in throw place.problem("pdf") }
  }
}
