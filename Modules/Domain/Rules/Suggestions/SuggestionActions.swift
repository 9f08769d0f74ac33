import Basics

extension SuggestionRow {
  /// The name of the suggestion's rule, which pages show above the message.
  public var title: String { title(of: PageOwner(name: nil)) }

  /// Returns the title with the words for the athlete: "your", or the athlete's name on a parent's
  /// page.
  public func title(of owner: PageOwner) -> String {
    suggestion.rule.known?.words(of: owner) ?? suggestion.rule.words
  }

  /// The title, followed by the school if the suggestion is about one, such as
  /// `Get back in touch: Cedar Valley`.
  public var heading: String { heading(of: PageOwner(name: nil)) }

  /// Returns the heading with the words for the athlete: "your", or the athlete's name on a
  /// parent's page.
  public func heading(of owner: PageOwner) -> String {
    title(of: owner) + (school.map { ": \($0.title)" } ?? "")
  }

  /// The command that does what the suggestion proposes. If the command lacks a required argument,
  /// a terminal asks the athlete for it.
  public var actionCommand: String {
    switch suggestion.action?.known {
    case .logInteraction: school.map { "interactions log email \($0.handle)" } ?? "interactions add"
    case .addVideo: "documents add"
    case .updateVideo: "documents"
    case .addSchool: "schools add"
    case nil: task.map { "tasks show \($0.handle)" } ?? "tasks"
    }
  }
}

extension Viewing {
  /// The note that pages show to a parent beside suggestions, because only the athlete can act on
  /// them; nil for the athlete.
  public var suggestionNote: String? { isReadOnly ? "Consider discussing together" : nil }
}
