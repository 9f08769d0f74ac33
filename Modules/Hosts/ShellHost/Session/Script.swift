import Conversation
import FeatureKit
import LineEditing

/// Runs a script, in which each line is one command. It stops at the first failed command unless
/// `keepsGoing` is true.
struct Script {
  let session: ShellSession
  let keepsGoing: Bool

  /// Runs the lines of a script file, which has been read whole.
  func run(_ bytes: [UInt8], from name: String) async -> ExitCode {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    return await run(from: name) {
      lines.popFirst().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Runs the lines of the standard input, each as soon as it arrives.
  func runInput() async -> ExitCode {
    let keyboard = session.keyboard
    return await run(from: "input") {
      if case .line(let line) = keyboard.readLine("") { line } else { nil }
    }
  }

  private func run(from name: String, next: () -> String?) async -> ExitCode {
    var failure = ExitCode.done
    var number = 0
    while let line = next() {
      number += 1
      session.place = "\(name), line \(number)"
      let text = line.last == "\r" ? String(line.dropLast()) : line
      let run = LineRun(session)
      await run.run(text)
      if failure == .done { failure = run.exitCode }
      if run.command.leaves || (run.exitCode != .done && !keepsGoing) { break }
    }
    return failure
  }
}
