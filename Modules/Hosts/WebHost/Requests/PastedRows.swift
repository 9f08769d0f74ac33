import FeatureKit
import HTTP
import WebRendering

extension CommandWork {
  private static var pastedName: String { "pasted rows.csv" }

  /// Returns the form with its pasted rows converted to an uploaded file, which the command can
  /// read.
  func takingPasted(_ sent: SentForm, _ index: CommandIndex) async throws -> SentForm {
    var sent = sent
    let noun = importedNoun(sent, index) ?? ""
    for (field, text) in sent.pasted where !text.trimmed.isEmpty {
      guard let store = host.program.uploads else { continue }
      let bytes = Array((host.program.tableOfPasted(text, noun) + "\n").utf8)
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

  /// Returns the noun (first word of commands) for the records that a table adds, such as
  /// “schools”; nil if the command imports no table.
  func importedNoun(_ sent: SentForm, _ index: CommandIndex) -> String? {
    guard case .feature(let match) = try? AskedCommand(sent.line, in: index),
      match.command.takesRows, let kind = match.command.parameters.first
    else { return nil }
    return sent.fields[kind.name]?.first ?? match.rest.first?.text
  }
}
