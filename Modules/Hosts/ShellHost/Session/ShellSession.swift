import Conversation
import FeatureKit
import LineEditing

/// The state of one run of the shell: the conversation, which runs the person's commands; the
/// console; and, in a script, the line that is running.
final class ShellSession {
  let options: GlobalOptions
  let services: ShellServices
  let console: Console
  let mode: Mode
  let conversation: Conversation

  private var keyboardMade: Keyboard?

  /// The line of the script that is running, such as `week.txt, line 3`. Messages about the line
  /// begin with it. It is nil outside of a script.
  var place: String?

  init(
    _ options: GlobalOptions, _ services: ShellServices, _ console: Console, mode: Mode
  ) {
    self.options = options
    self.services = services
    self.console = console
    self.mode = mode
    conversation = Conversation(
      services.visit, keepsPages: mode == .prompt,
      rowLimit: { mode == .prompt ? Self.rowLimit(console) : nil })
  }

  enum Mode { case prompt, once, script }

  /// Whether the session is a prompt. At a prompt, pages stay on the screen and link numbers work.
  var isPrompt: Bool { mode == .prompt }

  var index: CommandIndex { conversation.index }

  func pageContext() async throws(Problem) -> PageContext {
    try await conversation.pageContext()
  }

  var keyboard: Keyboard {
    if let keyboardMade { return keyboardMade }
    let made = console.openKeyboard(
      KeyboardSetup(
        historyFile: isPrompt ? services.historyFile : nil, completion: completer.blocking,
        tell: { [console] failure in
          try? console.write(Array("\(failure.what) \(failure.fix)\n".utf8), .errors)
        }))
    keyboardMade = made
    return made
  }

  var completer: Completer {
    conversation.completer(fileNames: console.files.names)
  }

  /// Returns the number of list rows that fill the screen; nil if the size of the window is
  /// unknown, and the feature then chooses a number.
  private static func rowLimit(_ console: Console) -> Int? {
    guard let size = console.size() else { return nil }
    let linesOfARow = size.columns < columnsOfOneLine ? 3 : 1
    return max(fewestRows, (size.rows - linesAroundAList) / linesOfARow)
  }

  /// The smallest number of columns in which a row of a list is printed on one line. In a narrower
  /// window, its details are printed below its title.
  private static let columnsOfOneLine = 60

  private static let fewestRows = 5
  /// The number of screen lines that are kept free for the title of a list's page, the text above
  /// the list, and the prompt.
  private static let linesAroundAList = 10
}
