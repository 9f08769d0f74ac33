/// Chooses the program that shows a page longer than the screen.
enum Pager {
  /// `COMPASS_PAGER`, else `PAGER`, else less, which quits at the end of a page and keeps it on the screen. Nil writes pages directly: if
  /// an empty one or `cat` was chosen, and on a screen that cannot be paged.
  static func command(_ environment: Environment) -> String? {
    guard !["", "dumb", "emacs"].contains(environment["TERM"] ?? "") else { return nil }
    let chosen = environment["COMPASS_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
    let command = chosen.split(separator: " ").joined(separator: " ")
    return ["", "cat"].contains(command) ? nil : command
  }
}
