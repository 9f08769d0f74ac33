import Conversation
import FeatureKit
import LineEditing

// Makes the terminal the `Counterpart` of a conversation: it prints the output of commands, and
// asks the person their questions.
extension Speaker: Counterpart {
  /// Whether a question can be asked: the output is for people, a person is at the terminal, and
  /// the commands do not come from a script.
  var canAnswer: Bool {
    session.mode != .script && session.console.isInteractive && isForPeople
  }

  func introduce(_ need: Need) {
    for line in [need.problem.title] + need.problem.details { ask(line) }
  }

  func answer(_ question: FormQuestion) throws(Problem) -> FormAnswer {
    try TerminalQuestion(question: question, speaker: self, session: session).ask()
  }

  func agrees(to question: HostQuestion) throws(Problem) -> Bool {
    try Confirmation(speaker: self, keyboard: session.keyboard).ask(
      question.words, question.details, agree: question.agree.label,
      expectsYes: question.expectsYes)
  }

  func takeSecrets(
    from words: [CommandText.Word], of command: CommandDescription
  ) throws(Problem) -> (words: [CommandText.Word], secrets: [PromisedSecret]) {
    var sources: [String: [SecretSource]] = [:]
    let rest = try SecretSource.take(from: words, of: command, into: &sources)
    let console = session.console
    let secrets = sources.sorted { $0.key < $1.key }.flatMap { name, sources in
      sources.map { source in
        PromisedSecret(name) { () throws(Problem) in try console.readSecret(source) }
      }
    }
    return (rest, secrets)
  }

  func take(_ artifact: Artifact) async throws(Problem) {
    try await ArtifactWriter(speaker: self, session: session, line: line).write(artifact)
  }

  func wait(
    for sent: Sent, of inbox: OutcomeInbox, cancel: @escaping @Sendable () -> Void
  ) async throws(Problem) {
    let stop = Interruption()
    let progress = progressLine()
    inbox.hearProgress { progress?.hear($0) }
    await session.console.cancelling({
      stop.raise()
      cancel()
    }) {
      await sent.settled()
    }
    inbox.hearProgress(nil)
    await progress?.end()
    guard !stop.isRaised else { throw .stopped }
  }
}
