/// The declaration of a feature, such as its title and the first words of its commands. The shell
/// and the web server read it before the feature runs.
public struct FeatureManifest: Equatable, Sendable {
  /// The version of the interface between features and their hosts (shell and web server).
  ///
  /// A host does not load a feature that was built for another version.
  public static let currentAPIVersion = 1

  /// The module's name, such as `Tasks`.
  public var id: String
  /// The title in menus.
  public var title: String
  /// One sentence for the list of features.
  public var summary: String
  /// The position of the feature in menus and help.
  public var order: Int
  /// The nouns (first words) of the feature's commands, such as `tasks`. The first noun alone opens
  /// the feature's page.
  public var nouns: [Noun]
  /// The web paths of the feature, each with its command.
  public var routes: [RoutePattern]
  /// The command that shows one record, for each kind of record. If people type only a record's
  /// short name, this command runs: `t12` runs `tasks show t12`. If the command takes no record, it
  /// shows a page that contains the record.
  public var shows: [ReferenceKind: String]
  /// Whether the feature has a badge: a short text in the prompt, such as `3 unread`. The shell
  /// asks for it before each prompt, even if no command of the feature was used.
  public var showsBadge: Bool
  /// The version of the interface to the hosts (shell and web server) for which the feature was
  /// built.
  public var apiVersion: Int

  public init(
    id: String, title: String, summary: String, order: Int, nouns: [Noun],
    routes: [RoutePattern] = [], shows: [ReferenceKind: String] = [:], showsBadge: Bool = false,
    apiVersion: Int = FeatureManifest.currentAPIVersion
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.order = order
    self.nouns = nouns
    self.routes = routes
    self.shows = shows
    self.showsBadge = showsBadge
    self.apiVersion = apiVersion
  }
}

/// A noun (first word of commands) of a feature, and the command that the noun alone runs.
public struct Noun: Equatable, Sendable {
  /// The word itself, in lower case.
  public var word: String
  /// Other words that people can type in place of the noun (first word of commands).
  public var aliases: [String]
  /// One sentence about the commands that begin with the noun (first word), for the list in `help`.
  public var summary: String
  /// The verb (second word) of the command that the noun alone runs. For example, `tasks` runs
  /// `tasks list`.
  public var opens: String

  public init(_ word: String, aliases: [String] = [], summary: String, opens: String) {
    self.word = word
    self.aliases = aliases
    self.summary = summary
    self.opens = opens
  }
}

extension FeatureManifest {
  /// The reason why this program must not load the feature: the feature was built for another
  /// version of the interface to the hosts (shell and web server). Nil if the versions are equal.
  public var refusal: Problem? {
    guard apiVersion != Self.currentAPIVersion else { return nil }
    return Problem(
      .failed,
      "The feature \(id) was made for kit version \(apiVersion); this program has version \(Self.currentAPIVersion).",
      fix:
        "Use one made for version \(Self.currentAPIVersion), or a program of version \(apiVersion)."
    )
  }
}
