import Conversation
package import FeatureKit

/// Generates the manual, the reference page and the completion scripts from the declarations of the
/// commands.
///
/// The same declarations always give the same texts, so that a test can compare them with the files
/// in the project.
package struct CommandReference: Sendable {
  package static let program = "compass-shell"
  static let promise = "a recruiting tracker that belongs to the family"

  /// The commands that begin with the same noun (first word, such as `tasks`), as one chapter of
  /// the manual.
  struct Chapter {
    var word: String
    var aliases: [String]
    var summary: String
    var opens: String?
    var commands: [CommandDescription]
  }

  let chapters: [Chapter]
  let ownCommands: [CommandDescription]

  package init(_ features: [FeatureBox]) {
    let index = CommandIndex(features, reserved: HostCommand.words)
    chapters = index.entries.map { entry in
      Chapter(
        word: entry.noun.word, aliases: entry.noun.aliases, summary: entry.noun.summary,
        opens: entry.noun.opens, commands: entry.commands)
    }
    ownCommands = HostCommand.allCases.map(\.description)
  }
}

extension CommandReference {
  /// Every command that a person can type. The commands of features come first.
  package var commands: [CommandDescription] { chapters.flatMap(\.commands) + ownCommands }

  /// One of the generated texts, and its path in the project.
  package struct File: Sendable {
    package var path: String
    package var text: String
  }

  package var files: [File] {
    [
      File(path: "docs/commands.md", text: document),
      File(path: "docs/\(Self.program).1", text: manual),
      File(path: "Tools/completions/\(Self.program).bash", text: bashCompletion),
      File(path: "Tools/completions/_\(Self.program)", text: zshCompletion),
      File(path: "Tools/completions/\(Self.program).fish", text: fishCompletion),
    ]
  }

  /// The text of `docs/commands.md`.
  package var document: String {
    var text = """
      # Commands

      Made by `Tools/reference` from the declarations of the commands; do not edit. The same words work at the prompt, as
      arguments of `\(Self.program)`, in a script and on a page's links.

      ## Options of the program


      """
    text += Self.table(GlobalOption.allCases.map { ("`\($0.usage)`", $0.summary) })
    let after = GlobalOption.allCases.filter(\.mayFollowCommand).map { "`\($0.name)`" }
    text +=
      "\nThey stand before the command or after it. A line of the prompt or of a script takes "
    text += "only these: \(after.joined(separator: ", ")).\n"
    for chapter in chapters {
      text += "\n## \(chapter.word)\n\n\(chapter.summary)"
      if let opens = chapter.opens {
        text += " `\(chapter.word)` alone is `\(chapter.word) \(opens)`."
      }
      if !chapter.aliases.isEmpty {
        text += " Also: " + chapter.aliases.map { "`\($0)`" }.joined(separator: ", ") + "."
      }
      text += "\n" + chapter.commands.map { Self.section(of: $0) }.joined()
    }
    text += "\n## The shell itself\n" + ownCommands.map { Self.section(of: $0) }.joined()
    text += "\n## Exit codes\n\n"
    text += Self.table(
      ExitCode.allDocumented.map { ("\($0.code.rawValue)", $0.meaning) }, heads: ("code", "meaning")
    )
    return text
  }

  private static func section(of command: CommandDescription) -> String {
    var text = "\n### \(command.words)\n\n\(command.summary)"
    if let explanation = command.explanation { text += "\n\n\(explanation)" }
    text += "\n\n    \(command.usage)\n"
    if !command.parameters.isEmpty {
      text += "\n" + table(command.parameters.map { ("`\($0.usage)`", $0.fact.value) })
    }
    for example in command.examples {
      text += "\n    $ \(program) \(example.line)\n"
      let lines = example.output.split(separator: "\n", omittingEmptySubsequences: false)
      text += lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }
    return text
  }

  private static func table(
    _ rows: [(String, String)], heads: (String, String) = ("", "")
  ) -> String {
    let cells = rows.map { ($0.replacingPipes, $1.replacingPipes) }
    return "| \(heads.0) | \(heads.1) |\n|---|---|\n"
      + cells.map { "| \($0.0) | \($0.1) |\n" }.joined()
  }
}

extension String {
  /// The text with a backslash before each `|`, which would otherwise end the cell of a Markdown
  /// table.
  fileprivate var replacingPipes: String {
    split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
