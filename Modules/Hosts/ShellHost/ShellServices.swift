package import Conversation
package import FeatureKit

/// All a shell needs of the program around it: one person's visit, and what only a shell has.
package struct ShellServices: Sendable {
  package var version: String
  package var visit: Visit
  /// The file that keeps the lines typed at the prompt; nil keeps them in memory only.
  package var historyFile: String?
  /// Keeps every path that a person names away from the program's own files.
  package var paths: PathGuard
  /// What serving pages can fail with.
  package typealias Failure = Problem
  /// Shows the pages in a browser until somebody ends it; nil where nothing can.
  package var serve: (@Sendable (ServeRequest, Console) async throws(Failure) -> Void)?
  /// Said above the first prompt, about what the data are.
  package var opening: Notice?

  package init(
    version: String, visit: Visit, historyFile: String? = nil, paths: PathGuard = .none,
    serve: (@Sendable (ServeRequest, Console) async throws(Failure) -> Void)? = nil,
    opening: Notice? = nil
  ) {
    self.opening = opening
    self.version = version
    self.visit = visit
    self.historyFile = historyFile
    self.paths = paths
    self.serve = serve
  }
}

/// What `serve` was given.
package struct ServeRequest: Equatable, Sendable {
  /// The usual one when nil.
  package var port: Int?
  /// Whether the browser is opened too.
  package var opensBrowser: Bool

  init(_ words: [CommandText.Word]) throws(Problem) {
    let draft = try CommandDraft(HostCommand.serve.description, words: words)
    let text = draft.given["port"].last?.text
    port = text.flatMap { Int($0) }.flatMap { $0 == 0 || (1_024...65_535).contains($0) ? $0 : nil }
    if let text, port == nil {
      throw Problem(
        .usage, "`\(text)` is not the number of a port.",
        fix: "Use a number from 1024 to 65535, or 0 for one that is free.")
    }
    opensBrowser = !draft.given["open"].isEmpty
  }
}
