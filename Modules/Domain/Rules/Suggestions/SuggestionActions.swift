import Basics

extension SuggestionRow {
  /// The rule's name, above its message.
  public var title: String { suggestion.rule.words }

  /// The title with the school it is about: `Get back in touch: Cedar Valley`.
  public var heading: String { title + (school.map { ": \($0.title)" } ?? "") }

  /// The command that does what it asks for; a terminal asks for what is missing.
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
  /// The note for a parent beside suggestions that only the athlete can act on.
  public var suggestionNote: String? { isReadOnly ? "Consider discussing together" : nil }
}
