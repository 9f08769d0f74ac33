import FeatureKit
import HTTP
import WebRendering

/// Rows that were pasted into a form in the place of a file: a spreadsheet's cells, or a list of names.
enum PastedRows {
  static let fileName = "pasted rows.csv"

  /// The rows as a table. Where no cell of the first line is called a name, each line is one, or begins with one.
  static func table(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }
      .filter { !$0.isEmpty }
    guard let first = lines.first, !isHeading(first) else { return lines.joined(separator: "\n") }
    let names = lines.map { line -> String in
      let cell = String(line.prefix { $0 != "\t" }).trimmed
      return cell.count >= 2 && cell.hasPrefix("\"") && cell.hasSuffix("\"")
        ? cell : "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }
    return (["Name"] + names).joined(separator: "\n")
  }

  private static let headings: Set = ["name", "school", "college", "university", "coach"]

  private static func isHeading(_ line: String) -> Bool {
    let cells = line.split { (character: Character) in "\t,;".contains(character) }
    return cells.contains { cell in
      headings.contains(String(cell).trimmed.lowercased().replacing("\"", with: ""))
    }
  }
}

extension CommandWork {
  /// Returns the form with pasted rows as the file that the command reads.
  func takingPasted(_ sent: SentForm) async throws -> SentForm {
    var sent = sent
    for (field, text) in sent.pasted where !text.trimmed.isEmpty {
      guard let store = host.program.uploads,
        sent.fields[field]?.contains(where: { !$0.isEmpty }) != true
      else { continue }
      let bytes = Array((PastedRows.table(text) + "\n").utf8)
      let upload = try await store.begin()
      try await upload.write(bytes)
      let file = HTTP.Form.File(
        field: field, name: PastedRows.fileName, type: nil, size: bytes.count,
        content: try await upload.finish())
      sent.files.append(file)
      sent.fields[field] = [file.name]
    }
    return sent
  }
}
