/// Chooses the program that shows a page longer than the screen.
enum Pager {
  /// The pager's command line: `COMPASS_PAGER`, or `PAGER`, or `less`. Nil writes pages directly,
  /// if the chosen command is empty or `cat`, or if the terminal cannot page.
  static func command(_ environment: Environment) -> String? {
    guard !["", "dumb", "emacs"].contains(environment["TERM"] ?? "") else { return nil }
    let chosen = environment["COMPASS_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
    let command = chosen.split(separator: " ").joined(separator: " ")
    return ["", "cat"].contains(command) ? nil : command
  }
}
