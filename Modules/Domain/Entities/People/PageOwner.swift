import Basics

/// The owner of a page in words: "you" for the athlete, and the athlete's name for a parent who views the page.
///
/// The same text says "You've completed 3 tasks" to the athlete and "Sam has completed 3 tasks" to the parent.
public struct PageOwner: Hashable, Sendable {
  /// The athlete's first name; nil for the reader's own page.
  public let name: String?

  public init(name: String?) {
    self.name = name
  }

  /// The owner at the beginning of a sentence: `You`, `Sam`.
  public var subject: String { name ?? "You" }

  /// The pronoun or name with its verb: `You've`, `Sam has`.
  public var have: String { name.map { "\($0) has" } ?? "You've" }

  /// The possessive form at the beginning of a sentence: `Your`, `Sam's`.
  public var possessive: String { name.map { "\($0)'s" } ?? "Your" }

  /// The possessive form within a sentence: `your`, `Sam's`.
  public var possessiveWithin: String { name.map { "\($0)'s" } ?? "your" }

  /// The pronoun or name within a sentence: `you`, `Sam`.
  public var within: String { name ?? "you" }

  /// Returns the verb that agrees with the owner: `have` or `has`.
  public func verb(_ ofYou: String, _ ofName: String) -> String { name == nil ? ofYou : ofName }
}

extension Viewing {
  /// The athlete's name as a parent reads it, short enough for a sentence; `Your athlete` if the
  /// athlete has no name.
  public var ownerWords: String {
    let name = (athleteName ?? "").trimmed
    return name.isEmpty ? "Your athlete" : ShortName.of(name)
  }

  /// The owner of the page, as its text addresses the reader.
  public var owner: PageOwner {
    guard isReadOnly else { return PageOwner(name: nil) }
    let name = FirstName.of(fullName: athleteName, email: nil)
    return PageOwner(
      name: name.isEmpty || athleteName == AccessibleAthlete.nameOfUnnamed
        ? "Your athlete" : ShortName.of(name))
  }
}
