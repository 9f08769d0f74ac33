package import FeatureKit
package import LineEditing

/// What the shell uses of its process: two output streams, the keyboard, files and the time.
///
/// The live console uses the process's descriptors. A test's console uses arrays, so that the whole
/// shell runs in memory.
package struct Console: Sendable {
  /// The error that reading a secret throws.
  package typealias Failure = Problem
  package typealias Write = @Sendable ([UInt8], Stream) throws(OutputFailure) -> Void

  package enum Stream: Hashable, Sendable { case output, errors }

  package var environment: Environment
  /// Whether the input is a terminal. `outputIsTerminal` and `errorIsTerminal` tell the same about
  /// the output stream and the error stream.
  package var inputIsTerminal: Bool
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
  package var size: @Sendable () -> Terminal.Size?
  package let write: Write
  /// Remembers that output could not be written. The shell then reports the loss when the command
  /// ends.
  let watch: OutputWatch
  package var openKeyboard: @Sendable (KeyboardSetup) -> Keyboard
  /// Returns whether there are keys that the person typed or pasted while the program was busy.
  package var hasTypedAhead: @Sendable () -> Bool
  /// Shows a long page in the pager that the person has chosen, such as `less`, and waits until the
  /// person leaves the pager. Returns false if the pager did not start.
  package var runPager: @Sendable (_ command: String, _ page: [UInt8]) -> Bool
  package var readSecret: @Sendable (SecretSource) throws(Failure) -> String
  /// Makes Ctrl-C cancel the running command instead of ending the program.
  package var takeInterrupts: @Sendable () -> Void
  /// Runs `body`. Ctrl-C during this time calls `cancel`.
  package var cancelling:
    @Sendable (_ cancel: @escaping @Sendable () -> Void, _ body: () async -> Void) async -> Void
  package var sleep: @Sendable (_ milliseconds: Int64) async -> Void
  package var files: Files

  package init(
    environment: Environment, inputIsTerminal: Bool, outputIsTerminal: Bool,
    errorIsTerminal: Bool, size: @escaping @Sendable () -> Terminal.Size?,
    write: @escaping Write,
    openKeyboard: @escaping @Sendable (KeyboardSetup) -> Keyboard,
    hasTypedAhead: @escaping @Sendable () -> Bool,
    runPager: @escaping @Sendable (_ command: String, _ page: [UInt8]) -> Bool,
    readSecret: @escaping @Sendable (SecretSource) throws(Failure) -> String,
    takeInterrupts: @escaping @Sendable () -> Void,
    cancelling:
      @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void, _ body: () async -> Void)
      async -> Void,
    sleep: @escaping @Sendable (_ milliseconds: Int64) async -> Void,
    files: Files
  ) {
    self.environment = environment
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.size = size
    let watch = OutputWatch()
    self.watch = watch
    self.write = { bytes, stream throws(OutputFailure) in
      try watch.write(bytes, stream, by: write)
    }
    self.openKeyboard = openKeyboard
    self.hasTypedAhead = hasTypedAhead
    self.runPager = runPager
    self.readSecret = readSecret
    self.takeInterrupts = takeInterrupts
    self.cancelling = cancelling
    self.sleep = sleep
    self.files = files
  }

  /// Whether a person can answer questions at the terminal.
  package var isInteractive: Bool { inputIsTerminal && outputIsTerminal }

  /// Returns a copy of the console that refuses paths of the program's own files, such as the
  /// database.
  func guarded(by paths: PathGuard) -> Console {
    var console = self
    console.files = files.guarded(by: paths)
    console.readSecret = { source throws(Problem) in
      switch source {
      case .file(let written): return try readSecret(.file(try paths.path(for: written, .reading)))
      case .descriptor(let descriptor):
        try paths.check(descriptor: descriptor)
        return try readSecret(source)
      }
    }
    return console
  }
}

/// What a console needs to open a keyboard: the file with the history of typed lines, the
/// completion of words, and the function that receives failures.
package struct KeyboardSetup: Sendable {
  package var historyFile: String?
  package var completion: LineEditing.LineCompletion
  /// Receives failures that the editor works around, such as an unreadable history.
  package var tell: @Sendable (LineEditingFailure) -> Void

  package init(
    historyFile: String?, completion: @escaping LineEditing.LineCompletion,
    tell: @escaping @Sendable (LineEditingFailure) -> Void
  ) {
    self.historyFile = historyFile
    self.completion = completion
    self.tell = tell
  }
}

/// The source of input lines: a line editor, or a pipe.
package struct Keyboard: Sendable {
  package var readLine: @Sendable (Prompt) -> Reading
  package var readAnswer: @Sendable (Prompt, @escaping LineEditing.LineCompletion) -> Reading
  package var readSecret: @Sendable (Prompt) -> Reading
  /// Adds a line to the history as the newest. If `onDisk` is false, the line is recalled only
  /// until the program ends.
  package var remember: @Sendable (_ line: String, _ onDisk: Bool) -> Void

  package init(
    readLine: @escaping @Sendable (Prompt) -> Reading,
    readAnswer: @escaping @Sendable (Prompt, @escaping LineEditing.LineCompletion) -> Reading,
    readSecret: @escaping @Sendable (Prompt) -> Reading,
    remember: @escaping @Sendable (_ line: String, _ onDisk: Bool) -> Void
  ) {
    self.readLine = readLine
    self.readAnswer = readAnswer
    self.readSecret = readSecret
    self.remember = remember
  }
}
