import FeatureKit
import Testing

@testable import Conversation
@testable import ShellHost

@Suite struct ReferenceTests {
  private let reference = CommandReference([
    FeatureBox(Chores.self, dependencies: Dependencies()) { _ in }
  ])

  @Test("The reference page has every command with what it takes and its examples")
  func document() {
    let text = reference.document
    #expect(text.hasPrefix("# Commands\n"))
    #expect(
      text.contains(
        """

        ### tasks complete

        Mark a task complete.

            tasks complete <task>

        |  |  |
        |---|---|
        | `<task>` | The task |

            $ compass-shell tasks complete 1
            ✓ t1 Stretch is complete.
            …

        """))
    for command in HostCommand.allCases { #expect(text.contains("\n### \(command.rawValue)\n")) }
    #expect(text.contains("| `--format terminal\\|plain\\|json\\|html` |"))
    #expect(text.contains("| 5 | refused: locked, or yours to look at only |"))
  }

  @Test("The manual escapes what man would obey")
  func manual() {
    let text = reference.manual
    #expect(text.hasPrefix(".TH \"COMPASS\\-SHELL\" \"1\""))
    #expect(text.contains("\\fB\\-\\-yes\\fR\n"))
    #expect(text.contains("\\fBtasks complete <task>\\fR\nMark a task complete.\n"))
    let orders = Set(text.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
    #expect(orders == [".TH", ".ad", ".SH", ".TP", ".RS", ".RE"])
  }

  @Test("Completion scripts know words and verbs, and ask the program for the rest")
  func scripts() {
    let verbs = "list show complete due delete export filter go work edit change"
    #expect(reference.bashCompletion.contains("tasks|chores) COMPREPLY=($(compgen -W \"\(verbs)\""))
    #expect(reference.bashCompletion.contains("--complete -- "))
    #expect(
      reference.zshCompletion.contains(
        "        'undo:Take back your last change, or an earlier one by its number.'\n"))
    #expect(reference.zshCompletion.hasPrefix("#compdef compass-shell\n"))
    #expect(
      reference.fishCompletion.contains(
        "complete -c compass-shell -n __fish_use_subcommand -a tasks -d 'What to do next.'\n"))
    #expect(reference.fishCompletion.contains("-l width -r -d"))
  }

  @Test("The same declarations give the same texts")
  func same() {
    let again = CommandReference([FeatureBox(Chores.self, dependencies: Dependencies()) { _ in }])
    #expect(again.document == reference.document)
    #expect(again.manual == reference.manual)
  }
}
