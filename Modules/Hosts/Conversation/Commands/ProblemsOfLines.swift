package import FeatureKit

extension CommandIndex {
  /// Returns whether a line that is not a valid command may contain a secret, such as a passphrase.
  ///
  /// The line may contain one if a word of it is the verb of a command that takes a secret, or the
  /// option for the secret.
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
  /// Returns the problem that a required value is missing, for a program run that cannot ask the
  /// person for it, such as a script.
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
  /// The problem with shortened texts: the middle of each long text is left out. A long value that
  /// a person pasted would otherwise hide the rest of the message.
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

  /// The beginning and the end of a long text, with an ellipsis between them. A long value is in
  /// the middle of a message, so the message's own words at both ends stay readable.
  fileprivate var withoutItsMiddle: String {
    // Bytes are counted first, because counting the characters of a long text is slow.
    guard utf8.count > Self.longest, count > 2 * Self.kept else { return self }
    return prefix(Self.kept) + "…" + suffix(Self.kept)
  }
}
