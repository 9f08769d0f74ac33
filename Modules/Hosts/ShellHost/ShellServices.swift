package import Conversation

/// All a shell needs of the program around it: one person's visit, and what only a shell has.
package struct ShellServices: Sendable {
  package var version: String
  package var visit: Visit
  /// The file that keeps the lines typed at the prompt; nil keeps them in memory only.
  package var historyFile: String?
  /// Keeps every path that a person names away from the program's own files.
  package var paths: PathGuard

  package init(
    version: String, visit: Visit, historyFile: String? = nil, paths: PathGuard = .none
  ) {
    self.version = version
    self.visit = visit
    self.historyFile = historyFile
    self.paths = paths
  }
}
