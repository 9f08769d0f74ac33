import CLineEdit
import Glibc
import Synchronization

/// Reads lines from the person at the keyboard: with editing, history and completion where libedit is
/// installed and the input is a terminal, and line by line everywhere else.
///
/// Only lines given to `remember` are stored in the history, so that answers, secrets and refused lines never are. Reading blocks the
/// calling thread; one line is read at a time.
package final class LineEditor: Sendable {
  private let terminal: Terminal
  private let completion: LineCompletion
  private let library: String
  private let tell: @Sendable (LineEditingFailure) -> Void
  private let state: Mutex<State>

  /// Signal handlers belong to the process: two editors never read at the same time.
  private static let turn = Mutex(())

  /// - Parameters:
  ///   - history: the file for lines given to `remember`; without it they last as long as the editor.
  ///   - completion: the candidates at the cursor, asked for when TAB is pressed in a command.
  ///   - tell: receives failures that the editor can work around, each once.
  package init(
    terminal: Terminal = .standard, history: HistoryFile? = nil, library: String = "libedit.so.2",
    completion: @escaping LineCompletion = { _, _ in .none },
    tell: @escaping @Sendable (LineEditingFailure) -> Void = { _ in }
  ) {
    self.terminal = terminal
    self.completion = completion
    self.library = library
    self.tell = tell
    state = Mutex(State(history: history))
  }

  /// Reads a command with history and completion. An earlier Ctrl-C does not apply to it.
  package func readLine(prompt: Prompt) -> Reading {
    compass_interrupts_forget()
    return read(prompt, browsing: true, completion: completion)
  }

  /// Reads the answer to a question, without history and with its own completion. A Ctrl-C that came before, as between two questions,
  /// cancels it.
  package func readAnswer(
    prompt: Prompt, completion: @escaping LineCompletion = { _, _ in .none }
  ) -> Reading {
    read(prompt, browsing: false, completion: completion)
  }

  /// Reads a secret without echo. It works only at a terminal: elsewhere the input counts as ended, because a secret is not read from piped
  /// lines; `SecretSource` reads secrets from files and descriptors.
  package func readSecret(prompt: Prompt) -> Reading {
    guard terminal.isTerminal else { return .endOfInput }
    return Self.turn.withLock { _ in
      state.withLock { state in
        state.plain.line(at: terminal, prompt: prompt, showing: false)
      }
    }
  }

  /// Makes a line the newest of the history, on disk too. A line that begins with a space is not kept, nor
  /// one equal to the line before it. Call it only with what may be read again by anyone at this prompt.
  ///
  /// - Parameter onDisk: false for a line that is within reach of the arrow keys until the program ends, and on no disk.
  package func remember(_ line: String, onDisk: Bool = true) {
    let failure = state.withLock { state -> LineEditingFailure? in
      if let recalled = HistoryFile.worthKeeping(line, after: state.newest) {
        state.newest = recalled
        state.native?.remember(recalled)
      }
      guard onDisk, let kept = HistoryFile.worthKeeping(line, after: state.newestOnDisk) else {
        return nil
      }
      state.newestOnDisk = kept
      do throws(LineEditingFailure) {
        try state.history?.append(kept)
        return nil
      } catch {
        return state.isNew(error) ? error : nil
      }
    }
    if let failure { tell(failure) }
  }
}

extension LineEditor {
  private struct State {
    var history: HistoryFile?
    var native: NativeEditor?
    var newest: String?
    var newestOnDisk: String?
    var plain = PlainReader()
    var opened = false
    var told: [LineEditingFailure] = []

    init(history: HistoryFile?) {
      self.history = history
    }

    mutating func isNew(_ failure: LineEditingFailure) -> Bool {
      guard !told.contains(failure) else { return false }
      told.append(failure)
      return true
    }
  }

  private func read(_ prompt: Prompt, browsing: Bool, completion: @escaping LineCompletion)
    -> Reading
  {
    Self.turn.withLock { _ in
      state.withLock { state in
        open(&state)
        guard let native = state.native else {
          return state.plain.line(at: terminal, prompt: prompt)
        }
        return native.read(prompt, browsing: browsing, completion: completion)
      }
    }
  }

  /// Loads libedit and the history before the first line, so that a start without a prompt does not pay for them.
  private func open(_ state: inout State) {
    guard !state.opened else { return }
    state.opened = true
    guard terminal.canEdit else { return }
    state.native = NativeEditor(terminal: terminal, library: library)
    if state.native == nil, state.isNew(.editingUnavailable) { tell(.editingUnavailable) }
    do {
      for line in try state.history?.lines() ?? [] {
        state.native?.remember(line)
        (state.newest, state.newestOnDisk) = (line, line)
      }
    } catch {
      if state.isNew(error) { tell(error) }
    }
  }
}
