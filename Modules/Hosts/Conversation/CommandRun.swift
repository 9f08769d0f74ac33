import CivilTime
package import FeatureKit

/// Runs one command: parses its words, runs it in its feature or in the host, and delivers its
/// results and problems to the client. The prompt, program arguments, scripts and browser requests
/// all use this class.
package final class CommandRun {
  let conversation: Conversation
  let counterpart: any Counterpart
  /// The options of the program on the command line, such as `--json`. They decide how results and
  /// problems are shown.
  package private(set) var line: LineOptions
  /// The submitted form fields by parameter name; nil if the command was sent without a form.
  let fields: [String: [String]]?
  /// The values that the form's fields had when the form was shown; nil if they are not known. A
  /// comparison with them shows which fields the person has changed.
  var began: [String: [String]]?
  package var exitCode = ExitCode.done
  /// Whether the command was `quit`, which ends the program.
  package internal(set) var leaves = false
  /// Whether the command was `clear`. The prompt then clears its terminal.
  package internal(set) var clearsScreen = false
  /// The words of the command line before the command is found; nil afterwards. If no command is
  /// found, the words stay here.
  var doubtful: [CommandText.Word]?
  private let showsAfterWriting: Bool
  private var depth = 0
  /// The command line with which this run began. To agree to a question of the command, a person
  /// sends this line again.
  private(set) var text = ""
  /// A value without which the command cannot be completed, such as the passphrase of an encrypted
  /// copy, if the command found this out while it ran; otherwise nil.
  var need: Need?
  /// The parameters whose values the command turned out to need and the person has answered. If the
  /// command refuses such an answer, the person is asked again.
  var answeredNeeds: Set<String> = []
  /// Whether the command has created a file. The result of the command is then the file, so no page
  /// is shown.
  var hasMadeFile = false
  /// The id of the change that the command `undo` reverts, or that `redo` does again; nil means the
  /// newest change.
  var stepToTurn: Int?
  /// Whether every command that changes data is refused, also one that another command opens. It is
  /// true for a request that only opens a web address, because any link can do that.
  var onlyReads = false
  /// Whether the answers that the person gives to the command's questions are stored. If the
  /// program ends during the questions, its next run offers these answers.
  var isKeepingAnswers = false
  /// The problems with the values of form fields, which are shown beside their fields.
  package internal(set) var faults: [FieldFault] = []

  /// Creates a run of one command.
  ///
  /// - Parameter showsAfterWriting: whether a command that writes shows afterwards what it has
  ///   changed on a page. A conversation without a page on the screen, as in a script, never does.
  package init(
    _ conversation: Conversation, _ counterpart: any Counterpart, _ options: LineOptions,
    fields: [String: [String]]? = nil, showsAfterWriting: Bool = true
  ) {
    self.conversation = conversation
    self.counterpart = counterpart
    self.fields = fields
    self.showsAfterWriting = showsAfterWriting && conversation.keepsPages
    line = options
  }

  package func run(_ text: String) async {
    // If the command line cannot be split into words, for example because a quotation mark is
    // missing, `doubtful` contains the pieces between spaces, so that they can still be checked for
    // secrets.
    let pieces = text.split(separator: " ").map { CommandText.Word(String($0)) }
    doubtful = pieces
    await attempt { () throws(Problem) in try await self.execute(try CommandText.words(text)) }
  }

  package func run(_ words: [CommandText.Word]) async {
    await attempt { () throws(Problem) in try await self.execute(words) }
  }

  /// Shows the pending notices about the data, such as rows that could not be read.
  package func sayRemarks() async {
    for remark in await conversation.visit.upkeep.remarks() { counterpart.say(remark) }
  }

  /// Whether the command line may contain a secret and must therefore not be stored in the history.
  ///
  /// The check reads the declarations of every feature, so only a prompt makes it, for command
  /// lines that failed.
  package var mayHoldSecret: Bool { doubtful.map(conversation.index.maySpellSecret) ?? false }

  /// Whether no command was found for the typed line. Such a line is not stored on disk, because
  /// the person may have typed a passphrase by mistake.
  package var cameToNothing: Bool { doubtful != nil }

  package func fail(_ problem: Problem) {
    counterpart.say(problem)
    if exitCode == .done { exitCode = problem.exitCode }
  }

  package func attempt(_ work: () async throws(Problem) -> Void) async {
    do throws(Problem) { try await work() } catch { fail(error) }
  }

  func keep(_ answers: KeptAnswers) async {
    guard isKeepingAnswers || !answers.answers.isEmpty else { return }
    isKeepingAnswers = true
    await conversation.visit.answers.keep(answers.answers.isEmpty ? nil : answers)
  }

  func forgetAnswers() async {
    guard isKeepingAnswers else { return }
    isKeepingAnswers = false
    await conversation.visit.answers.keep(nil)
  }

  /// Whether a command that writes also shows what it has changed on a page, below its answer.
  var showsPageOfWrite: Bool { showsAfterWriting }
}

// MARK: - Finding the command of a line

extension CommandRun {
  /// How many commands may open each other in a row. A web path opens a command, and if that
  /// command opened the same path, the program would run forever without this limit.
  private static let deepest = 8

  func execute(_ text: String) async throws(Problem) {
    depth += 1
    guard depth <= Self.deepest else {
      throw Problem(.failed, "`\(text)` leads back to itself.", fix: "Please report this.")
    }
    try await execute(try CommandText.words(text))
    depth -= 1
  }

  private func execute(_ words: [CommandText.Word]) async throws(Problem) {
    guard let first = words.first else { return }
    doubtful = words
    if text.isEmpty { text = CommandText.line(words) }
    answerAsAsked(in: words)
    if words.count == 1, !first.isQuoted, let number = Int(first.text) {
      try await follow(number)
      return doubtful = nil
    }
    if !first.isQuoted, let shown = conversation.index.shown(by: first.text) {
      try await show(shown.handle, of: shown.kind, by: shown.command, words.dropFirst())
      return doubtful = nil
    }
    if let host = HostCommand(word: first.text, in: conversation.index) {
      let rest = try takeOptions(words.dropFirst(), of: host.description)
      if line.wantsHelp {
        doubtful = nil
        return show(Help(conversation.index).page(of: host.description))
      }
      // The command `set` changes a setting. Without arguments it only shows the settings, so a
      // request that may change nothing can use it too.
      if host != .set || !rest.isEmpty { try refuseChange(by: host.description) }
      try await perform(host, rest)
      return doubtful = nil
    }
    let match = try await match(words)
    let rest = try takeOptions(match.rest[...], of: match.command)
    if line.wantsHelp {
      doubtful = nil
      return show(Help(conversation.index).page(of: match.command))
    }
    try refuseChange(by: match.command)
    try await perform(match, rest, shownAgainBy: CommandText.line(words))
  }

  private func refuseChange(by command: CommandDescription) throws(Problem) {
    guard onlyReads, command.mode == .writes || command.mode == .writesOwn else { return }
    throw Problem(
      .usage, "`\(command.words)` changes something. Opening an address never does.",
      fix: "Give the command itself:  \(command.usage)")
  }

  /// Returns the command that a line names by a noun (such as `interactions`) and a verb (such as
  /// `log`), as in `interactions log call ana`.
  ///
  /// The noun may be missing, as in `log call ana`, if exactly one command has this verb and
  /// accepts the first value. A notice then names the command that was found.
  private func match(_ words: [CommandText.Word]) async throws(Problem) -> CommandIndex.Match {
    do throws(Problem) {
      return try conversation.index.match(words)
    } catch {
      let context = try await conversation.visit.time()
      let fitting = conversation.index.matches(withoutNoun: words).filter { match in
        conversation.takesFirstWord(of: match, context)
      }
      guard fitting.count == 1, let match = fitting.first else { throw error }
      let read = [match.command.noun, match.command.verb].map { CommandText.Word($0) } + match.rest
      counterpart.say(Notice("Read as:  \(CommandText.line(read))", tone: .muted))
      return match
    }
  }

  /// Shows the record whose handle (short name), such as `t3`, was typed without a command
  /// (domain.md 10.11).
  ///
  /// Some kinds of records have no page for a single record. The list page of the kind is then
  /// shown, after a check that the record exists.
  private func show(
    _ handle: String, of kind: ReferenceKind, by command: String,
    _ rest: ArraySlice<CommandText.Word>
  ) async throws(Problem) {
    let words = try CommandText.words(command)
    guard try conversation.index.match(words).command.takesWords else {
      _ = try await conversation.visit.resolver.resolve(handle, as: [kind])
      return try await execute(words + rest)
    }
    try await execute(words + [CommandText.Word(handle)] + rest)
  }

  /// Reads an option for the output format, such as `--json`, before the command of the line is
  /// known. An error in the command line is then reported in this format too.
  private func answerAsAsked(in words: [CommandText.Word]) {
    let options = words.map { $0.isQuoted ? "" : $0.text }
    guard let format = LineOptions.format(askedIn: options) else { return }
    var answer = line
    answer.format = format
    counterpart.adopt(answer)
  }

  private func takeOptions(
    _ words: ArraySlice<CommandText.Word>, of command: CommandDescription
  ) throws(Problem) -> [CommandText.Word] {
    let rest = try line.take(from: Array(words), of: command)
    try line.refuseFileOptions(beside: rest, of: command)
    counterpart.adopt(line)
    return rest
  }
}
