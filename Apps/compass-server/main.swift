import Glibc
import ServerPages
import SharingServer

/// Runs the command in a detached task, while the main thread only pauses.
///
/// An asynchronous main function would not do: its thread waits with all signals unblocked, so a
/// signal to stop would end the server in the middle of an answer.
private func run(_ words: [String]) -> Never {
  ServerCommands.prepareProcess(for: words)
  Task.detached {
    exit(
      await ServerCommands.main(words, version: ServerPages.version, pages: ServerPages.make))
  }
  while true { pause() }
}

run(Array(CommandLine.arguments.dropFirst()))
