import FeatureKit
import LineEditing

// A feature's command: from its words to the action, and from the action to the page.
extension CommandRun {
  func perform(
    _ match: CommandIndex.Match, _ words: [CommandText.Word], shownAgainBy text: String
  ) async throws(Problem) {
    guard let box = session.box(match.feature) else { return }
    var draft = try await completed(match.command, words, box)
    session.wake(match.feature, opens: match.command.mode == .reads)
    sayHappenings()
    var route: Route?
    repeat {
      try await settle(box.perform(draft, in: try await session.parseContext()), box)
      route = try await heed(box)
    } while try await fillsNeed(of: &draft, box)
    guard exitCode == .done, !hasMadeFile else { return }
    if let route { return try await open(route) }
    try await showPage(after: match, box, text)
  }

  /// Asks for what the work showed to be needed; true when the command is to be done again with it.
  private func fillsNeed(of draft: inout CommandDraft, _ box: FeatureBox) async throws(Problem)
    -> Bool
  {
    guard let need else { return false }
    self.need = nil
    guard canAsk,
      let parameter = draft.command.parameters.first(where: { $0.name == need.parameter }),
      parameter.isRepeated || draft.given[need.parameter].isEmpty
    else {
      fail(need.problem)
      return false
    }
    for line in [need.problem.title] + need.problem.details { speaker.ask(line) }
    let form = CommandForm(run: self, box: box, context: try await session.parseContext())
    try await form.require(parameter, &draft)
    return true
  }

  /// The draft with everything it needs: asked for, read, looked up and checked. A viewer is refused before the first question.
  private func completed(
    _ command: CommandDescription, _ words: [CommandText.Word], _ box: FeatureBox
  ) async throws(Problem) -> CommandDraft {
    var secrets: [String: [SecretSource]] = [:]
    let words = try SecretSource.take(from: words, of: command, into: &secrets)
    let asks = canAsk
    var draft = try CommandDraft(command, words: words, leavesOpen: asks)
    doubtful = nil
    if !asks, let missing = draft.missing.first(where: { secrets[$0.name] == nil }) {
      throw Problem.missing(missing, of: command)
    }
    let form = CommandForm(run: self, box: box, context: try await session.parseContext())
    try form.checkGiven(draft)
    try refuse(try await session.look().viewer, command)
    for (name, sources) in secrets.sorted(by: { $0.key < $1.key }) {
      for source in sources { draft.fill(name, with: try session.console.readSecret(source)) }
    }
    if asks { try await form.complete(&draft) }
    try await form.resolve(&draft)
    return draft
  }

  private func refuse(_ viewer: Viewer, _ command: CommandDescription) throws(Problem) {
    guard command.mode == .writes, viewer.isReadOnly else { return }
    let reason = Problem(.refused).title
    let fix = command.adviceToViewers
    guard let name = viewer.subject?.split(separator: " ").first else {
      throw Problem(.refused, reason, fix: fix)
    }
    throw Problem(.refused, "\(reason) \(name) can \(Self.deed(of: command)).", fix: fix)
  }

  /// What a command does, said of a person: "Sam can complete it".
  private static func deed(of command: CommandDescription) -> String {
    if command.verb == "email" { return "e-mail it" }
    return deeds.contains(command.verb) ? "\(command.verb) it" : "do it"
  }

  private static let deeds: Set = [
    "add", "complete", "create", "delete", "dismiss", "edit", "export", "log", "move", "remove",
    "reset", "skip", "start", "verify",
  ]

  /// A reading command prints its page; a writing one only at the prompt, and there only when it fits under what was done.
  private func showPage(
    after match: CommandIndex.Match, _ box: FeatureBox, _ text: String
  ) async throws(Problem) {
    switch match.command.mode {
    case .reads:
      let page = box.page(in: try await session.pageContext())
      session.put(Session.Screen(page: page, feature: match.feature, line: text))
      show(page)
      if let problem = page.problem { exitCode = problem.exitCode }
    case .writes, .writesOwn:
      guard session.isPrompt, !isQuiet else { return }
      try await session.look()
      if session.wake(match.feature, opens: true), let opened = box.send(.opened) {
        try await settle(opened, box)
      }
      let page = box.page(in: try await session.pageContext())
      guard speaker.fits(page) else { return }
      let line = session.lineShowing(match) ?? box.manifest.nouns.first?.word ?? text
      session.put(Session.Screen(page: page, feature: match.feature, line: line))
      show(page)
    case .makesFile: break
    }
  }

  func show(_ page: Page) { speaker.show(page) }
}

extension Session {
  /// The line that shows the page a writing command changed: the one on the screen when it is about the same noun, else the
  /// noun itself where that reads.
  fileprivate func lineShowing(_ match: CommandIndex.Match) -> String? {
    let entry = index.entry(for: match.command.noun)
    if let screen, screen.feature == match.feature, let words = try? CommandText.words(screen.line),
      let first = words.first, index.entry(for: first.text) == entry
    {
      return screen.line
    }
    return entry?.opening?.mode == .reads ? match.command.noun : nil
  }
}
