import Glibc
import Synchronization
import Testing

@testable import LineEditing

extension AtATerminal {
  @Suite("Without libedit") struct PlainTests {
    @Test("Lines are read all the same, and one sentence names the package")
    func missing() throws {
      let told = Told()
      let pty = try PseudoTerminal()
      let editor = LineEditor(
        terminal: pty.terminal, library: "libedit.so.nowhere", tell: { told.add($0) })
      for line in ["tasks", "schools show Köln"] {
        let work = Background { editor.readLine(prompt: "compass> ") }
        pty.screen(until: "compass> ")
        pty.type(line + "\n")
        #expect(try work.value() == .line(line))
      }
      #expect(told.all == [.editingUnavailable])
      #expect(
        told.all.first?.what
          == "The arrow keys, history and completion need libedit, which did not load.")
      #expect(told.all.first?.fix == "Install it with: sudo apt install libedit2")
    }

    @Test("Ctrl-C clears the line there too, and Ctrl-D ends the input")
    func keys() throws {
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal, library: "libedit.so.nowhere")
      let one = Background { editor.readLine(prompt: "compass> ") }
      pty.screen(until: "compass> ")
      kill(getpid(), SIGINT)
      #expect(try one.value() == .interrupted)
      let two = Background { editor.readLine(prompt: "compass> ") }
      pty.screen(until: "compass> ")
      pty.type("\u{4}")
      #expect(try two.value() == .endOfInput)
    }

    @Test("A dumb terminal is read plainly, and nothing is said about it")
    func dumb() throws {
      let told = Told()
      let pty = try PseudoTerminal()
      setenv("TERM", "dumb", 1)
      let editor = LineEditor(terminal: pty.terminal, tell: { told.add($0) })
      let work = Background { editor.readLine(prompt: "compass> ") }
      let shown = pty.screen(until: "compass> ")
      #expect(shown == "compass> ")
      pty.type("tasks\n")
      #expect(try work.value() == .line("tasks"))
      #expect(told.all.isEmpty)
    }

    @Test("A terminal of an unknown name is edited like an xterm")
    func unknown() throws {
      let pty = try PseudoTerminal()
      setenv("TERM", "newfangled-9000", 1)
      let editor = LineEditor(terminal: pty.terminal)
      let work = Background { editor.readLine(prompt: "compass> ") }
      let shown = pty.screen(until: "compass> ")
      #expect(!shown.contains("No entry"))
      pty.type("asks\u{1B}[Ht\r")
      #expect(try work.value() == .line("tasks"))
    }

    @Test("A pipe gives its lines, the last one without its end, and no prompt is written")
    func pipe() throws {
      var ends: [Int32] = [0, 0]
      try #require(Glibc.pipe(&ends) == 0)
      let bytes = Array("tasks\r\n\nlast".utf8) + [0xFF]
      write(ends[1], bytes, bytes.count)
      close(ends[1])
      let editor = LineEditor(terminal: Terminal(input: ends[0], output: -1))
      defer { close(ends[0]) }
      #expect(editor.readLine(prompt: "> ") == .line("tasks"))
      #expect(editor.readLine(prompt: "> ") == .line(""))
      #expect(editor.readLine(prompt: "> ") == .line("last\u{FFFD}"))
      #expect(editor.readLine(prompt: "> ") == .endOfInput)
    }
  }

  @Suite("Ctrl-C while a command runs") struct InterruptTests {
    @Test("It cancels the innermost command and never ends the program")
    func cancels() async {
      Interrupts.shared.install()
      defer { Interrupts.shared.remove() }
      let (interrupted, continuation) = AsyncStream.makeStream(of: String.self)
      let heard = await Interrupts.shared.cancelling(with: { continuation.yield("outer") }) {
        await Interrupts.shared.cancelling(with: { continuation.yield("inner") }) {
          kill(getpid(), SIGINT)
          var iterator = interrupted.makeAsyncIterator()
          return await iterator.next()
        }
      }
      #expect(heard == "inner")
    }

    @Test("Between commands it does nothing, and afterwards it is heard again")
    func between() async {
      Interrupts.shared.install()
      defer { Interrupts.shared.remove() }
      kill(getpid(), SIGINT)
      let (interrupted, continuation) = AsyncStream.makeStream(of: Bool.self)
      let heard = await Interrupts.shared.cancelling(with: { continuation.yield(true) }) {
        kill(getpid(), SIGINT)
        var iterator = interrupted.makeAsyncIterator()
        return await iterator.next()
      }
      #expect(heard == true)
    }

    @Test("While a line is read it belongs to the line")
    func reading() throws {
      Interrupts.shared.install()
      defer { Interrupts.shared.remove() }
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal)
      let work = Background { editor.readLine(prompt: "compass> ") }
      pty.screen(until: "compass> ")
      kill(getpid(), SIGINT)
      #expect(try work.value() == .interrupted)
    }

    @Test(
      "Between two questions it leaves the next one, and no command after that",
      arguments: ["libedit.so.2", "libedit.so.nowhere"])
    func betweenQuestions(library: String) throws {
      Interrupts.shared.install()
      defer { Interrupts.shared.remove() }
      let pty = try PseudoTerminal()
      let editor = LineEditor(terminal: pty.terminal, library: library)
      pressCtrlC()
      #expect(editor.readAnswer(prompt: "> ") == .interrupted)
      pressCtrlC()
      #expect(editor.readSecret(prompt: "> ") == .interrupted)
      pressCtrlC()
      let work = Background { editor.readLine(prompt: "compass> ") }
      pty.screen(until: "compass> ")
      pty.type("tasks\r")
      #expect(try work.value() == .line("tasks"))
      let answer = Background { editor.readAnswer(prompt: "more> ") }
      pty.screen(until: "more> ")
      pty.type("yes\r")
      #expect(try answer.value() == .line("yes"))
    }

    @Test("Removed, it does again what it did before")
    func removed() throws {
      var ends: [Int32] = [0, 0]
      try #require(Glibc.pipe(&ends) == 0)
      defer { ends.forEach { close($0) } }
      bell.store(ends[1], ordering: .relaxed)
      signal(SIGINT) { _ in
        var byte: UInt8 = 1
        write(bell.load(ordering: .relaxed), &byte, 1)
      }
      defer { signal(SIGINT, SIG_DFL) }
      Interrupts.shared.install()
      Interrupts.shared.remove()
      kill(getpid(), SIGINT)
      var byte: UInt8 = 0
      #expect(read(ends[0], &byte, 1) == 1)
    }
  }

  @Suite("The window") struct WindowTests {
    @Test("Its size is read anew each time")
    func size() throws {
      let pty = try PseudoTerminal(columns: 80, rows: 24)
      #expect(pty.terminal.isTerminal)
      #expect(pty.terminal.size == Terminal.Size(columns: 80, rows: 24))
      pty.resize(columns: 40, rows: 12)
      #expect(pty.terminal.size == Terminal.Size(columns: 40, rows: 12))
      pty.resize(columns: 0, rows: 0)
      #expect(pty.terminal.size == nil)
    }
  }
}

/// The file descriptor of a pipe, to which the signal handler writes a byte. The byte shows the
/// test that the handler has run.
private let bell = Atomic<Int32>(-1)

/// Raises SIGINT on this thread and returns when the thread has handled it.
///
/// The signal is unblocked first, because the threads of Swift's tasks block signals.
private func pressCtrlC() {
  var (interrupt, kept) = (sigset_t(), sigset_t())
  sigemptyset(&interrupt)
  sigaddset(&interrupt, SIGINT)
  pthread_sigmask(SIG_UNBLOCK, &interrupt, &kept)
  raise(SIGINT)
  pthread_sigmask(SIG_SETMASK, &kept, nil)
}
