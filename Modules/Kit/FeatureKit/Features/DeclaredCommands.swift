/// The commands of one feature as it declares them, judged once and found by their words.
struct DeclaredCommands: Sendable {
  /// In the order in which they are declared.
  let all: [CommandDescription]
  /// What is wrong with them; nil when nothing is.
  let fault: Problem?
  /// By noun and verb, where each stands.
  private let positions: [String: [String: Int]]

  init(_ commands: [CommandDescription], of manifest: FeatureManifest) {
    all = commands
    fault = manifest.fault(in: commands)
    var positions: [String: [String: Int]] = [:]
    for (position, command) in commands.enumerated() {
      positions[command.noun, default: [:]][command.verb] = position
    }
    self.positions = positions
  }

  func command(_ noun: String, _ verb: String) -> CommandDescription? {
    positions[noun]?[verb].map { all[$0] }
  }

  func position(of command: CommandDescription) -> Int? { positions[command.noun]?[command.verb] }
}

/// Keeps what a feature declares for all boxes of it: it says the same to everybody, and saying it costs more than most commands.
public final class Declarations: Sendable {
  private let kept = Kept<DeclaredCommands>()

  public init() {}

  /// - Parameter describe: by whichever box is asked first; what a feature declares depends on nothing it is given.
  func commands(_ describe: () -> DeclaredCommands) -> DeclaredCommands { kept.value(describe) }
}
