import FeatureKit
package import LineEditing

/// What came from the keyboard, and what it was asked for.
package struct TypedInput: Equatable, Sendable {
  package enum Purpose: Sendable { case line, answer, secret }

  package var purpose: Purpose
  package var reading: Reading
}

extension Console {
  /// The same console. Whatever comes from the keyboard is told before the program acts on it.
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
        readAnswer: { noted(.answer, keyboard.readAnswer($0, $1)) },
        readSecret: { noted(.secret, keyboard.readSecret($0)) }, remember: keyboard.remember)
    }
    return console
  }

  /// The same console with another person at the keyboard, who has no files here. What they type is shown as their terminal did.
  ///
  /// - Parameter size: of their terminal; nil where they had none, and lines came from elsewhere.
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
        readLine: { typed($0, .line) }, readAnswer: { prompt, _ in typed(prompt, .answer) },
        readSecret: { typed($0, .secret) }, remember: { _, _ in })
    }
    return console
  }
}

extension Files {
  /// There is nothing to read, and what is written goes nowhere.
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
