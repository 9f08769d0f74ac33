import FeatureKit

// Runs the commands that belong to no feature, such as `help`, `undo` and `set`.
extension CommandRun {
  func perform(_ host: HostCommand, _ words: [CommandText.Word]) async throws(Problem) {
    if host.needsPrompt, !conversation.keepsPages {
      throw Problem(
        .usage, "`\(host.rawValue)` needs a page on the screen; that is only at the prompt.",
        fix: "Start it with:  compass-shell")
    }
    if host == .open { return try await openWhatIsNamed(words) }
    let draft = try CommandDraft(host.description, words: words)
    let visit = conversation.visit
    switch host {
    case .help: show(try Help(conversation.index).page(for: words))
    case .open: break
    case .back: try await back()
    case .refresh: try await refresh()
    case .undo:
      if let step = stepToTurn {
        try await takeStep { () throws(Problem) in try await visit.steps.undoStep(step) }
      } else if let typed = draft.given["step"].first?.text {
        guard let step = Int(typed), step > 0 else {
          throw Problem(
            .usage, "`\(typed)` is not the number of a step.", fix: "See which there are:  history")
        }
        try await takeStep { () throws(Problem) in try await visit.steps.undoEarlier(step) }
      } else {
        try await takeStep(visit.steps.undo)
      }
    case .redo:
      if let step = stepToTurn {
        try await takeStep { () throws(Problem) in try await visit.steps.redoStep(step) }
      } else {
        try await takeStep(visit.steps.redo)
      }
    case .history: try await showHistory(draft)
    case .doctor:
      if draft.given["repair"].isEmpty {
        try await showOwn(host, visit.upkeep.doctor)
      } else {
        try await repair()
      }
    case .set: try await set(draft)
    case .serve, .record, .replay:
      throw Problem(
        .usage, "`\(host.rawValue)` is given when the program starts.",
        fix:
          "In a terminal:  \(visit.programWords) \(CommandText.line([CommandText.Word(host.rawValue)] + words))"
      )
    case .clear:
      clearsScreen = true
      conversation.screen?.wasShownLast = false
    case .quit: leaves = true
    }
  }

  /// Opens the link with this number on the page that is on the screen.
  func follow(_ number: Int) async throws(Problem) {
    guard conversation.keepsPages else {
      throw Problem(
        .usage, "A number opens a link of the page on the screen; that is only at the prompt.",
        fix: "Name the record:  help")
    }
    let links = conversation.screen?.links ?? []
    guard number > 0, number <= links.count else {
      let there = links.count == 1 ? "one link" : "\(links.count) links"
      throw Problem(
        .notFound,
        links.isEmpty ? "There are no numbered links here." : "There is no link \(number) here.",
        details: links.isEmpty ? [] : ["The page has \(there)."])
    }
    try await execute(links[number - 1].command)
  }

  private func openWhatIsNamed(_ words: [CommandText.Word]) async throws(Problem) {
    guard let first = words.first else {
      throw Problem(.usage, "Say what to open.", fix: "Usage:  open <number, command or path>")
    }
    if first.text.hasPrefix("/"), words.count == 1 { return try await open(Route(first.text)) }
    try await execute(CommandText.line(words))
  }

  private func back() async throws(Problem) {
    guard let line = conversation.trail.popLast() else {
      throw Problem(.usage, "There is no page to go back to.")
    }
    conversation.screen = nil
    try await execute(line)
  }

  private func refresh() async throws(Problem) {
    guard let screen = conversation.screen else {
      throw Problem(.usage, "There is no page to refresh yet.", fix: "All pages:  help")
    }
    let context = try await conversation.pageContext()
    // A command that wrote may have led the feature to another page, without showing it.
    guard let box = screen.feature.flatMap({ conversation.box($0) }),
      box.page(in: context).title == screen.page.title
    else { return try await execute(screen.line) }
    try await conversation.look()
    if let sent = box.send(.refreshed) { try await wait(sent, box) }
    let route = try await deliver(box)
    guard exitCode == .done else { return }
    if let route { return try await open(route) }
    try await showAgain(screen, box)
  }

  private func showAgain(_ screen: Conversation.Screen, _ box: FeatureBox) async throws(Problem) {
    var screen = screen
    screen.page = box.page(in: try await conversation.pageContext())
    screen.printedLinks = nil
    conversation.put(screen)
    show(screen.page)
    if let problem = screen.page.problem { exitCode = problem.exitCode }
  }

  /// Undoes or redoes a change, and shows a line that describes the change, and what has changed on
  /// the page on the screen.
  private func takeStep(
    _ step: () async throws(Problem) -> Done
  ) async throws(Problem) {
    try await conversation.look()
    let done = try await step()
    counterpart.say(done)
    await conversation.tellAll(.dataChanged)
    sayHappenings()
    try await conversation.look()
    guard conversation.keepsPages, let screen = conversation.screen,
      let box = screen.feature.flatMap({ conversation.box($0) })
    else { return }
    let page = box.page(in: try await conversation.pageContext())
    showChanges(
      on: Conversation.Screen(page: page, feature: screen.feature, line: screen.line))
  }

  private func showHistory(_ draft: CommandDraft) async throws(Problem) {
    let visit = conversation.visit
    let typed = draft.given["page"].first?.text.trimmed ?? "1"
    guard let number = Int(typed), (1...10_000).contains(number) else {
      throw Problem(
        .usage, "`\(typed)` is not a page of the history.", fix: "Example:  history 2")
    }
    try await showOwn(.history, line: number > 1 ? "history \(number)" : nil) {
      context throws(Problem) in
      try await visit.steps.history(number, context)
    }
  }

  private func showOwn(
    _ host: HostCommand, line: String? = nil, _ make: (PageContext) async throws(Problem) -> Page
  ) async throws(Problem) {
    if host != .doctor { try await conversation.look() }
    let page = try await make(try await conversation.pageContext())
    conversation.put(Conversation.Screen(page: page, feature: nil, line: line ?? host.rawValue))
    show(page)
    if let problem = page.problem { exitCode = problem.exitCode }
  }

  /// Tells the person what a repair would do, asks for agreement, and repairs.
  private func repair() async throws(Problem) {
    try await conversation.look()
    guard let repair = try await conversation.visit.upkeep.repair() else {
      return counterpart.say(Done("There is nothing to repair."))
    }
    let question = HostQuestion(repair.words, details: repair.details, agree: "Repair")
    guard try agrees(to: question) else { return }
    counterpart.say(try await repair.perform())
    await conversation.tellAll(.dataChanged)
    sayHappenings()
  }

  private func set(_ draft: CommandDraft) async throws(Problem) {
    try await conversation.loadSettings()
    guard let name = draft.given["setting"].first?.text else { return show(settingsPage) }
    guard let setting = Setting(rawValue: name.lowercased()) else {
      throw Problem.noChoice(
        name, among: Setting.allCases.map(\.rawValue), title: "There is no setting `\(name)`.")
    }
    guard let value = draft.given["value"].first?.text else {
      return counterpart.say(Done("\(setting.rawValue) is \(conversation.settings[setting])."))
    }
    let kept = try await conversation.keep(value, as: setting)
    counterpart.adopt(line)
    counterpart.say(Done("\(setting.rawValue) is \(kept)."))
  }

  private var settingsPage: Page {
    Page(title: "Settings of this shell") {
      Table(
        columns: ["Setting", "Now", "What it is for"],
        rows: Setting.allCases.map { [$0.rawValue, conversation.settings[$0], $0.summary] })
      Paragraph("To change one:  set width 100.  To take it back:  set width auto.", tone: .muted)
    }
  }
}
