import Foundation
import ToolTesting

/// Poppler's command-line programs, with which tests read a PDF independently of the code that
/// wrote it.
enum Poppler {
  /// The reason that is shown when the tests that read PDF files are skipped.
  static let missing = "Reading PDF files needs Poppler: sudo apt install poppler-utils"

  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")

  /// Returns the output of a Poppler program for a file with these bytes.
  static func say(_ program: String, _ options: [String] = [], about bytes: [UInt8]) throws
    -> String
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-pdf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "paper.pdf")
    try Data(bytes).write(to: file)
    let end = program == "pdftotext" ? ["-"] : []
    return try PipedProgram.run([program] + options + [file.path] + end, errors: .inherited).text
  }
}
