/// The commands of a feature, in groups by noun (first word).
///
/// A group, and each command of a group, is created when it is first used, because a command line
/// runs only one of about twenty commands.
public struct Commands<Feature: FeatureModule>: Sendable {
  typealias Declared = Lazy<Command<Feature>>

  private struct Group: Sendable {
    let noun: @Sendable () -> String
    let declared: @Sendable () -> [Declared]
  }

  private var groups: [Group]

  fileprivate init(_ command: Declared) {
    groups = [Group(noun: { command.value.description.noun }, declared: { [command] })]
  }

  fileprivate init(_ noun: String, _ make: @escaping @Sendable () -> Commands) {
    groups = [
      Group(noun: { noun }) {
        make().declared.map { command in Lazy { command.value.under(noun) } }
      }
    ]
  }

  fileprivate init(joining parts: [Commands]) {
    // A closure and not the key path `\.groups`: the type is generic, so the key path would be
    // created while the program runs, which takes longer than the loop.
    groups = parts.flatMap { $0.groups }
  }

  /// The nouns (first words) of the commands, in the order of their declaration.
  var nouns: [String] { groups.map { $0.noun() } }

  private var declared: [Declared] { groups.flatMap { $0.declared() } }

  /// Returns the commands that begin with the noun, such as `tasks`.
  func under(_ noun: String) -> [Declared] {
    groups.filter { $0.noun() == noun }.flatMap { $0.declared() }
  }

  /// Returns a copy in which each writing command is declared to change this area of the data, such
  /// as the tasks.
  ///
  /// A viewer who may otherwise only read the data may use these commands if the data's owner has
  /// allowed changes in the area.
  fileprivate func changing(_ area: WriteArea) -> Commands {
    var copy = self
    copy.groups = groups.map { group in
      Group(noun: group.noun) {
        group.declared().map { command in
          Lazy {
            let command = command.value
            return command.description.mode == .writes ? command.changing(area) : command
          }
        }
      }
    }
    return copy
  }
}

extension Commands: Sequence {
  /// Creates all commands and iterates over them in the order of their declaration.
  public func makeIterator() -> IndexingIterator<[Command<Feature>]> {
    declared.map { $0.value }.makeIterator()
  }
}

/// The commands that begin with one noun (first word), for features whose commands begin with
/// several nouns.
public struct Under<Feature: FeatureModule>: Sendable {
  /// The commands that begin with the noun (first word).
  public let commands: Commands<Feature>

  public init(
    _ noun: String,
    @CommandBuilder<Feature> _ commands: @escaping @Sendable () -> Commands<Feature>
  ) {
    self.commands = Commands(noun, commands)
  }

  private init(_ commands: Commands<Feature>) { self.commands = commands }

  /// Returns a copy in which each writing command is declared to change this area of the data, such
  /// as the tasks.
  ///
  /// A viewer who may otherwise only read the data may use these commands if the data's owner has
  /// allowed changes in the area.
  public func changing(_ area: WriteArea) -> Under { Under(commands.changing(area)) }
}

/// Builds a feature's commands from a list in which commands and groups of commands follow each
/// other without commas.
@resultBuilder
public enum CommandBuilder<Feature: FeatureModule> {
  public static func buildExpression(
    _ command: @autoclosure @escaping @Sendable () -> Command<Feature>
  ) -> Commands<Feature> {
    Commands(Lazy(command))
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
