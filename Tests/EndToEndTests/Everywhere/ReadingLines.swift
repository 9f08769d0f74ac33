import Composition
import FeatureKit
import ShellHost
import Testing

/// Command lines that open every page, and the pages of the newest records of each kind, generated
/// from the declarations of commands.
struct ReadingLines {
  let household: Household

  static let commands = Compass.reference.commands.filter {
    // The command `serve` is left out, because it runs until it is stopped.
    $0.mode == .reads && $0.noun != "serve"
  }

  /// The commands that are left out, because they work only at the prompt or show no data.
  private static let left: Set = ["back", "clear", "open", "quit", "refresh", "help"]

  func all(records: Int) throws -> [String] {
    let handles = try household.newestHandles(records)
    return Self.commands.filter { !Self.left.contains($0.words) }.flatMap { command in
      let examples = command.examples.filter { $0.speaker == nil }.map(\.line)
      let bare = command.parameters.contains(where: \.isRequired) ? [] : [command.words]
      return (bare + examples + Self.shown(command, handles)).filter { line in
        // Lines that write files or print single fields are left out.
        !line.contains("--out") && !line.contains("--fields")
      }
    }
  }

  /// Returns command lines that show one record. There is one line for each of the newest records
  /// of the kinds that the command can show.
  private static func shown(
    _ command: CommandDescription, _ handles: [Character: [String]]
  ) -> [String] {
    let required = command.parameters.filter(\.isRequired)
    guard required.count == 1, case .references(let kinds) = required[0].completion else {
      return []
    }
    return kinds.flatMap { handles[$0.letter] ?? [] }.map { "\(command.words) \($0)" }
  }
}
