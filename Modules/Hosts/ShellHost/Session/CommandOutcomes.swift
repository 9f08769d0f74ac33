import FeatureKit

// What came of a command: waiting for it, and saying, asking, writing or opening what it told.
extension CommandRun {
  func settle(_ sent: Sent, _ box: FeatureBox) async throws(Problem) {
    let stop = StopSign()
    let progress = speaker.progressLine()
    session.inbox.hearProgress { progress?.hear($0) }
    await session.console.cancelling({
      stop.raise()
      box.cancelEffects()
    }) {
      await sent.settled()
    }
    session.inbox.hearProgress(nil)
    await progress?.end()
    guard !stop.isRaised else {
      throw Problem(.interrupted, "Stopped.", fix: "What was saved before stays saved.")
    }
  }

  /// Says, asks and writes what the feature told; gives back the place it wants opened.
  func heed(_ box: FeatureBox) async throws(Problem) -> Route? {
    var outcomes = session.inbox.takeAll()[...]
    var route: Route?
    while let outcome = outcomes.popFirst() {
      switch outcome {
      case .notice(let notice): speaker.say(notice)
      case .problem(let problem): fail(problem)
      case .done(let done): speaker.say(done)
      case .artifact(let artifact):
        try await ArtifactWriter(run: self).write(artifact)
        hasMadeFile = true
      case .progress: break
      case .open(let wanted): route = wanted
      case .needs(let found): need = found
      case .question(let question):
        guard try await agrees(to: question) else { continue }
        try await settle(question.yes(), box)
        outcomes = (session.inbox.takeAll() + outcomes)[...]
      }
    }
    return route
  }

  /// Says what features told of happenings around them, before it could be taken for the outcome of a command.
  func sayHappenings() {
    for outcome in session.inbox.takeAll() {
      switch outcome {
      case .notice(let notice): speaker.say(notice)
      case .problem(let problem): speaker.say(problem)
      case .done, .artifact, .progress, .open, .needs, .question: break
      }
    }
  }

  func agrees(to question: HostQuestion) async throws(Problem) -> Bool {
    if line.agreement.covers(question.digest) { return true }
    guard canAsk else {
      speaker.say(question, of: text, hasChanged: line.agreement != .none)
      exitCode = .usage
      return false
    }
    let agreed = try Confirmation(speaker: speaker, keyboard: session.keyboard).ask(
      question.words, question.details, agree: question.agree)
    if !agreed {
      speaker.say(Notice("Nothing was done.", tone: .muted))
      exitCode = .failed
    }
    return agreed
  }

  func open(_ route: Route) async throws(Problem) {
    for entry in session.index.entries {
      for pattern in entry.feature.routes {
        if let text = pattern.command(for: route) { return try await execute(text) }
      }
    }
    throw Problem(.notFound, "There is no page `\(route.path)`.", fix: "All pages:  help")
  }
}
