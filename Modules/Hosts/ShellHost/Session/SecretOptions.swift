import Conversation
import FeatureKit
import LineEditing

extension SecretSource {
  /// Removes from a command's words the options that say where to read a secret, and adds these
  /// files and descriptors to `sources`.
  ///
  /// For the secret `passphrase`, the options are `--passphrase-file FILE` and `--passphrase-fd N`.
  static func take(
    from words: [CommandText.Word], of command: CommandDescription,
    into sources: inout [String: [SecretSource]]
  ) throws(Problem) -> [CommandText.Word] {
    let secrets = command.parameters.filter { $0.role == .secret }
    guard !secrets.isEmpty else { return words }
    var kept: [CommandText.Word] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.isOption, let given = try? GivenOption(word.text),
        let secret = secrets.first(where: {
          given.name == "\($0.name)-file" || given.name == "\($0.name)-fd"
        })
      else {
        kept.append(word)
        continue
      }
      guard let value = given.value ?? rest.popFirst()?.text, !value.isEmpty else {
        throw Problem(.usage, "--\(given.name) needs a value.", fix: "Usage:  \(command.usage)")
      }
      guard secret.isRepeated || sources[secret.name] == nil else {
        throw Problem(.usage, "The \(secret.name) was given twice.", fix: "Give it once.")
      }
      sources[secret.name, default: []].append(
        try given.name.hasSuffix("-file") ? .file(value) : descriptor(value))
    }
    return kept
  }

  private static func descriptor(_ text: String) throws(Problem) -> SecretSource {
    guard let number = Int32(text), number >= 0 else {
      throw Problem(
        .usage, "`\(text)` is not the number of a file descriptor.",
        fix: "Example: --passphrase-fd 3 3< secret.txt")
    }
    return .descriptor(number)
  }
}
