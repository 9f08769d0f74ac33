import Glibc
import Testing

@testable import LineEditing

extension AtATerminal {
  @Suite("Completion and history at a prompt") struct PromptTests {
    private let candidates: LineCompletion = { line, cursor in
      let typed = String(line.unicodeScalars.prefix(cursor))
      guard typed.hasPrefix("tasks ") else { return Completions([.init("tasks")]) }
      return Completions([
        .init("Build a target list", summary: "t24"),
        .init("Build\u{1B}[2J", summary: "never"),
        .init("Start a routine", summary: "t19\u{1B}[2J"),
      ])
    }

    private func reading(
      _ pty: PseudoTerminal, _ editor: LineEditor
    ) -> Background<Reading> {
      let work = Background { editor.readLine(prompt: "compass> ") }
      pty.screen(until: "compass> ")
      return work
    }

    @Test("TAB puts the one candidate into the line")
    func tab() throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal, completion: candidates))
      pty.type("ta\t\r")
      #expect(try work.value() == .line("tasks "))
    }

    @Test("TAB in the middle of a line keeps what follows")
    func middle() throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal, completion: candidates))
      pty.type("ta 12\u{1B}[D\u{1B}[D\u{1B}[D\t\r")
      #expect(try work.value() == .line("tasks  12"))
    }

    @Test("The second TAB shows the list below and the line again, nothing of it raw")
    func list() throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal, completion: candidates))
      pty.type("tasks \t\t")
      let shown = pty.screen(until: "compass> tasks ")
      #expect(shown.contains("Build a target list  t24\r\n"))
      #expect(shown.contains("Start a routine      t19␛[2J\r\n"))
      #expect(!shown.contains("never"))
      #expect(!shown.contains("\u{1B}[2J"))
      pty.type("19\r")
      #expect(try work.value() == .line("tasks 19"))
    }

    @Test("An answer has no history, and completion of its own")
    func answer() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal, completion: candidates)
      editor.remember("tasks")
      let work = Background {
        editor.readAnswer(prompt: "> ") { _, _ in Completions([.init("athlete")]) }
      }
      pty.screen(until: "> ")
      pty.type("\u{1B}[Aa\t\r")
      #expect(try work.value() == .line("athlete "))
    }

    @Test("The up arrow brings back what was remembered, in this shell and the next")
    func history() throws {
      let folder = try TemporaryFolder()
      let file = HistoryFile(path: folder.path + "/history")
      let pty = try PseudoTerminal()
      let first = LineEditor(terminal: pty.terminal, history: file)
      let one = reading(pty, first)
      pty.type("tasks\r")
      _ = try one.value()
      for line in ["tasks", "tasks", " secret", "schools show Köln", "evil\u{1B}[2J"] {
        first.remember(line)
      }
      let two = reading(pty, first)
      pty.type("\u{1B}[A\u{1B}[A\r")
      #expect(try two.value() == .line("tasks"))
      #expect(try file.lines() == ["tasks", "schools show Köln"])

      let second = LineEditor(terminal: pty.terminal, history: file)
      let three = reading(pty, second)
      pty.type("\u{1B}[A\r")
      #expect(try three.value() == .line("schools show Köln"))
      second.remember("schools show Köln")
      #expect(try file.lines() == ["tasks", "schools show Köln"])
    }

    @Test("Ctrl-R finds a line by a part of it")
    func search() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal)
      let one = reading(pty, editor)
      pty.type("\r")
      _ = try one.value()
      for line in ["schools show Köln", "tasks", "help"] { editor.remember(line) }
      let two = reading(pty, editor)
      pty.type("\u{12}how\r")
      #expect(try two.value() == .line("schools show Köln"))
    }

    @Test("A history that cannot be written is said once, and nothing stops")
    func unwritable() throws {
      let told = Told()
      let pty = try PseudoTerminal()
      let editor = LineEditor(
        terminal: pty.terminal, history: HistoryFile(path: "/nowhere/history"),
        tell: { told.add($0) })
      editor.remember("tasks")
      editor.remember("help")
      #expect(told.all == [.historyNotKept(path: "/nowhere/history", code: ENOENT)])
    }
  }

  @Suite("Secrets at a terminal") struct SecretPromptTests {
    private func asking(_ pty: PseudoTerminal, _ editor: LineEditor) -> Background<Reading> {
      let work = Background { editor.readSecret(prompt: "Passphrase: ") }
      pty.screen(until: "Passphrase: ")
      return work
    }

    @Test("A secret is never shown, and the terminal shows again what is typed after it")
    func unseen() throws {
      let pty = try PseudoTerminal()
      let work = asking(pty, LineEditor(terminal: pty.terminal))
      pty.type("Grüße7x\u{7F}\n")
      #expect(pty.screen(until: "\r\n") == "\r\n")
      #expect(try work.value() == .line("Grüße7"))
      #expect(isEchoing(pty.slave))
    }

    @Test("Ctrl-C gives the terminal back and forgets what was typed")
    func interrupted() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal)
      let work = asking(pty, editor)
      pty.type("half")
      kill(getpid(), SIGINT)
      #expect(try work.value() == .interrupted)
      #expect(isEchoing(pty.slave))
      let next = asking(pty, editor)
      pty.type("whole\n")
      #expect(try next.value() == .line("whole"))
    }

    @Test("Ctrl-D ends it")
    func ended() throws {
      let pty = try PseudoTerminal()
      let work = asking(pty, LineEditor(terminal: pty.terminal))
      pty.type("\u{4}")
      #expect(try work.value() == .endOfInput)
    }

    @Test("A pipe is never asked for a secret")
    func pipe() throws {
      var ends: [Int32] = [0, 0]
      try #require(Glibc.pipe(&ends) == 0)
      defer { ends.forEach { close($0) } }
      write(ends[1], "Harbor7light\n", 13)
      let editor = LineEditor(terminal: Terminal(input: ends[0], output: ends[1]))
      #expect(editor.readSecret(prompt: "Passphrase: ") == .endOfInput)
    }
  }
}
