/// Chooses the program that shows a page which is longer than the screen.
enum Pager {
  /// `less` with a line that says how to leave it, and without its commands that write files or
  /// start programs. Words that a person types into it by mistake would be such commands.
  static let usual = "LESSSECURE=1 less -FRX '-PSpace reads on, q goes back to the prompt'"

  /// Returns the pager's command line from the variable `COMPASS_PAGER`, or else `PAGER`, or else
  /// `less`.
  ///
  /// Returns nil if pages are to be printed without a pager: if the command line is empty or `cat`,
  /// or if the terminal cannot show a pager.
  static func command(_ environment: Environment) -> String? {
    guard !["", "dumb", "emacs"].contains(environment["TERM"] ?? "") else { return nil }
    let chosen = environment["COMPASS_PAGER"] ?? environment["PAGER"] ?? usual
    let command = chosen.split(separator: " ").joined(separator: " ")
    return ["", "cat"].contains(command) ? nil : command
  }
}
