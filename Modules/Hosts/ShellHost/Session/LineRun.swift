import Conversation
import FeatureKit

/// Runs the command of one line at the shell. The speaker prints the outcomes.
struct LineRun {
  let session: ShellSession
  let speaker: Speaker
  let command: CommandRun

  /// - Parameters:
  ///   - isQuiet: whether outcomes are hidden. The first start shows its own texts.
  ///   - showsPages: whether the changed page is shown after a write.
  init(_ session: ShellSession, isQuiet: Bool = false, showsPages: Bool = true) {
    self.session = session
    let speaker = Speaker(session, session.options.answer, isQuiet: isQuiet)
    self.speaker = speaker
    command = CommandRun(
      session.conversation, speaker, session.options.answer,
      showsAfterWriting: !isQuiet && showsPages)
  }

  var exitCode: ExitCode { command.exitCode }

  func run(_ text: String) async {
    await command.run(text)
    await finish()
  }

  func run(_ words: [CommandText.Word]) async {
    await command.run(words)
    await finish()
  }

  /// Ends the answer. If output was lost, the exit code becomes a failure, and a message says what
  /// the command did.
  func finish() async {
    await command.sayRemarks()
    speaker.finish()
    guard let loss = session.console.watch.take() else { return }
    speaker.say(loss)
    if command.exitCode == .done { command.exitCode = .failed }
  }
}
