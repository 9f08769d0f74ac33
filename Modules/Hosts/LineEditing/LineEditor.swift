import CLineEdit
import Glibc
import Synchronization

/// Reads lines from the person at the keyboard.
///
/// At a terminal with libedit, the person can edit a line, recall earlier lines and complete words.
/// Otherwise lines are read without editing. The history stores only lines that are passed to
/// `remember`, and therefore no answers, secrets or refused lines. Reading blocks the calling
/// thread, and one line is read at a time.
package final class LineEditor: Sendable {
  private let terminal: Terminal
  private let completion: LineCompletion
  private let library: String
  private let tell: @Sendable (LineEditingFailure) -> Void
  private let state: Mutex<State>

  /// The lock that an editor holds while it reads. Reading installs signal handlers, which belong
  /// to the whole process, so two editors must not read at the same time.
  private static let turn = Mutex(())

  /// Creates an editor, which loads libedit and the history before it reads the first line.
  ///
  /// - Parameters:
  ///   - history: the file that stores the lines passed to `remember`; nil keeps them in memory
  ///     only.
  ///   - completion: returns the candidates when TAB is pressed in a command.
  ///   - tell: receives each failure that does not stop the editor, once.
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

  /// Reads a command with history and completion.
  ///
  /// A Ctrl-C that was pressed before this call is ignored, because it was meant for an earlier
  /// command.
  package func readLine(prompt: Prompt) -> Reading {
    compass_interrupts_forget()
    return read(prompt, browsing: true, completion: completion)
  }

  /// Reads the answer to a question. Earlier lines cannot be recalled here, and TAB offers the
  /// possible answers.
  ///
  /// A Ctrl-C that was pressed before this call, for example between two questions, cancels the
  /// question.
  package func readAnswer(
    prompt: Prompt, completion: @escaping LineCompletion = { _, _ in .none }
  ) -> Reading {
    read(prompt, browsing: false, completion: completion)
  }

  /// Reads a secret without showing it.
  ///
  /// If input or output is no terminal, the result is `endOfInput`, because a secret is never read
  /// from piped lines. `SecretSource` reads secrets from files and descriptors.
  package func readSecret(prompt: Prompt) -> Reading {
    guard terminal.isTerminal else { return .endOfInput }
    return Self.turn.withLock { _ in
      state.withLock { state in
        state.plain.line(at: terminal, prompt: prompt, showing: false)
      }
    }
  }

  /// Adds a line to the history as the newest, also on disk.
  ///
  /// A line that begins with a space, or equals the line before it, is left out. Every later user
  /// of this prompt can recall the history, so the caller passes no line with a secret.
  ///
  /// - Parameter onDisk: whether the line is also written to disk. Otherwise the arrow keys recall
  ///   it only until the program ends.
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

  /// Loads libedit and the history if they are not loaded yet. It is called when the first line is
  /// read, so a run of the program without a prompt does not wait for the loading.
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
