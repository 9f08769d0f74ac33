import CivilTime
import FeatureKit
import LineEditing

/// One command on its way from words to what it came to: the one pipeline of prompt, arguments and script.
final class CommandRun {
  let session: Session
  let speaker: Speaker
  private(set) var line: LineOptions
  var exitCode = ExitCode.done
  /// Set by `quit`.
  var leaves = false
  /// The words of a line that was not understood, or not yet.
  var doubtful: [CommandText.Word]?
  let isQuiet: Bool
  private var depth = 0
  /// The command as it was given, for repeating it.
  private(set) var text = ""
  /// What the command's work showed to be needed.
  var need: Need?
  /// A file came of it, which is the answer: no page follows.
  var hasMadeFile = false

  /// - Parameter isQuiet: what was done is not said or shown; the first start has words of its own.
  init(_ session: Session, isQuiet: Bool = false) {
    self.session = session
    self.isQuiet = isQuiet
    line = session.options.answer
    speaker = Speaker(session, line, isQuiet: isQuiet)
  }

  func run(_ text: String) async {
    // A line that cannot even be cut into words is judged by its spaces.
    let pieces = text.split(separator: " ").map { CommandText.Word(String($0)) }
    doubtful = pieces
    await attempt { () throws(Problem) in try await self.execute(try CommandText.words(text)) }
    await finish()
  }

  func run(_ words: [CommandText.Word]) async {
    await attempt { () throws(Problem) in try await self.execute(words) }
    await finish()
  }

  /// Ends the answer. One that could not be written is a failure, whatever the command did, and what it did is said.
  func finish() async {
    for remark in await session.services.remarks() { speaker.say(remark) }
    speaker.finish()
    guard let loss = session.console.watch.take() else { return }
    speaker.say(loss)
    if exitCode == .done { exitCode = .failed }
  }

  /// The line holds, or may hold, a secret: it must not be kept. Answering costs every feature's declarations, so only the
  /// prompt asks, and only of lines that came to nothing.
  var mayHoldSecret: Bool { doubtful.map(session.index.maySpellSecret) ?? false }

  /// Whether a person is there to answer, and what is asked can be read.
  var canAsk: Bool {
    session.mode != .script && session.console.isInteractive && speaker.isForPeople
  }

  func fail(_ problem: Problem) {
    speaker.say(problem)
    if exitCode == .done { exitCode = problem.exitCode }
  }

  func attempt(_ work: () async throws(Problem) -> Void) async {
    do throws(Problem) { try await work() } catch { fail(error) }
  }
}

// MARK: - From words to a command

extension CommandRun {
  /// Commands that open commands end here: a route that opens itself must not go on for ever.
  private static let deepest = 8

  func execute(_ text: String) async throws(Problem) {
    depth += 1
    guard depth <= Self.deepest else {
      throw Problem(.failed, "`\(text)` leads back to itself.", fix: "Please report this.")
    }
    try await execute(try CommandText.words(text))
    depth -= 1
  }

  func execute(_ words: [CommandText.Word]) async throws(Problem) {
    guard let first = words.first else { return }
    doubtful = words
    if text.isEmpty { text = CommandText.line(words) }
    answerAsAsked(in: words)
    if words.count == 1, !first.isQuoted, let number = Int(first.text) {
      return try await follow(number)
    }
    if let host = HostCommand(word: first.text) {
      let rest = try takeOptions(words.dropFirst(), of: host.description)
      if line.wantsHelp { return show(Help(session.index).page(of: host.description)) }
      return try await perform(host, rest)
    }
    let match = try session.index.match(words)
    let rest = try takeOptions(match.rest[...], of: match.command)
    if line.wantsHelp { return show(Help(session.index).page(of: match.command)) }
    try await perform(match, rest, shownAgainBy: CommandText.line(words))
  }

  /// Whatever turns out to be wrong with the line is said in the form that it asks for.
  private func answerAsAsked(in words: [CommandText.Word]) {
    let options = words.map { $0.isQuoted ? "" : $0.text }
    guard let format = LineOptions.format(askedIn: options) else { return }
    var answer = line
    answer.format = format
    speaker.adopt(answer)
  }

  private func takeOptions(
    _ words: ArraySlice<CommandText.Word>, of command: CommandDescription
  ) throws(Problem) -> [CommandText.Word] {
    let rest = try line.take(from: Array(words), of: command)
    try line.refuseFileOptions(beside: rest, of: command)
    speaker.adopt(line)
    return rest
  }
}
