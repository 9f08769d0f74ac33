import Conversation
import FeatureKit
import HTTP

// The faults of addresses, in words for people, who follow an address and do not write it.
extension AskedCommand {
  /// Returns the problem of an address that gives the command something it does not take; nil if
  /// the command takes all of it.
  ///
  /// - Parameter fields: the fields of the address's query.
  func fault(ofAddressWith fields: [String: [String]]) -> Problem? {
    guard case .feature(let match) = self else { return nil }
    let way = "The page without it:  \(match.command.words)"
    let names = match.command.parameters.map(\.name)
    if let unknown = fields.keys.sorted().first(where: { !names.contains($0) }) {
      let shown = match.command.parameters.filter(\.isForPages).map(\.name)
      let nearest = Suggestion.nearest(to: unknown, among: shown)
      return Problem(
        .usage, "The address asks for “\(unknown.prefix(80))”, which this page does not have.",
        details: nearest.map { [Problem.meaning($0)] } ?? [], fix: way)
    }
    let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    guard draft == nil else { return nil }
    return Problem(.usage, "The address asks for something that this page does not have.", fix: way)
  }
}

extension PageFrame {
  /// Returns whether an answer may speak of commands: to a program, and to a person who has chosen
  /// in the settings to see what belongs to the terminal.
  func speaksOfCommands(to request: HTTP.Request) -> Bool {
    request.wantsJSON || conversation.settings.showsTerminal
  }

  /// Returns the command that an address stands for. Throws if there is none, or if it has no use
  /// on a page, as `quit` has none.
  func command(of line: String, _ request: HTTP.Request) throws -> AskedCommand {
    let command: AskedCommand
    do throws(Problem) {
      command = try AskedCommand(line, in: conversation.index)
    } catch {
      if speaksOfCommands(to: request) { throw error }
      throw WebFault.noCommand
    }
    guard request.wantsJSON || command.isForBrowser else { throw WebFault.leftOut }
    return command
  }

  /// Returns the problem of a command in the words of its address, if the address is what is wrong;
  /// otherwise the same problem.
  func problem(
    _ problem: Problem, of command: AskedCommand, _ fields: [String: [String]],
    _ request: HTTP.Request
  ) -> Problem {
    guard !speaksOfCommands(to: request) else { return problem }
    return command.fault(ofAddressWith: fields) ?? problem
  }
}
