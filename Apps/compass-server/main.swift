import Glibc
import ServerPages
import SharingServer

/// An asynchronous main waits with every signal unblocked, whatever its mask, and the first one would end a server in the middle of an answer.
private func run(_ words: [String]) -> Never {
  ServerCommands.holdSignals(for: words)
  Task.detached { exit(await ServerCommands.main(words, pages: ServerPages.make)) }
  while true { pause() }
}

run(Array(CommandLine.arguments.dropFirst()))
