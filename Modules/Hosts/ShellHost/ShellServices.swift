package import Conversation
package import FeatureKit

/// What the program passes to its shell: a `Visit`, through which the person's commands reach their
/// data, and parts that only a shell needs, such as the file with the history of typed lines.
package struct ShellServices: Sendable {
  package var version: String
  package var visit: Visit
  /// The path of the file that stores the lines typed at the prompt; nil keeps them in memory only.
  package var historyFile: String?
  /// Checks each path that a person types, and refuses paths of the program's own files.
  package var paths: PathGuard
  /// The error that starting a command throws.
  package typealias Failure = Problem
  package typealias Start =
    @Sendable (CommandDraft, Console) async throws(Failure) -> ExitCode
  /// The commands that run instead of a prompt until they end, such as `serve`, each with the
  /// function that runs it.
  package var starts: [HostCommand: Start]
  /// A notice above the first prompt, if the data is that of an example family; nil for a family's
  /// own data.
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

/// The checked values of the options of the command `serve`.
package struct ServeRequest: Equatable, Sendable {
  /// The port on which the pages are served: 0 takes any free port, and nil the first free one of
  /// the usual ports.
  package var port: Int?
  /// Whether the command also opens a browser with the pages.
  package var opensBrowser: Bool
  /// Whether the program's entry in the desktop menu is added or removed instead of serving pages;
  /// nil serves pages.
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
