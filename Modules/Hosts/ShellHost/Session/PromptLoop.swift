import Conversation
import FeatureKit
import LineEditing

/// The loop at the prompt: read a line, run it, until Ctrl-D or `quit`. Ctrl-C never leaves.
struct PromptLoop {
  let session: ShellSession

  func run() async -> ExitCode {
    session.console.takeInterrupts()
    let opening = LineRun(session)
    await opening.command.attempt { () throws(Problem) in
      for refusal in session.index.refusals { opening.speaker.say(refusal) }
      if let welcome = try await session.services.visit.welcome() {
        await Reception(session: session, welcome: welcome).run()
      }
      try await session.conversation.look()
    }
    guard opening.exitCode == .done else { return opening.exitCode }
    while await readAndRun() {}
    return .done
  }

  private func readAndRun() async -> Bool {
    let keyboard = session.keyboard
    await session.services.visit.dailyChores()
    await session.conversation.noticeOtherWriters()
    // What went wrong in looking is said by the command that needs it.
    _ = try? await session.conversation.look()
    await session.conversation.refreshBadges()
    let happenings = LineRun(session)
    happenings.command.sayHappenings()
    await happenings.finish()
    switch keyboard.readLine(prompt) {
    case .endOfInput:
      try? session.console.write([0x0A], .output)
      return false
    case .interrupted: return true
    case .line(let text):
      let run = LineRun(session)
      await run.run(text)
      if !run.command.mayHoldSecret { keyboard.remember(text) }
      return !run.command.leaves
    }
  }

  /// `compass (Dana → Sam · 3 unread)> `
  var prompt: Prompt {
    let looking = session.conversation.looking
    let people = [looking?.person, looking?.subject].compactMap { $0 }
    let facts =
      (people.isEmpty ? [] : [people.joined(separator: " → ")]) + (looking?.badges ?? [])
      + session.conversation.badges().map(\.badge.text)
    guard !facts.isEmpty else { return "compass> " }
    return Prompt("compass (\(facts.joined(separator: " · ")))> ")
  }
}

/// The first start: a few words and a choice, each of which may be left out.
struct Reception {
  let session: ShellSession
  let welcome: Welcome

  func run() async {
    let run = LineRun(session, isQuiet: true)
    for line in welcome.intro { run.speaker.ask(line) }
    run.speaker.ask("")
    for line in menu { run.speaker.ask(line) }
    run.speaker.ask("For a screen reader, type  \(Self.accessible)")
    guard let choice = await choose(run.speaker) else {
      return run.speaker.say(
        Notice("Nothing was set up.  help  shows what there is.", tone: .muted))
    }
    switch choice.step {
    case .command(let text): await run.run(text)
    case .work(let work):
      await run.command.attempt { () throws(Problem) in run.speaker.say(try await work()) }
    }
    guard run.exitCode == .done else { return }
    let closing = LineRun(session)
    if let ready = await welcome.ready() { closing.speaker.say(ready) }
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

  /// Nil when the person would rather not.
  private static let accessible = "accessible"

  /// Turns the pages into sentences from the first question on; the question is asked again, in that form.
  private func speaksPlainly(_ typed: String, _ speaker: Speaker) async -> Bool {
    guard typed.lowercased() == Self.accessible else { return false }
    await LineRun(session).run("set \(Self.accessible) on")
    for line in menu { speaker.ask(line) }
    return true
  }

  private func choose(_ speaker: Speaker) async -> Welcome.Choice? {
    while case .line(let text) = session.keyboard.readAnswer("> ", { _, _ in .none }) {
      let typed = text.trimmed
      if typed.isEmpty { return nil }
      if await speaksPlainly(typed, speaker) { continue }
      if let number = Int(typed), welcome.choices.indices.contains(number - 1) {
        return welcome.choices[number - 1]
      }
      speaker.ask("Type a number from 1 to \(welcome.choices.count), or Enter to skip this.")
    }
    return nil
  }
}
