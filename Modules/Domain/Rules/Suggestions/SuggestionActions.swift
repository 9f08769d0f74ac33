import Basics

extension SuggestionRow {
  /// The name of the rule, which is shown above the message.
  public var title: String { suggestion.rule.words }

  /// The title with the suggestion's school, such as `Get back in touch: Cedar Valley`.
  public var heading: String { title + (school.map { ": \($0.title)" } ?? "") }

  /// The command that does what the suggestion proposes. A terminal asks for the values that are
  /// missing.
  public var actionCommand: String {
    switch suggestion.action?.known {
    case .logInteraction: school.map { "interactions log email \($0.handle)" } ?? "interactions log"
    case .addVideo: "documents add"
    case .updateVideo: "documents"
    case .addSchool: "schools add"
    case nil: task.map { "tasks show \($0.handle)" } ?? "tasks"
    }
  }
}

extension Viewing {
  /// A note for parents next to suggestions, because only the athlete can act on them.
  public var suggestionNote: String? { isReadOnly ? "Consider discussing together" : nil }
}
