import FeatureKit
import HTTP
import WebRendering

extension CommandWork {
  private static var pastedName: String { "pasted rows.csv" }

  /// Returns the form after converting pasted rows to the file that the command reads.
  func takingPasted(_ sent: SentForm) async throws -> SentForm {
    var sent = sent
    for (field, text) in sent.pasted where !text.trimmed.isEmpty {
      guard let store = host.program.uploads,
        sent.fields[field]?.contains(where: { !$0.isEmpty }) != true
      else { continue }
      let bytes = Array((host.program.tableOfPasted(text) + "\n").utf8)
      let upload = try await store.begin()
      try await upload.write(bytes)
      let file = HTTP.Form.File(
        field: field, name: Self.pastedName, type: nil, size: bytes.count,
        content: try await upload.finish())
      sent.files.append(file)
      sent.fields[field] = [file.name]
    }
    return sent
  }
}
