public import Basics

// These are the kinds of records that have a handle: a short name such as `t24`, by which people
// refer to a record. `letter` is the letter with which each handle begins (domain.md 9).
// `PlainKinds` adds further kinds.
extension ReferenceKind {
  public static let task = ReferenceKind(letter: "t", singular: "task", plural: "tasks")
  public static let metric = ReferenceKind(letter: "m", singular: "metric", plural: "metrics")
  public static let notification = ReferenceKind(
    letter: "n", singular: "notification", plural: "notifications")
  public static let school = ReferenceKind(letter: "s", singular: "school", plural: "schools")
  public static let coach = ReferenceKind(
    letter: "c", singular: "coach", plural: "coaches",
    formsOfAddress: ["coach", "mr", "ms", "mrs", "dr", "prof"])
  public static let interaction = ReferenceKind(
    letter: "i", singular: "interaction", plural: "interactions")
  public static let offer = ReferenceKind(letter: "o", singular: "offer", plural: "offers")
  public static let event = ReferenceKind(letter: "e", singular: "event", plural: "events")
  public static let suggestion = ReferenceKind(
    letter: "g", singular: "suggestion", plural: "suggestions")
  public static let quickTask = ReferenceKind(
    letter: "q", singular: "quick task", plural: "quick tasks")
  public static let document = ReferenceKind(
    letter: "d", singular: "document", plural: "documents")
  public static let person = ReferenceKind(letter: "p", singular: "person", plural: "people")

  /// All kinds, in the order in which the help explains their handles.
  public static let all: [ReferenceKind] =
    [
      .task, .metric, .notification, .school, .coach, .interaction, .offer, .event, .suggestion,
      .quickTask, .document,
    ] + PlainKinds.referenceKinds + [.person]

  /// The command that lists records of this kind, such as `schools`. Measurements are listed by
  /// `performance`.
  public var listing: String { self == .metric ? "performance" : plural }
}

extension ExampleSpeaker {
  /// Marks an example in the help as a command that a parent types, such as `family join`. Examples
  /// without this mark are typed by the athlete.
  public static let parent = ExampleSpeaker("parent")
}
