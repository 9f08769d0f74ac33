package import FeatureKit

extension CommandIndex {
  /// Whether a line that cannot be parsed may contain a secret. This is true if it has the verb of
  /// a command that takes a secret, or the option for the secret.
  func maySpellSecret(_ words: [CommandText.Word]) -> Bool {
    for command in entries.flatMap(\.commands) {
      for secret in command.parameters where secret.role == .secret {
        for word in words {
          if word.text.lowercased() == command.verb { return true }
          if word.text == "--\(secret.name)" || word.text.hasPrefix("--\(secret.name)=") {
            return true
          }
        }
      }
    }
    return false
  }
}

extension Problem {
  /// The problem of a missing required value, if the counterpart cannot ask for the value.
  package static func missing(_ parameter: ParameterDescription, of command: CommandDescription)
    -> Problem
  {
    if parameter.role == .secret {
      return Problem(
        .usage, "`\(command.words)` needs the \(parameter.name).",
        fix: "Use --\(parameter.name)-file FILE or --\(parameter.name)-fd N.")
    }
    return Problem(
      .usage, "`\(command.words)` needs \(parameter.need).", details: [parameter.question],
      fix: "Usage:  \(command.usage)")
  }
}

extension Problem {
  /// The problem with shortened values. A long pasted value would hide the message.
  package var withoutLongValues: Problem {
    var problem = self
    problem.title = title.withoutItsMiddle
    problem.details = details.map(\.withoutItsMiddle)
    problem.fix = fix?.withoutItsMiddle
    return problem
  }
}

extension String {
  private static let longest = 3000
  private static let kept = 300

  /// The beginning and the end of a long text. The words of a message stand there, and the value is
  /// between them.
  fileprivate var withoutItsMiddle: String {
    // Bytes are counted first, because counting the characters of a long text is slow.
    guard utf8.count > Self.longest, count > 2 * Self.kept else { return self }
    return prefix(Self.kept) + "…" + suffix(Self.kept)
  }
}
