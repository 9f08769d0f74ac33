import Basics
import Synchronization

/// The commands of one noun as a feature declares them, judged once and found by their verbs.
struct DeclaredCommands: Sendable {
  /// In the order in which they are declared.
  let all: [CommandDescription]
  /// What is wrong with them; nil when nothing is.
  let fault: Problem?
  /// By verb, where each stands.
  private let positions: [String: Int]

  /// - Parameter stray: one that begins with a noun the feature does not claim; nil where there is none.
  init(
    _ commands: [CommandDescription], under noun: Noun, of manifest: FeatureManifest,
    stray: CommandDescription?
  ) {
    all = commands
    fault = manifest.fault(in: commands, under: noun, stray: stray)
    positions = Dictionary(
      commands.enumerated().map { ($1.verb, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func command(_ verb: String) -> CommandDescription? { position(of: verb).map { all[$0] } }

  func position(of verb: String) -> Int? { positions[verb] }
}

/// Keeps what a feature declares for all boxes of it: it says the same to everybody, and saying it costs more than most commands.
public final class Declarations: Sendable {
  let kept = KeptByNoun<DeclaredCommands>()

  public init() {}
}

/// What was made for each noun at its first use.
///
/// Two threads may both make one; the first is kept, so making must have no effect outside the value.
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
