import Conversation
import FeatureKit
import HTTP

// Problems of web addresses that contain an unknown field or word. The texts are written for a
// person who followed a link and did not write the address.
extension AskedCommand {
  /// Returns a problem if the command's web address has a field or a word that the command does not
  /// take; nil if the command takes all of them.
  ///
  /// - Parameter fields: the fields of the address's query.
  func fault(ofAddressWith fields: [String: [String]]) -> Problem? {
    guard case .feature(let match) = self else { return nil }
    let way = "The page without it:  \(match.command.words)"
    let names = match.command.parameters.map(\.name)
    if let unknown = fields.keys.sorted().first(where: { !names.contains($0) }) {
      let shown = match.command.parameters.filter(\.isForPages).map(\.name)
      return Problem.noChoice(
        unknown, among: shown,
        title: "The address asks for “\(unknown.prefix(80))”, which this page does not have.",
        fix: way)
    }
    let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    guard draft == nil else { return nil }
    return Problem(.usage, "The address asks for something that this page does not have.", fix: way)
  }
}

extension PageFrame {
  /// Returns whether the answer to the request may name commands to type. It may if the client is a
  /// program that wants JSON, or if the person has chosen in the settings to see the commands of
  /// the terminal.
  func speaksOfCommands(to request: HTTP.Request) -> Bool {
    request.wantsJSON || conversation.settings.showsTerminal
  }

  /// Returns the command for the command line in a web address, such as `tasks list`. Throws if
  /// there is no such command, or if it has no use on a page, as `quit` has none.
  func command(of line: String, _ request: HTTP.Request) throws -> AskedCommand {
    let command: AskedCommand
    do throws(Problem) {
      command = try AskedCommand(line, in: conversation.index)
    } catch {
      if speaksOfCommands(to: request) { throw error }
      throw WebFault.noCommand
    }
    guard request.wantsJSON || command.isForBrowser else {
      throw WebFault.onlyAtPrompt
    }
    return command
  }

  /// Returns the problem to show after a command was opened by its web address. If the address has
  /// a field or word that the command does not take, the result says that; otherwise it is
  /// `problem`.
  func problem(
    _ problem: Problem, of command: AskedCommand, _ fields: [String: [String]],
    _ request: HTTP.Request
  ) -> Problem {
    guard !speaksOfCommands(to: request) else { return problem }
    return command.fault(ofAddressWith: fields) ?? problem
  }
}
