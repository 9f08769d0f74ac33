package import Conversation
package import FeatureKit

/// The services that a shell needs from the program: one person's visit, and parts that only a
/// shell has.
package struct ShellServices: Sendable {
  package var version: String
  package var visit: Visit
  /// The file that stores the lines typed at the prompt. Nil keeps the lines in memory.
  package var historyFile: String?
  /// Refuses paths of the program's own files.
  package var paths: PathGuard
  /// The error that starting a command throws.
  package typealias Failure = Problem
  package typealias Start =
    @Sendable (CommandDraft, Console) async throws(Failure) -> ExitCode
  /// Commands that replace the prompt until they end, such as `serve`.
  package var starts: [HostCommand: Start]
  /// A notice above the first prompt about the kind of data. Nil for ordinary data.
  package var opening: Notice?

  package init(
    version: String, visit: Visit, historyFile: String? = nil, paths: PathGuard = .none,
    starts: [HostCommand: Start] = [:], opening: Notice? = nil
  ) {
    self.opening = opening
    self.version = version
    self.visit = visit
    self.historyFile = historyFile
    self.paths = paths
    self.starts = starts
  }
}

/// The parameters of `serve`.
package struct ServeRequest: Equatable, Sendable {
  /// The port of the server. Nil uses the default port.
  package var port: Int?
  /// Whether the command also opens the browser.
  package var opensBrowser: Bool
  /// Adds or removes the program's entry in the desktop menu. If set, no server starts.
  package var menu: Menu?

  package enum Menu: Equatable, Sendable { case enter, leave }

  package init(_ draft: CommandDraft) throws(Problem) {
    let text = draft.given["port"].last?.text
    port = text.flatMap { Int($0) }.flatMap { $0 == 0 || (1_024...65_535).contains($0) ? $0 : nil }
    if let text, port == nil {
      throw Problem(
        .usage, "`\(text)` is not the number of a port.",
        fix: "Use a number from 1024 to 65535, or 0 for one that is free.")
    }
    opensBrowser = !draft.given["open"].isEmpty
    menu =
      draft.given["uninstall"].isEmpty ? draft.given["install"].isEmpty ? nil : .enter : .leave
  }
}
