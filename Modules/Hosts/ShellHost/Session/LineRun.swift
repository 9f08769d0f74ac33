import Conversation
import FeatureKit

/// One line at the shell: the run of its command, and who says what comes of it.
struct LineRun {
  let session: ShellSession
  let speaker: Speaker
  let command: CommandRun

  /// - Parameters:
  ///   - isQuiet: what was done is not said or shown; the first start has words of its own.
  ///   - showsPages: whether the page that was changed follows.
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

  /// Ends the answer. One that could not be written is a failure, whatever the command did, and what it did is said.
  func finish() async {
    await command.sayRemarks()
    speaker.finish()
    guard let loss = session.console.watch.take() else { return }
    speaker.say(loss)
    if command.exitCode == .done { command.exitCode = .failed }
  }
}
