import Conversation
import FeatureKit

/// Runs the command of one line at the shell, and prints its results, problems and pages.
struct LineRun {
  let session: ShellSession
  let speaker: Speaker
  let command: CommandRun

  /// Creates the run of one line.
  ///
  /// - Parameters:
  ///   - isQuiet: whether the command's results are not printed, because the dialog of the
  ///     program's first start prints texts of its own.
  ///   - showsPages: whether a command that writes also shows what it has changed on a page.
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

  /// Prints what is left of the answer. If some output could not be written, the exit code says so,
  /// and a message goes to the other of the two output streams. If the command had a result, the
  /// message repeats it, so that the person does not run the command again.
  func finish() async {
    await command.sayRemarks()
    speaker.finish()
    guard let loss = session.console.watch.take() else { return }
    speaker.say(loss)
    if command.exitCode == .done { command.exitCode = .failed }
  }
}
