import FeatureKit
import Synchronization

@testable import LineEditing
@testable import ShellHost

/// A console in memory: the input is an array, the output is collected, and the files are a
/// dictionary.
final class FakeConsole: Sendable {
  struct State {
    /// The lines that the user types.
    ///
    /// Nil stands for Ctrl-C, and the end of the array for Ctrl-D.
    var typed: [String?] = []
    var secrets: [String] = []
    var typesAhead = false
    /// The pages that were shown in the pager, each with its command; nil simulates a machine
    /// without a pager.
    var paged: [String]? = []
    var output: [UInt8] = []
    var errors: [UInt8] = []
    /// The typed lines and both output streams in one text, in the order in which a screen shows
    /// them.
    var screen = ""
    var prompts: [String] = []
    var history: [String] = []
    /// The lines that the arrow keys offer until the session ends. They contain secrets, so they
    /// must not be written into the history file.
    var recalled: [String] = []
    var files: [String: [UInt8]] = [:]
    var opened: [String] = []
    var interruptsAfterStart = false
    /// The error with which every write to the stream fails.
    var failures: [Console.Stream: OutputFailure] = [:]
  }

  let state: Mutex<State>
  let isTerminal: Bool
  let environment: [String: String]
  let size: Terminal.Size

  init(
    terminal: Bool = false, typed: [String?] = [], secrets: [String] = [],
    files: [String: String] = [:], environment: [String: String] = ["TERM": "dumb"],
    size: Terminal.Size = Terminal.Size(columns: 80, rows: 24)
  ) {
    isTerminal = terminal
    self.environment = environment
    self.size = size
    state = Mutex(
      State(
        typed: typed, secrets: secrets,
        files: files.mapValues { Array($0.utf8) }))
  }

  var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
  var screen: String { state.withLock { $0.screen } }
  var prompts: [String] { state.withLock { $0.prompts } }
  var history: [String] { state.withLock { $0.history } }
  var recalled: [String] { state.withLock { $0.recalled } }
  var opened: [String] { state.withLock { $0.opened } }
  func file(_ name: String) -> String? {
    state.withLock { $0.files[name].map { String(decoding: $0, as: UTF8.self) } }
  }
  func fail(_ stream: Console.Stream, with failure: OutputFailure?) {
    state.withLock { $0.failures[stream] = failure }
  }
  func interruptNextCommand() { state.withLock { $0.interruptsAfterStart = true } }

  var console: Console {
    Console(
      environment: Environment(environment), inputIsTerminal: isTerminal,
      outputIsTerminal: isTerminal,
      errorIsTerminal: isTerminal, size: { [size] in size },
      write: { bytes, stream throws(OutputFailure) in try self.write(bytes, stream) },
      openKeyboard: { _ in
        self.keyboard
      },
      hasTypedAhead: { self.state.withLock { $0.typesAhead } },
      runPager: { command, page in
        self.state.withLock { state in
          guard state.paged != nil else { return false }
          state.paged?.append(command + "\n" + String(decoding: page, as: UTF8.self))
          return true
        }
      },
      readSecret: { source throws(Problem) in try self.secret(from: source) },
      takeInterrupts: {},
      cancelling: { cancel, body in
        if self.state.withLock({ state in
          defer { state.interruptsAfterStart = false }
          return state.interruptsAfterStart
        }) {
          cancel()
        }
        await body()
      },
      sleep: { _ in
        await withTaskCancellationHandler {
          await Task.yield()
        } onCancel: {
        }
      },
      files: files)
  }

  private func write(_ bytes: [UInt8], _ stream: Console.Stream) throws(OutputFailure) {
    if let failure = state.withLock({ $0.failures[stream] }) { throw failure }
    state.withLock { state in
      if stream == .output { state.output += bytes } else { state.errors += bytes }
      state.screen += String(decoding: bytes, as: UTF8.self)
    }
  }

  private func secret(from source: SecretSource) throws(Problem) -> String {
    guard case .file(let path) = source else { return "from a descriptor" }
    guard let text = file(path) else {
      let failure = LineEditingFailure.secretNotAFile(path: path)
      throw Problem(.usage, failure.what, fix: failure.fix)
    }
    return text
  }

  private func next(_ prompt: Prompt, shows: Bool = true) -> Reading {
    state.withLock { state in
      state.prompts.append(prompt.plain)
      state.screen += prompt.plain
      guard !state.typed.isEmpty else { return .endOfInput }
      guard let line = state.typed.removeFirst() else {
        state.screen += "^C\n"
        return .interrupted
      }
      state.screen += (shows ? line : "") + "\n"
      return .line(line)
    }
  }

  private var keyboard: Keyboard {
    Keyboard(
      readLine: { self.next($0) },
      readAnswer: { prompt, _ in self.next(prompt) },
      readSecret: { prompt in
        self.state.withLock { state in
          state.screen += prompt.plain + "\n"
          return state.secrets.isEmpty ? .endOfInput : .line(state.secrets.removeFirst())
        }
      },
      remember: { line, onDisk in
        self.state.withLock {
          if onDisk { $0.history.append(line) } else { $0.recalled.append(line) }
        }
      })
  }

  private var files: Files {
    Files(
      read: { path throws(Problem) in
        guard let bytes = self.state.withLock({ $0.files[path] }) else {
          throw Problem.unread(path, 2)
        }
        return bytes
      },
      exists: { path in self.state.withLock { $0.files[path] != nil } },
      begin: { path, replaces throws(Problem) in
        let draft = DraftBytes()
        return Files.Draft(
          write: { bytes throws(Problem) in draft.bytes.withLock { $0 += bytes } },
          finish: { () throws(Problem) in
            let bytes = draft.bytes.withLock { $0 }
            self.state.withLock { $0.files[path] = bytes }
          },
          abandon: {})
      },
      open: { path throws(Problem) in self.state.withLock { $0.opened.append(path) } },
      names: { beginning in
        self.state.withLock { $0.files.keys.filter { $0.hasPrefix(beginning) }.sorted() }
      })
  }
}

/// Collects the bytes of a file until the program has written all of it.
private final class DraftBytes: Sendable {
  let bytes = Mutex<[UInt8]>([])
}
