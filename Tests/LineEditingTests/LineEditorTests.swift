import Glibc
import Synchronization
import Testing

@testable import LineEditing

/// The descriptor of the terminal that the test's handler of SIGTERM examines.
///
/// The handler replaces it by its result: -1 if the terminal echoes what is typed, and -2 if it
/// does not. The line editor must have turned the echo on again before the handler runs.
private let observed = Atomic<Int32>(0)

/// Signal handlers and terminals belong to the process, so these tests run one after another.
@Suite(.serialized)
struct AtATerminal {}

extension AtATerminal {
  @Suite struct ALine {
    private func reading(
      _ pty: PseudoTerminal, _ editor: LineEditor, prompt: Prompt = "compass> "
    ) -> Background<Reading> {
      let work = Background { editor.readLine(prompt: prompt) }
      pty.screen(until: prompt.plain)
      return work
    }

    @Test(
      "What is typed is the line",
      arguments: [
        ("tasks\r", "tasks"),
        ("schools add \"Universität Köln\"\r", "schools add \"Universität Köln\""),
        ("名前 👋🏽\r", "名前 👋🏽"),
        ("tasxs\u{7F}\u{7F}ks\r", "tasks"),
        ("asks\u{1B}[Ht\r", "tasks"),
        ("tasks undo\u{17}\u{7F}\r", "tasks"),
        ("\r", ""),
      ])
    func whatIsTyped(keys: String, line: String) throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal))
      pty.type(keys)
      #expect(try work.value() == .line(line))
    }

    @Test("Bytes that are no text become the replacement character, and what follows is kept")
    func brokenBytes() throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal))
      pty.type(bytes: [0x61, 0xC3, 0x62, 0xFF, 0xED, 0xA0, 0x80, 0x0D])
      #expect(try work.value() == .line("a\u{FFFD}b\u{FFFD}\u{FFFD}"))
    }

    @Test("Ctrl-C clears the line and the next line reads as ever")
    func interrupted() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal)
      let work = reading(pty, editor)
      pty.type("half a comm")
      pty.screen(until: "comm")
      kill(getpid(), SIGINT)
      #expect(try work.value() == .interrupted)
      let next = reading(pty, editor)
      pty.type("tasks\r")
      #expect(try next.value() == .line("tasks"))
    }

    @Test("Ctrl-D ends the input on an empty line only")
    func controlD() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal)
      let work = reading(pty, editor)
      pty.type("x\u{4}\u{7F}\u{4}")
      #expect(try work.value() == .endOfInput)
    }

    @Test("A closed window ends the input")
    func hangup() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal)
      let work = reading(pty, editor)
      pty.hangUp()
      #expect(try work.value() == .endOfInput)
    }

    @Test("After a line the terminal shows what is typed again")
    func restored() throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal))
      #expect(!isEchoing(pty.slave))
      pty.type("tasks\r")
      _ = try work.value()
      #expect(isEchoing(pty.slave))
    }

    @Test("The prompt shows control characters of a name instead of obeying them")
    func hostilePrompt() throws {
      let pty = try PseudoTerminal()
      let prompt = Prompt([
        Prompt.Span("Sam\u{1B}[2J\u{202E}", look: "1;34"), Prompt.Span("> "),
      ])
      let editor = LineEditor(terminal: pty.terminal)
      let work = Background { editor.readLine(prompt: prompt) }
      let shown = pty.screen(until: "> ")
      #expect(shown.contains("\u{1B}[0;1;34mSam␛[2J⟨U+202E⟩\u{1B}[0m> "))
      pty.type("\r")
      #expect(try work.value() == .line(""))
    }

    @Test("A window that becomes narrow keeps the line")
    func resized() throws {
      let pty = try PseudoTerminal()
      let work = reading(pty, LineEditor(terminal: pty.terminal))
      pty.type("tasks complete")
      pty.screen(until: "complete")
      pty.resize(columns: 40, rows: 20)
      kill(getpid(), SIGWINCH)
      pty.screen(until: "compass> tasks complete")
      pty.type(" 3\r")
      #expect(try work.value() == .line("tasks complete 3"))
    }

    @Test("A signal that ends the program first gives the terminal back")
    func terminated() throws {
      let pty = try PseudoTerminal()
      observed.store(pty.slave, ordering: .relaxed)
      signal(SIGTERM) { _ in
        let terminal = observed.load(ordering: .relaxed)
        observed.store(isEchoing(terminal) ? -1 : -2, ordering: .relaxed)
      }
      defer { signal(SIGTERM, SIG_DFL) }
      let work = reading(pty, LineEditor(terminal: pty.terminal))
      #expect(!isEchoing(pty.slave))
      kill(getpid(), SIGTERM)
      pty.screen(until: "compass> ")
      #expect(observed.load(ordering: .relaxed) == -1)
      pty.type("\r")
      #expect(try work.value() == .line(""))
    }
  }
}
