import Conversation
import FeatureKit
import LineEditing

/// Prints the output of one command.
///
/// Results and pages go to the output stream, and notices and problems to the error stream. In a
/// format for programs (JSON, HTML), all of it forms one document on the output stream.
final class Speaker {
  let session: ShellSession
  private let isQuiet: Bool
  private(set) var line: LineOptions
  private var gathered = GatheredAnswer()
  /// Whether the output stream receives the bytes of a created file. All texts then go to the error
  /// stream, so that they do not become part of the file.
  private var outputIsTaken = false
  private var hasSpoken = false
  /// The sentences of the command's results. If the output was lost, the error message repeats
  /// them, so that the person does not run the command again.
  private var results: [String] = []

  init(_ session: ShellSession, _ line: LineOptions, isQuiet: Bool = false) {
    self.session = session
    self.isQuiet = isQuiet
    self.line = line
  }

  func adopt(_ line: LineOptions) { self.line = line }

  /// How the next text is formatted. It is computed for each text, because the settings may be
  /// loaded and the size of the window may change between two texts.
  private var look: Appearance { Appearance(line, session.conversation.settings, session.console) }

  var isForPeople: Bool { look.isForPeople }

  /// Writes the collected output of the command as one JSON or HTML document. Does nothing in a
  /// format for people, because such output is written at once.
  func finish() {
    guard !isForPeople, !gathered.isEmpty else { return }
    write(gathered.text(as: look.format), .output)
    gathered = GatheredAnswer()
  }

  /// Reserves the output stream for the bytes of a created file; texts go to the error stream from
  /// now on.
  func makeRoomForBytes() { outputIsTaken = true }
}

// MARK: - Printing messages and pages

extension Speaker {
  func say(_ notice: Notice) {
    guard isForPeople else { return gathered.answer.add(notice) }
    write(look.lines(of: notice), .errors)
  }

  func say(_ problem: Problem) {
    let problem = problem.withoutLongValues
    guard isForPeople else { return gathered.add(problem, at: session.place) }
    var placed = problem
    if let place = session.place { placed.title = "\(place): \(problem.title)" }
    write(look.lines(of: placed), .errors)
  }

  func say(_ done: Done) {
    results.append(done.sentence)
    guard !isQuiet else { return }
    guard isForPeople else { return gathered.answer.add(done) }
    write(look.lines(of: done))
  }

  /// Reports a question that this run of the program cannot ask, with the option `--yes=…` that
  /// agrees to it.
  func say(_ question: HostQuestion, of command: String, hasChanged: Bool) {
    guard isForPeople else { return gathered.answer.add(question, of: command) }
    let answer =
      (hasChanged ? "The question is not the one you agreed to. " : "") + "Nothing was done. "
      + "To agree, repeat the command with --yes=\(question.digest)"
    write(look.lines(question: question.words, question.details + [answer]), .errors)
  }

  /// Writes a question to the terminal. The person's answer is read afterwards, below the question.
  func ask(_ question: String) {
    write(look.wrapped(question))
  }

  /// Writes a question and the details of what happens if the person agrees.
  func ask(_ question: String, _ details: [String]) {
    write(look.lines(question: question, details))
  }

  /// Reports a created file: to a person at a terminal in a sentence with what the file holds, and
  /// to a program by its path alone.
  func say(madeFile path: String, _ artifact: Artifact) {
    results.append("Written: \(path)")
    guard isForPeople else { return gathered.add(artifact, path: path) }
    guard session.console.outputIsTerminal else { return write([VisibleText(path).text]) }
    let details = artifact.contents.map { [$0] } ?? []
    write(look.lines(of: Done("Wrote \(path).", details: details)))
  }

  /// Shows a page. A page longer than the screen goes through the person's pager.
  func show(_ page: Page) -> Bool {
    guard isForPeople else {
      gathered.answer.page = page
      return false
    }
    let gap = hasSpoken && session.isPrompt ? [""] : []
    let lines = gap + look.lines(of: page, numbersLinks: session.isPrompt)
    if let rows, lines.count >= rows, isPaged(lines) {
      hasSpoken = true
    } else {
      write(lines)
    }
    return true
  }

  var repeatsPages: Bool { !isForPeople }

  func show(_ changed: [Row]) {
    if !changed.isEmpty { write((hasSpoken ? [""] : []) + look.lines(of: changed)) }
  }

  /// Shows the lines in a pager, and returns whether the pager started. If the person has already
  /// typed or pasted the next input, no pager is started, because the pager would read that input
  /// as its own commands.
  private func isPaged(_ lines: [String]) -> Bool {
    let console = session.console
    guard look.format == .terminal, let command = Pager.command(console.environment),
      !console.hasTypedAhead()
    else { return false }
    return console.runPager(command, Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Returns whether the page fits on the screen together with the lines above it and the prompt.
  func fits(_ page: Page) -> Bool {
    guard let rows else { return true }
    return look.lines(of: page, numbersLinks: session.isPrompt).count + 4 < rows
  }

  func progressLine() -> ProgressLine? {
    let console = session.console
    guard look.format == .terminal, console.outputIsTerminal, console.errorIsTerminal else {
      return nil
    }
    return ProgressLine(console: console) { [look] in look.line(of: $0) }
  }

  private var rows: Int? {
    session.console.isInteractive && session.mode != .script ? session.console.size()?.rows : nil
  }

  /// Reports that output was lost, as text on the other of the two output streams. If the command
  /// had a result, the message repeats it, so that the person does not run the command again.
  func say(_ loss: OutputWatch.Loss) {
    var problem = loss.problem
    if let place = session.place { problem.title = "\(place): \(problem.title)" }
    if !results.isEmpty {
      problem.details = ["The command itself went through. Its answer:"] + results
      problem.fix = "Do not repeat it before you have looked at what is there."
    }
    let other: Console.Stream = loss.stream == .output ? .errors : .output
    guard other == .errors || (isForPeople && !outputIsTaken) else { return }
    let text = look.lines(inWords: problem.withoutLongValues).map { $0 + "\n" }.joined()
    try? session.console.write(Array(text.utf8), other)
  }

  private func write(_ lines: [String], _ stream: Console.Stream = .output) {
    hasSpoken = true
    write(lines.map { $0 + "\n" }.joined(), stream)
  }

  private func write(_ text: String, _ stream: Console.Stream) {
    try? session.console.write(Array(text.utf8), outputIsTaken ? .errors : stream)
  }
}
