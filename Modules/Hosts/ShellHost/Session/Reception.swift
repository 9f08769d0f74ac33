import Conversation
import FeatureKit
import LineEditing

/// The dialog of the first start at a terminal: an introduction and one choice, which the person
/// can skip with Enter.
struct Reception {
  let session: ShellSession
  let welcome: Welcome

  /// Runs the dialog. If the person chose to continue with another data folder, such as that of the
  /// example family, returns that folder; otherwise nil.
  func run() async -> String? {
    let run = LineRun(session, isQuiet: true)
    for line in welcome.intro { run.speaker.ask(line) }
    run.speaker.ask("")
    for line in menu { run.speaker.ask(line) }
    run.speaker.ask("For a screen reader, type  \(Self.accessible)")
    guard let choice = await choose(run.speaker) else {
      run.speaker.say(Notice("Nothing was set up.  help  shows what there is.", tone: .muted))
      sayHowToBegin(run.speaker)
      return nil
    }
    switch choice.step {
    case .command(let text): await run.run(text)
    case .move(let folder): return folder
    }
    guard run.exitCode == .done else {
      sayHowToBegin(run.speaker)
      return nil
    }
    // The choice can be followed by a command, which may ask a question. The closing message is
    // shown even if the person cancels that question.
    if let next = await welcome.next() {
      await LineRun(session, showsPages: false).run(next)
    }
    let closing = LineRun(session)
    if let ready = await welcome.ready() { closing.speaker.say(ready) }
    return nil
  }

  /// Names the command of the first choice, with which a person can begin later at the prompt.
  private func sayHowToBegin(_ speaker: Speaker) {
    guard case .command(let line)? = welcome.choices.first?.step else { return }
    speaker.say(Notice("To begin when you like:  \(line)", tone: .muted))
  }

  private var menu: [String] {
    let wide = menu(gap: 6)
    let room = session.console.size()?.columns ?? .max
    return wide.allSatisfy { $0.count <= room } ? wide : menu(gap: 2)
  }

  private func menu(gap: Int) -> [String] {
    let width = welcome.choices.filter { $0.note != nil }.map(\.label.count).max() ?? 0
    return welcome.choices.enumerated().map { index, choice in
      let padding = String(repeating: " ", count: max(0, width - choice.label.count) + gap)
      let note = choice.note.map { "\(padding)(\($0))" } ?? ""
      return "  \(index + 1)  \(choice.label)\(note)"
    }
  }

  private static let accessible = "accessible"

  /// If the person typed the word `accessible`, switches to output for a screen reader, shows the
  /// choices again and returns true. Returns false for any other text.
  private func speaksPlainly(_ typed: String, _ speaker: Speaker) async -> Bool {
    guard typed.lowercased() == Self.accessible else { return false }
    await LineRun(session).run("set \(Self.accessible) on")
    for line in menu { speaker.ask(line) }
    return true
  }

  /// Asks for one of the choices until the answer fits one. Returns nil if the person skips the
  /// question.
  private func choose(_ speaker: Speaker) async -> Welcome.Choice? {
    while case .line(let text) = session.keyboard.readAnswer("> ", { _, _ in .none }) {
      let typed = text.trimmed
      if typed.isEmpty { return nil }
      if await speaksPlainly(typed, speaker) { continue }
      if Menu.asksForHelp(typed) {
        for (index, choice) in welcome.choices.enumerated() {
          speaker.ask("  \(index + 1)  \(choice.explanation ?? choice.label)")
        }
        continue
      }
      let choices = welcome.choices.map { Menu.Choice($0.label, others: $0.answers) }
      if let meant = Menu(choices).meant(by: typed) { return welcome.choices[meant] }
      speaker.ask(
        "Type a number from 1 to \(welcome.choices.count), or Enter to skip this. `?` says more.")
    }
    return nil
  }
}
