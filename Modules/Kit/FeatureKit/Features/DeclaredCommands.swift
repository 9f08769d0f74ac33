import Basics
import Synchronization

/// The commands of a feature that begin with the same noun, such as `tasks`. A command is found by
/// its verb, the second word.
///
/// Their declaration is checked once, when a command line first uses the noun.
struct DeclaredCommands: Sendable {
  /// The commands in the order in which they are declared.
  let all: [CommandDescription]
  /// The mistake in the declaration, such as two commands with the same verb. Each command line
  /// that begins with their noun (first word) fails with this problem. Nil if the declaration has
  /// no mistake.
  let fault: Problem?
  /// The index of each command by its verb (second word).
  private let positions: [String: Int]

  /// Stores the commands that begin with the noun (first word), and checks them against the
  /// feature's manifest. A mistake is stored in `fault`.
  ///
  /// - Parameter stray: a command of the feature whose noun is missing in the manifest, which is a
  ///   mistake. Nil if there is none.
  init(
    _ commands: [CommandDescription], under noun: Noun, of manifest: FeatureManifest,
    stray: CommandDescription?
  ) {
    self.init(commands, fault: manifest.fault(in: commands, under: noun, stray: stray))
  }

  /// Returns these commands without the omitted ones, which are named by their words, such as
  /// `tasks complete`. A server with accounts omits some commands of the shell.
  func without(_ omitted: Set<String>) -> DeclaredCommands {
    guard !omitted.isEmpty, all.contains(where: { omitted.contains($0.words) }) else { return self }
    return DeclaredCommands(all.filter { !omitted.contains($0.words) }, fault: fault)
  }

  private init(_ commands: [CommandDescription], fault: Problem?) {
    all = commands
    self.fault = fault
    positions = Dictionary(
      commands.enumerated().map { ($1.verb, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func command(_ verb: String) -> CommandDescription? { position(of: verb).map { all[$0] } }

  func position(of verb: String) -> Int? { positions[verb] }
}

/// The declared commands of a feature, which all boxes (`FeatureBox`) of that feature share. The
/// commands are the same in every box, and creating them takes longer than most commands run.
public final class Declarations: Sendable {
  let kept = KeptByNoun<DeclaredCommands>()

  public init() {}
}

/// Values that are created for each noun (first word of commands) at its first use.
///
/// Two threads may both create a value, and the first value is stored. Creating a value must
/// therefore have no side effects.
final class KeptByNoun<Made: Sendable>: Sendable {
  private let kept = Mutex<[String: Made]>([:])

  func value(_ noun: String, _ make: () -> Made) -> Made {
    if let made = kept.withLock({ $0[noun] }) { return made }
    let made = make()
    return kept.withLock { kept in
      if let first = kept[noun] { return first }
      kept[noun] = made
      return made
    }
  }
}
