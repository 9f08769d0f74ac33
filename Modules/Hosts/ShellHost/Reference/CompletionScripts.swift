import Conversation
import FeatureKit

// The completion scripts for bash, zsh and fish.
//
// They contain the first words, verbs and options of all commands. For values from the data, such
// as names of records, they call the program with `--complete`.
extension CommandReference {
  /// The completion script for bash, `compass-shell.bash`.
  package var bashCompletion: String {
    """
    # Completion of \(Self.program) for bash. Made by Tools/reference; do not edit.
    _compass_shell() {
      local word=${COMP_WORDS[COMP_CWORD]} line
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        case $word in
          -*) COMPREPLY=($(compgen -W "\(optionNames.joined(separator: " "))" -- "$word")) ;;
          *) COMPREPLY=($(compgen -W "\(firstWords.map(\.word).joined(separator: " "))" -- "$word")) ;;
        esac
        return
      fi
      if ((COMP_CWORD == 2)) && [[ $word != -* ]]; then
        case ${COMP_WORDS[1]} in
    \(verbCases { "      \($0)) COMPREPLY=($(compgen -W \"\($1.joined(separator: " "))\" -- \"$word\")) ;;" })
        esac
      fi
      while IFS= read -r line; do
        line=$(printf '%q' "${line%%$'\\t'*}")
        [[ " ${COMPREPLY[*]} " == *" $line "* ]] || COMPREPLY+=("$line")
      done < <("${COMP_WORDS[0]}" --complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    }
    complete -o default -F _compass_shell \(Self.program)

    """
  }

  /// The completion script for zsh, `_compass-shell`.
  package var zshCompletion: String {
    """
    #compdef \(Self.program)
    # Completion of \(Self.program) for zsh. Made by Tools/reference; do not edit.
    _compass_shell() {
      local -a found
      local line
      if ((CURRENT == 2)); then
        if [[ $PREFIX == -* ]]; then
          found=(
    \(described(GlobalOption.allCases.map { ($0.name, $0.summary) }))
          )
        else
          found=(
    \(described(firstWords))
          )
        fi
        _describe 'command' found
        return
      fi
      while IFS= read -r line; do
        found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
      done < <($words[1] --complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
      if ((${#found})); then _describe 'value' found; else _files; fi
    }
    _compass_shell "$@"

    """
  }

  /// The completion script for fish, `compass-shell.fish`.
  package var fishCompletion: String {
    var lines = [
      "# Completion of \(Self.program) for fish. Made by Tools/reference; do not edit.",
      "complete -c \(Self.program) -f",
    ]
    for (word, summary) in firstWords {
      lines.append(
        "complete -c \(Self.program) -n __fish_use_subcommand -a \(word) -d '\(summary.inSingleQuotes)'"
      )
    }
    for option in GlobalOption.allCases {
      let value = option.placeholder == nil ? "" : " -r"
      lines.append(
        "complete -c \(Self.program) -n __fish_use_subcommand -l \(option.rawValue)\(value) -d '\(option.summary.inSingleQuotes)'"
      )
    }
    lines.append(
      "complete -c \(Self.program) -n 'not __fish_use_subcommand' -a '(\(Self.program) --complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'"
    )
    return lines.joined(separator: "\n") + "\n"
  }

  private var firstWords: [(word: String, summary: String)] {
    chapters.map { ($0.word, $0.summary) } + ownCommands.map { ($0.noun, $0.summary) }
  }

  private var optionNames: [String] { GlobalOption.allCases.map(\.name) }

  private func verbCases(_ line: (String, [String]) -> String) -> String {
    // A noun (first word) that is a whole command has no verbs to complete, so it gets no line.
    chapters.filter { $0.commands.contains { !$0.verb.isEmpty } }.map { chapter in
      line(
        ([chapter.word] + chapter.aliases).joined(separator: "|"),
        chapter.commands.map(\.verb).filter { !$0.isEmpty })
    }.joined(separator: "\n")
  }

  private func described(_ entries: [(word: String, summary: String)]) -> String {
    entries.map { "        '\($0.word):\($0.summary.inSingleQuotes)'" }.joined(separator: "\n")
  }
}

extension String {
  /// The text as a shell string in single quotes. A single quote would end the string, so the
  /// string is interrupted around it.
  fileprivate var inSingleQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
