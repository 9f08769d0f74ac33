package import FeatureKit

/// Builds the help pages: for all commands, for the commands of a noun (first word, such as
/// `schools`), or for one command.
struct Help {
  let index: CommandIndex

  init(_ index: CommandIndex) {
    self.index = index
  }

  /// Returns the help page for the words that follow `help` on the command line.
  func page(for words: [CommandText.Word]) throws(Problem) -> Page {
    guard let first = words.first else { return overview }
    if let host = HostCommand(word: first.text, in: index) { return page(of: host.description) }
    if words.count == 1, let topic = HelpTopic(rawValue: first.text.lowercased()) {
      return topic.page
    }
    if words.count == 1, let entry = index.entry(for: first.text) {
      // If a noun (first word of commands) has a single command, which consists of the
      // noun alone, the help page of this command is shown instead of a list of commands.
      let own = entry.commands.count == 1 ? entry.commands.first { $0.verb.isEmpty } : nil
      return own.map(page) ?? page(of: entry)
    }
    let match = try index.match(words)
    guard let extra = match.rest.first else { return page(of: match.command) }
    guard words.count > 1, match.command.verb != words[1].text.lowercased(),
      !match.command.beginsWith(choice: extra.text)
    else { return page(of: match.command) }
    throw Problem(
      .usage, "There is no command `\(first.text) \(extra.text)`.", fix: "All commands:  help")
  }

  var overview: Page {
    Page(title: "Help") {
      Paragraph(introduction)
      Section("Pages and records") {
        Facts(index.entries.map { Fact($0.noun.word, $0.noun.summary) })
      }
      Section("This shell") {
        Facts(
          index.hostCommands.filter { !$0.startsProgram }.map {
            Fact($0.rawValue, $0.description.summary)
          })
      }
      if index.hostCommands.contains(where: \.startsProgram) {
        Section("Given when the program starts") {
          Facts(
            index.hostCommands.filter(\.startsProgram).map {
              Fact("compass-shell \($0.rawValue)", $0.description.summary)
            })
        }
      }
      Section("Good to know") {
        Facts(HelpTopic.allCases.map { Fact("help \($0.rawValue)", $0.summary) })
      }
      Section("Options of the program") {
        Facts(GlobalOption.allCases.map { Fact($0.usage, $0.summary) })
      }
    }
  }

  private var introduction: String {
    guard let entry = index.entries.first, let command = entry.commands.last else {
      return "Type a command."
    }
    return
      "Type a command. `help \(entry.noun.word)` explains a word, `help \(command.words)` one command."
  }

  private func page(of entry: CommandIndex.Entry) -> Page {
    let aliases = entry.noun.aliases
    return Page(
      title: entry.noun.word,
      context: aliases.isEmpty ? nil : "also " + aliases.joined(separator: ", "),
      subtitle: entry.noun.summary
    ) {
      Facts(
        entry.commands.map { command in
          let isOpening = !command.verb.isEmpty && command.verb == entry.noun.opens
          return Fact(
            command.usage,
            command.summary + (isOpening ? " `\(entry.noun.word)` alone does it." : ""))
        })
    }
  }

  func page(of command: CommandDescription) -> Page {
    Page(title: command.words, subtitle: command.summary) {
      if let explanation = command.explanation { Paragraph(explanation) }
      Section("Usage") { Paragraph(command.usage) }
      if !command.parameters.isEmpty {
        Section("What it takes") { Facts(command.parameters.map(\.fact)) }
      }
      if !command.examples.isEmpty {
        Section("For example") { Facts(command.examples.map { Fact($0.line, $0.firstLine) }) }
      }
    }
  }
}

extension CommandDescription {
  /// Returns whether the word is one of the choices of the command's first argument, as `schools`
  /// is in `import schools`.
  fileprivate func beginsWith(choice word: String) -> Bool {
    guard case .words(let choices)? = parameters.first(where: { $0.role == .argument })?.completion
    else { return false }
    return choices.contains(word.lowercased())
  }
}

extension ParameterDescription {
  /// The usage of the parameter with its summary and its choices, as one line of a help page.
  package var fact: Fact {
    var words = [summary.isEmpty ? question : summary]
    if case .words(let choices) = completion, choices.count <= 12,
      !usage.contains(choices.joined(separator: "|"))
    {
      words.append("(\(choices.joined(separator: ", ")))")
    }
    let hidden = role == .secret ? ", asked for without showing it" : ""
    return Fact(usage, words.joined(separator: " ") + hidden)
  }
}

extension CommandExample {
  /// The first line of the example's output, for the help page; empty if that line is only `…`.
  var firstLine: String {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: true)
    return lines.first.map { String($0) == "…" ? "" : String($0) } ?? ""
  }
}

extension ExitCode {
  /// Every exit code with its meaning, for help and the manual.
  package static let allDocumented: [(code: ExitCode, meaning: String)] = [
    (.done, "done; an empty answer is done too"),
    (.failed, "failed"),
    (.usage, "the command was not understood, or something it needs is missing"),
    (.notFound, "there is no such record, page or file"),
    (.signInNeeded, "sign in first"),
    (.refused, "refused: locked, or yours to look at only"),
    (.conflict, "it conflicts with what is there now"),
    (.offline, "no connection"),
    (.interrupted, "stopped with Ctrl-C"),
  ]
}
