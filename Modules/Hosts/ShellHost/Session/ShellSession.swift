import Conversation
import FeatureKit
import LineEditing

/// The state of one run of the program: the conversation, the console, and the position in a script.
final class ShellSession {
  let options: GlobalOptions
  let services: ShellServices
  let console: Console
  let mode: Mode
  let conversation: Conversation

  private var keyboardMade: Keyboard?

  /// The position in a script: `week.txt, line 3`.
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

  /// Whether the session is a prompt, where pages stay on the screen and link numbers work.
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

  /// Returns how many rows of a list fill the screen at a prompt; nil where the window has no size, and the feature
  /// chooses.
  private static func rowLimit(_ console: Console) -> Int? {
    guard let size = console.size() else { return nil }
    let linesOfARow = size.columns < columnsOfOneLine ? 3 : 1
    return max(fewestRows, (size.rows - linesAroundAList) / linesOfARow)
  }

  /// The narrowest window that shows a row on one line; in a narrower one the details of a row are below its title.
  private static let columnsOfOneLine = 60

  private static let fewestRows = 5
  /// The title, the lines above a list, and the prompt below it.
  private static let linesAroundAList = 10
}
