/// The commands of a feature, in groups by noun (first word). A command line creates only the group
/// of its own noun.
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
    // A closure and not the key path `\.groups`: the type is generic, so the key path would be
    // created while the program runs, which takes longer than the loop.
    groups = parts.flatMap { $0.groups }
  }

  /// The nouns of the commands, in the order of their declaration.
  var nouns: [String] { groups.map { $0.noun } }

  /// Creates the commands that begin with the noun, such as `tasks`.
  func under(_ noun: String) -> [Command<Feature>] {
    groups.filter { $0.noun == noun }.flatMap { $0.make() }
  }

  /// Returns a copy in which each writing command changes the data of this area.
  ///
  /// A read-only viewer may use these commands if the owner has allowed changes in the area.
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

extension Commands: Sequence {
  /// Creates all commands and iterates over them in the order of their declaration.
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

  /// Returns a copy in which each writing command changes the data of this area.
  ///
  /// A read-only viewer may use these commands if the owner has allowed changes in the area.
  public func changing(_ area: WriteArea) -> Under { Under(commands.changing(area)) }
}

/// Builds a feature's commands from a list in which commands and groups of commands follow each
/// other without commas.
@resultBuilder
public enum CommandBuilder<Feature: FeatureModule> {
  public static func buildExpression(_ command: Command<Feature>) -> Commands<Feature> {
    Commands(command.description.noun) { [command] }
  }
  public static func buildExpression(_ group: Under<Feature>) -> Commands<Feature> {
    group.commands
  }
  /// Accepts a list of commands that is declared elsewhere.
  public static func buildExpression(_ commands: Commands<Feature>) -> Commands<Feature> {
    commands
  }
  public static func buildBlock(_ parts: Commands<Feature>...) -> Commands<Feature> {
    Commands(joining: parts)
  }
  /// Accepts commands inside an `if`, for commands that only some programs have.
  public static func buildOptional(_ part: Commands<Feature>?) -> Commands<Feature> {
    part ?? Commands(joining: [])
  }
  /// Joins the commands that a `for` loop declares.
  public static func buildArray(_ parts: [Commands<Feature>]) -> Commands<Feature> {
    Commands(joining: parts)
  }
}
