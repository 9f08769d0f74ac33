import Composition
import FeatureKit
import ShellHost
import Testing

/// Lines for every page and for the newest records of each kind, generated from the declarations.
struct ReadingLines {
  let household: Household

  static let commands = Compass.reference.commands.filter {
    // `serve` runs until it is stopped.
    $0.mode == .reads && $0.noun != "serve"
  }

  /// Commands that work only at the prompt, or that show no data.
  private static let left: Set = ["back", "clear", "open", "quit", "refresh", "help"]

  func all(records: Int) throws -> [String] {
    let handles = try household.newestHandles(records)
    return Self.commands.filter { !Self.left.contains($0.words) }.flatMap { command in
      let examples = command.examples.filter { $0.speaker == nil }.map(\.line)
      let bare = command.parameters.contains(where: \.isRequired) ? [] : [command.words]
      return (bare + examples + Self.shown(command, handles)).filter { line in
        // Files, and values for programs.
        !line.contains("--out") && !line.contains("--fields")
      }
    }
  }

  /// A command about one record, for the newest of its kinds.
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
