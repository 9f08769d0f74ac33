import FeatureKit

// Runs a command of a feature: turns its words into an action (the value that the feature acts on),
// waits until the feature is done, and shows the outcome and the page.
extension CommandRun {
  func perform(
    _ match: CommandIndex.Match, _ words: [CommandText.Word], shownAgainBy text: String
  ) async throws(Problem) {
    guard let box = conversation.box(match.feature) else { return }
    guard var draft = try await completed(match.command, words, box) else {
      await forgetAnswers()
      return counterpart.say(Done(Done.nothingChanged))
    }
    conversation.wake(match.feature, opens: match.command.mode == .reads)
    sayHappenings()
    var route: Route?
    repeat {
      try await wait(box.perform(draft, in: try await conversation.visit.time()), box)
      route = try await deliver(box, of: draft)
    } while try await fillsNeed(of: &draft, box)
    // If the command failed, the person's answers to its questions stay stored, so that the person
    // can run the command again with these answers.
    if exitCode == .done { await forgetAnswers() }
    guard exitCode == .done, !hasMadeFile else { return }
    // A feature may want to open a page after a write, such as the page of the new record. Without
    // a page on the screen, as in a script, only the sentence with the result is shown.
    if let route, match.command.mode != .writes || conversation.keepsPages {
      return try await open(route)
    }
    try await showPage(after: match, box, text)
  }

  /// Asks the person for a value that the command turned out to need while it ran. Returns true if
  /// the person gave the value. The command then has to run again with it.
  private func fillsNeed(of draft: inout CommandDraft, _ box: FeatureBox) async throws(Problem)
    -> Bool
  {
    guard let need else { return false }
    self.need = nil
    guard counterpart.canAnswer,
      let parameter = draft.command.parameters.first(where: { $0.name == need.parameter }),
      parameter.isRepeated || draft.given[need.parameter].isEmpty
        || answeredNeeds.contains(need.parameter)
    else {
      var missing = need.problem
      // The problem's `fix` says how to give the value on a command line. It is removed, because
      // the problem is shown beside a form's field, into which the person types the value.
      missing.fix = nil
      faults.append(FieldFault(parameter: need.parameter, problem: missing))
      fail(need.problem)
      return false
    }
    counterpart.introduce(need)
    // A value that the person has just answered was refused, so the question is asked again. The
    // values of a parameter for several secrets were not refused, and stay.
    if !parameter.isRepeated { draft.clear(parameter.name) }
    answeredNeeds.insert(parameter.name)
    try await form(box).require(parameter, choosing: need.newSecret, &draft)
    return true
  }

  private func form(_ box: FeatureBox) async throws(Problem) -> CommandForm {
    CommandForm(run: self, box: box, context: try await conversation.visit.time())
  }

  /// Returns the draft (the command with its values) when it is ready to run: the person has been
  /// asked for missing values, and all values are parsed, checked and looked up.
  ///
  /// Throws before the first question if the viewer may not use the command, or if it needs an
  /// athlete and there is none. The result is nil if the person kept every stored value, so that
  /// there is nothing to run.
  private func completed(
    _ command: CommandDescription, _ words: [CommandText.Word], _ box: FeatureBox
  ) async throws(Problem) -> CommandDraft? {
    let (words, secrets) = try counterpart.takeSecrets(from: words, of: command)
    let asks = counterpart.canAnswer
    var draft = try await draft(of: command, words, leavesOpen: asks || fields != nil)
    doubtful = nil
    if let fields {
      try refuse(try await conversation.look(), command)
      try await form(box).fill(fields, into: &draft)
      return draft
    }
    if !asks,
      let missing = draft.missing.first(where: { missing in
        !secrets.contains { $0.parameter == missing.name }
      })
    {
      throw Problem.missing(missing, of: command)
    }
    let form = try await form(box)
    try await form.respell(&draft)
    try form.checkGiven(draft)
    try refuse(try await conversation.look(), command)
    for secret in secrets { draft.fill(secret.parameter, with: try secret.read()) }
    if asks {
      do throws(Problem) {
        guard try await form.complete(&draft) else { return nil }
      } catch {
        if error.cause == .interrupted { await forgetAnswers() }
        throw error
      }
    }
    try await form.resolve(&draft)
    return draft
  }

  /// Returns the draft of a command line (the command with its values). If the line has more words
  /// than the command takes, neighboring words that are the name of one record count as one value.
  private func draft(
    of command: CommandDescription, _ words: [CommandText.Word], leavesOpen: Bool
  ) async throws(Problem) -> CommandDraft {
    for reading in CommandDraft.readings(of: words, for: command, leavesOpen: leavesOpen) {
      if let found = try? await conversation.resolved(reading) { return found }
    }
    return try CommandDraft(command, words: words, leavesOpen: leavesOpen)
  }

  private func refuse(_ looking: Looking, _ command: CommandDescription) throws(Problem) {
    let refusal = Self.refusal(of: command, to: looking.viewer, looking.wayToChange)
    if let refusal = refusal ?? looking.refusalWithoutAthlete(of: command) { throw refusal }
  }

  /// Returns the problem for a viewer who may not use the command; nil if the viewer may use it.
  ///
  /// - Parameter way: advice on how a person who may use the command can do so on this computer.
  static func refusal(
    of command: CommandDescription, to viewer: Viewer, _ way: String? = nil
  ) -> Problem? {
    guard !viewer.may(command.mode, in: command.area) else { return nil }
    let reason = Problem(.refused).title
    let fix = command.adviceToViewers ?? way
    guard let name = viewer.subject?.split(separator: " ").first else {
      return Problem(.refused, reason, fix: fix)
    }
    return Problem(.refused, "\(reason) \(name) can \(deed(of: command)).", fix: fix)
  }

  /// Returns what the command does, as the end of a sentence: “complete it” in “Sam can complete
  /// it”.
  private static func deed(of command: CommandDescription) -> String {
    if command.verb == "email" { return "e-mail it" }
    return deeds.contains(command.verb) ? "\(command.verb) it" : "do it"
  }

  private static let deeds: Set = [
    "add", "complete", "create", "delete", "dismiss", "edit", "export", "log", "move", "remove",
    "reset", "skip", "start", "verify",
  ]

  /// Shows the page after a command. A command that reads always shows its page. A command that
  /// writes shows at a prompt what it has changed on the page that was shown last.
  private func showPage(
    after match: CommandIndex.Match, _ box: FeatureBox, _ text: String
  ) async throws(Problem) {
    switch match.command.mode {
    case .reads:
      let page = box.page(in: try await conversation.pageContext())
      conversation.put(Conversation.Screen(page: page, feature: match.feature, line: text))
      show(page)
      if let problem = page.problem { exitCode = problem.exitCode }
    case .writes, .writesOwn:
      guard showsPageOfWrite else { return }
      try await conversation.look()
      guard counterpart.repeatsPages || conversation.screen?.feature == match.feature else {
        return
      }
      if conversation.wake(match.feature, opens: true), let opened = box.send(.opened) {
        try await wait(opened, box)
      }
      let page = box.page(in: try await conversation.pageContext())
      let line =
        conversation.pageOnScreen(of: match.feature, titled: page.title)?.line
        ?? conversation.lineShowing(match) ?? box.manifest.nouns.first?.word ?? text
      showChanges(on: Conversation.Screen(page: page, feature: match.feature, line: line))
    case .makesFile: break
    }
  }

  /// Shows what a command has changed on a page: to a program or a browser the whole page, and to a
  /// person at a prompt only the rows that differ, if this page was the last one shown. Otherwise
  /// the person reads only the outcome.
  ///
  /// If the rows alone are not enough, the person sees the whole page, provided that it fits below
  /// the outcome.
  func showChanges(on next: Conversation.Screen) {
    let page = next.page
    guard !counterpart.repeatsPages else {
      conversation.put(next)
      return show(page)
    }
    guard let screen = conversation.pageOnScreen(of: next.feature, titled: page.title),
      screen.wasShownLast
    else { return }
    let changed = page.changedRows(since: screen.page)
    conversation.put(next)
    if changed == nil, counterpart.fits(page) { return show(page) }
    conversation.screen?.printedLinks = screen.links
    if let changed { counterpart.show(changed) }
  }

  /// Shows a page, and records whether the person has now read the page on the screen completely.
  /// This is not the case if another page, such as help, was shown below it, or if the output was
  /// JSON or HTML.
  func show(_ page: Page) {
    let isText = counterpart.show(page)
    if let screen = conversation.screen {
      conversation.screen?.wasShownLast = isText && screen.page == page
    }
  }
}

extension Conversation {
  /// Returns the page on the screen if it belongs to this feature and has this title; otherwise nil.
  func pageOnScreen(of feature: String?, titled title: String) -> Screen? {
    guard let screen, screen.feature == feature, screen.page.title == title else { return nil }
    return screen
  }

  /// Returns the command line of the page that a writing command changed; nil if no such page is
  /// known.
  ///
  /// If the page on the screen has the same noun (first word, such as `tasks`) as the command, such
  /// as `tasks due t3`, the result is that page's line. Otherwise the result is the noun alone, if
  /// the noun is a command that reads.
  func lineShowing(_ match: CommandIndex.Match) -> String? {
    let entry = index.entry(for: match.command.noun)
    if let screen, screen.feature == match.feature, let words = try? CommandText.words(screen.line),
      let first = words.first, index.entry(for: first.text) == entry
    {
      return screen.line
    }
    return entry?.opening?.mode == .reads ? match.command.noun : nil
  }
}
