import Basics

/// The words for the owner of a page (the athlete whose data it shows): "you" if the athlete reads
/// it, and the athlete's name if a parent does.
///
/// With these words, one text can say "You've completed 3 tasks" to the athlete and "Sam has
/// completed 3 tasks" to the parent.
public struct PageOwner: Hashable, Sendable {
  /// The athlete's first name; nil if the reader is the owner of the page.
  public let name: String?

  public init(name: String?) {
    self.name = name
  }

  /// The words for an athlete of this full name, whose page another person reads.
  public init(athlete fullName: String?) {
    let name = FirstName.of(fullName)
    self.init(
      name: name.isEmpty || fullName == AccessibleAthlete.nameOfUnnamed
        ? "Your athlete" : ShortName.of(name))
  }

  /// The owner as the first word of a sentence: `You` or `Sam`.
  public var subject: String { name ?? "You" }

  /// The owner with the verb "have": `You've` or `Sam has`.
  public var have: String { name.map { "\($0) has" } ?? "You've" }

  /// The possessive form at the beginning of a sentence: `Your` or `Sam's`.
  public var possessive: String { name.map { "\($0)'s" } ?? "Your" }

  /// The possessive form within a sentence: `your` or `Sam's`.
  public var possessiveWithin: String { name.map { "\($0)'s" } ?? "your" }

  /// The owner within a sentence: `you` or `Sam`.
  public var within: String { name ?? "you" }

  /// Returns the form of a verb that agrees with the owner, such as `have` or `has`.
  public func verb(_ ofYou: String, _ ofName: String) -> String { name == nil ? ofYou : ofName }
}

extension Viewing {
  /// The athlete's name in the short form that pages show to a parent; `Your athlete` if the
  /// athlete has no name.
  public var ownerWords: String {
    let name = (athleteName ?? "").trimmed
    return name.isEmpty ? "Your athlete" : ShortName.of(name)
  }

  /// The words with which a page names its owner to the current reader.
  public var owner: PageOwner {
    isReadOnly ? PageOwner(athlete: athleteName) : PageOwner(name: nil)
  }
}
