/// The declaration of a feature, which is read before it runs.
public struct FeatureManifest: Equatable, Sendable {
  /// The kit's version of the contract between features and hosts.
  public static let currentAPIVersion = 1

  /// The module's name: `Tasks`.
  public var id: String
  /// The title in menus.
  public var title: String
  /// One sentence for the list of features.
  public var summary: String
  /// Its position among the features in menus and help.
  public var order: Int
  /// The first words of the feature's commands. The first noun opens the feature's page.
  public var nouns: [Noun]
  /// The web paths of the feature, with the commands that they stand for.
  public var routes: [RoutePattern]
  /// The commands that show one record of a kind, for its handle alone: `t12` is `tasks show t12`. A command without a record shows a page
  /// that contains the record.
  public var shows: [ReferenceKind: String]
  /// Whether the prompt asks the feature for a badge, also before any of its commands was used.
  public var showsBadge: Bool
  /// The version of the kit that the feature was built for.
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

/// A first word that a feature claims, and the effect of the word alone.
public struct Noun: Equatable, Sendable {
  /// The word itself, in lower case.
  public var word: String
  /// Other words that people can type for the noun.
  public var aliases: [String]
  /// One sentence for help.
  public var summary: String
  /// The verb that is meant if only the noun is typed: `tasks` is `tasks list`.
  public var opens: String

  public init(_ word: String, aliases: [String] = [], summary: String, opens: String) {
    self.word = word
    self.aliases = aliases
    self.summary = summary
    self.opens = opens
  }
}

extension FeatureManifest {
  /// The reason why a host of this kit must not load the feature; nil if it may.
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
