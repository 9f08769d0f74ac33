package import FeatureKit

// Waits for a command and delivers its outcomes to the client: notices, questions, files and pages.
extension CommandRun {
  func wait(_ sent: Sent, _ box: FeatureBox) async throws(Problem) {
    try await counterpart.wait(for: sent, of: conversation.inbox) { box.cancelEffects() }
  }

  /// Passes to the client what the feature reported during the command: texts, questions and files.
  /// Returns the page that the feature wants to open; nil if it wants to open none.
  func deliver(_ box: FeatureBox, of draft: CommandDraft? = nil) async throws(Problem) -> Route? {
    var outcomes = conversation.inbox.takeAll()[...]
    var route: Route?
    while let outcome = outcomes.popFirst() {
      switch outcome {
      case .notice(let notice): counterpart.say(notice)
      case .problem(let told):
        let problem = await explained(told, draft)
        if let draft, let faulty = parameter(of: problem, in: draft) {
          faults.append(FieldFault(parameter: faulty, problem: problem))
        }
        fail(problem)
      case .done(let done):
        // The person's stored answers to the command's questions are deleted before the result is
        // shown. Otherwise a client that has already seen the result could be offered these answers
        // again.
        await forgetAnswers()
        counterpart.say(done)
      case .artifact(let artifact):
        try await counterpart.take(artifact)
        hasMadeFile = true
      case .progress: break
      case .open(let wanted): route = wanted
      case .needs(let found): need = found
      case .question(let question):
        guard try agrees(to: question) else { continue }
        try await wait(question.yes(), box)
        outcomes = (conversation.inbox.takeAll() + outcomes)[...]
      }
    }
    return route
  }

  /// If a record of the command was deleted since the command found it, for example while the
  /// person answered questions, returns a problem that says so. Otherwise returns the problem
  /// itself.
  private func explained(_ problem: Problem, _ draft: CommandDraft?) async -> Problem {
    guard problem.cause == .notFound, let draft else { return problem }
    for parameter in draft.command.parameters {
      for record in draft.given[parameter.name].compactMap(\.reference) {
        do throws(Problem) {
          _ = try await conversation.visit.resolver.resolve(record.handle, as: [record.kind])
        } catch {
          guard error.cause == .notFound else { continue }
          return Problem(
            .notFound, "The \(record.kind.singular) “\(record.title)” was deleted meanwhile.",
            fix: error.fix ?? "See who did what:  history")
        }
      }
    }
    return problem
  }

  /// Returns the name of the parameter beside whose form field the problem is shown. It is the
  /// first parameter that the problem names and that has a value in the draft (the command with its
  /// values).
  ///
  /// A form that edits a record leaves unchanged fields out of the draft. If no parameter has a
  /// value there, the result is the first parameter that the problem names. In all other cases it
  /// is nil.
  private func parameter(of problem: Problem, in draft: CommandDraft) -> String? {
    let names = problem.parameters.filter { name in
      draft.command.parameters.contains { $0.name == name }
    }
    return names.first { !draft.given[$0].isEmpty } ?? (began == nil ? nil : names.first)
  }

  /// Shows the notices and problems that features reported between two commands, for example after
  /// a change of the viewer. Without this call they would be shown as outcomes of the next command.
  package func sayHappenings() {
    for outcome in conversation.inbox.takeAll() {
      switch outcome {
      case .notice(let notice): counterpart.say(notice)
      case .problem(let problem): counterpart.say(problem)
      case .done, .artifact, .progress, .open, .needs, .question: break
      }
    }
  }

  func agrees(to question: HostQuestion) throws(Problem) -> Bool {
    if !onlyReads, line.agreement.covers(question.digest) { return true }
    guard counterpart.canAnswer else {
      counterpart.say(question, of: text, hasChanged: line.agreement != .none)
      exitCode = .usage
      return false
    }
    let agreed = try counterpart.agrees(to: question)
    if !agreed {
      counterpart.say(Notice("Nothing was done.", tone: .muted))
      exitCode = .failed
    }
    return agreed
  }

  func open(_ route: Route) async throws(Problem) {
    try await execute(try conversation.line(for: route))
  }
}

extension Conversation {
  /// Returns the command line that shows the page at a web path. Throws if the path has no page.
  package func line(for route: Route) throws(Problem) -> String {
    let patterns = index.entries.lazy.flatMap(\.feature.routes)
    if let text = patterns.command(for: route) { return text }
    if let shown = index.shown(by: String(route.path.dropFirst())) { return shown.handle }
    throw Problem(
      .notFound, "There is no page `\(route.path.prefix(80))`.", fix: "All pages:  help")
  }

  /// Returns the web path of the page that a command line shows; nil if the page has none.
  package func route(for line: String) -> Route? {
    for entry in index.entries {
      for pattern in entry.feature.routes {
        if let route = pattern.route(for: line) { return route }
      }
    }
    return nil
  }
}
