import Conversation
package import FeatureKit
import LineEditing

/// Reads lines at the prompt and runs them, until Ctrl-D or `quit`. Ctrl-C only discards the typed
/// line or cancels the command.
package struct PromptLoop {
  let session: ShellSession

  /// How the loop ends: the person quit, or the program continues with another data folder.
  package enum End {
    case left(ExitCode)
    case moves(toFolder: String)
  }

  func run() async -> End {
    session.console.takeInterrupts()
    let opening = LineRun(session)
    var folder: String?
    await opening.command.attempt { () throws(Problem) in
      for refusal in session.index.refusals { opening.speaker.say(refusal) }
      if let welcome = try await session.services.visit.welcome() {
        folder = await Reception(session: session, welcome: welcome).run()
      }
      guard folder == nil else { return }
      try await session.conversation.look()
      if let notice = session.services.opening { opening.speaker.say(notice) }
      if let kept = await session.services.visit.answers.load() {
        opening.speaker.say(kept.notice)
      }
    }
    if let folder { return .moves(toFolder: folder) }
    guard opening.exitCode == .done else { return .left(opening.exitCode) }
    while await readAndRun() {}
    return .left(.done)
  }

  private func readAndRun() async -> Bool {
    let keyboard = session.keyboard
    await session.services.visit.upkeep.dailyChores()
    await session.conversation.noticeOtherWriters()
    // A failure to find out the viewer is ignored here, because the next command that needs the
    // viewer reports the same failure.
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
      if run.command.clearsScreen, session.console.outputIsTerminal,
        session.console.environment["TERM"] != "dumb"
      {
        try? session.console.write(Array(Self.clearing.utf8), .output)
      }
      if !run.command.mayHoldSecret { keyboard.remember(text, !run.command.cameToNothing) }
      return !run.command.leaves
    }
  }

  /// The control sequences that clear the screen and the lines that were scrolled out of it, and
  /// move the cursor to the corner (ECMA-48, xterm).
  private static let clearing = "\u{1B}[H\u{1B}[2J\u{1B}[3J"

  /// The prompt with names and facts, such as `compass (Dana → Sam · 3 unread)> `.
  var prompt: Prompt {
    let looking = session.conversation.looking
    let people = [looking?.person, looking?.subject].compactMap { $0 }
    let facts =
      (people.isEmpty ? [] : [people.joined(separator: " → ")]) + (looking?.badges ?? [])
      + session.conversation.badges().map(\.badge.text) + (looking?.waits ?? [])
    guard !facts.isEmpty else { return "compass> " }
    return Prompt("compass (\(facts.joined(separator: " · ")))> ")
  }
}
