/// The commands of a feature by noun. A line creates only the commands of its own noun.
public struct Commands<Feature: FeatureModule>: Sendable {
  private struct Group: Sendable {
    let noun: String
    let make: @Sendable () -> [Command<Feature>]
  }

  private var groups: [Group]

  fileprivate init(_ noun: String, _ make: @escaping @Sendable () -> [Command<Feature>]) {
    groups = [Group(noun: noun, make: make)]
  }

  fileprivate init(joining parts: [Commands]) {
    groups = parts.flatMap(\.groups)
  }

  /// The nouns of the commands, in the order of their declaration.
  var nouns: [String] { groups.map(\.noun) }

  /// Creates and returns the commands that begin with the noun.
  func under(_ noun: String) -> [Command<Feature>] {
    groups.filter { $0.noun == noun }.flatMap { $0.make() }
  }

  /// Returns copies of the commands. The commands that write are marked as changing this area of
  /// the data.
  fileprivate func changing(_ area: WriteArea) -> Commands {
    var copy = self
    copy.groups = groups.map { group in
      Group(noun: group.noun) {
        group.make().map { $0.description.mode == .writes ? $0.changing(area) : $0 }
      }
    }
    return copy
  }
}

/// Iterates over the commands in the order of their declaration.
extension Commands: Sequence {
  /// Creates all commands and iterates over them.
  public func makeIterator() -> IndexingIterator<[Command<Feature>]> {
    groups.flatMap { $0.make() }.makeIterator()
  }
}

/// The commands of one noun, for features that claim several nouns.
public struct Under<Feature: FeatureModule>: Sendable {
  /// The commands that begin with the noun.
  public let commands: Commands<Feature>

  public init(
    _ noun: String,
    @CommandBuilder<Feature> _ commands: @escaping @Sendable () -> Commands<Feature>
  ) {
    self.commands = Commands(noun) { commands().map { $0.under(noun) } }
  }

  private init(_ commands: Commands<Feature>) { self.commands = commands }

  /// Returns copies of the commands. The commands that write are marked as changing this area of
  /// the data.
  public func changing(_ area: WriteArea) -> Under { Under(commands.changing(area)) }
}

/// Lets a feature list commands, and groups of commands, one below the other.
@resultBuilder
public enum CommandBuilder<Feature: FeatureModule> {
  public static func buildExpression(_ command: Command<Feature>) -> Commands<Feature> {
    Commands(command.description.noun) { [command] }
  }
  public static func buildExpression(_ group: Under<Feature>) -> Commands<Feature> {
    group.commands
  }
  /// Accepts commands from a separate list.
  public static func buildExpression(_ commands: Commands<Feature>) -> Commands<Feature> {
    commands
  }
  public static func buildBlock(_ parts: Commands<Feature>...) -> Commands<Feature> {
    Commands(joining: parts)
  }
  /// Accepts commands under a condition. Some programs have such commands and others do not.
  public static func buildOptional(_ part: Commands<Feature>?) -> Commands<Feature> {
    part ?? Commands(joining: [])
  }
  /// Joins the commands that a `for` loop declares.
  public static func buildArray(_ parts: [Commands<Feature>]) -> Commands<Feature> {
    Commands(joining: parts)
  }
}
