import FeatureKit
package import LineEditing

/// One input from the keyboard, with its purpose: a command line, an answer or a secret.
package struct TypedInput: Equatable, Sendable {
  /// What is typed: a command line, the answer to a question, or a secret.
  package enum Purpose: Equatable, Sendable { case line, answer(Prompt.Wanted), secret }

  package var purpose: Purpose
  package var reading: Reading
}

extension Console {
  /// Returns a copy of the console that passes each keyboard input to `note` before the program
  /// acts on the input. The command `record` uses it to record a session.
  package func noting(_ note: @escaping @Sendable (TypedInput) -> Void) -> Console {
    var console = self
    console.openKeyboard = { [openKeyboard] setup in
      let keyboard = openKeyboard(setup)
      let noted: @Sendable (TypedInput.Purpose, Reading) -> Reading = { purpose, reading in
        note(TypedInput(purpose: purpose, reading: reading))
        return reading
      }
      return Keyboard(
        readLine: { noted(.line, keyboard.readLine($0)) },
        readAnswer: { noted(.answer($0.wanted), keyboard.readAnswer($0, $1)) },
        readSecret: { noted(.secret, keyboard.readSecret($0)) }, remember: keyboard.remember)
    }
    return console
  }

  /// Returns a copy of the console for a replay. Its input comes from a recorded session, and it
  /// can neither read nor write files.
  ///
  /// Each input is also written to the output after its prompt, so that the output looks as it did
  /// on the recorded terminal.
  ///
  /// - Parameter size: the size of the recorded terminal; nil if the recorded lines did not come
  ///   from a terminal.
  package func typed(
    size: Terminal.Size?, by type: @escaping @Sendable (TypedInput.Purpose) -> Reading
  ) -> Console {
    var console = self
    console.inputIsTerminal = size != nil
    console.outputIsTerminal = size != nil
    console.size = { size }
    console.hasTypedAhead = { false }
    console.runPager = { _, _ in false }
    console.takeInterrupts = {}
    console.files = .nowhere
    let write = write
    let typed: @Sendable (Prompt, TypedInput.Purpose) -> Reading = { prompt, purpose in
      let reading = type(purpose)
      guard size != nil else { return reading }
      let shown =
        switch reading {
        case .line(let text): purpose == .secret ? "" : text
        case .interrupted: "^C"
        case .endOfInput: ""
        }
      try? write(Array("\(prompt.plain)\(VisibleText(shown).text)\n".utf8), .output)
      return reading
    }
    console.openKeyboard = { _ in
      Keyboard(
        readLine: { typed($0, .line) },
        readAnswer: { prompt, _ in typed(prompt, .answer(prompt.wanted)) },
        readSecret: { typed($0, .secret) }, remember: { _, _ in })
    }
    return console
  }
}

extension Files {
  /// A file system without files, for a replay. Reading fails, and written files are discarded.
  static let nowhere = Files(
    read: { path throws(Problem) in
      throw Problem(.notFound, "`\(path)` is no part of the recording.")
    },
    exists: { _ throws(Problem) in false },
    begin: { _, _ throws(Problem) in
      Draft(write: { _ throws(Problem) in }, finish: { () throws(Problem) in }, abandon: {})
    },
    open: { _ throws(Problem) in }, names: { _ in [] })
}
