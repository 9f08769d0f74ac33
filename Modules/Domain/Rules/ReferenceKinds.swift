public import Basics

// These are the kinds of records that people can refer to, with the letter with which each handle
// begins, such as `t` in `t24` (domain.md 9). `PlainKinds` adds further kinds.
extension ReferenceKind {
  public static let task = ReferenceKind(letter: "t", singular: "task", plural: "tasks")
  public static let metric = ReferenceKind(letter: "m", singular: "metric", plural: "metrics")
  public static let notification = ReferenceKind(
    letter: "n", singular: "notification", plural: "notifications")
  public static let school = ReferenceKind(letter: "s", singular: "school", plural: "schools")
  public static let coach = ReferenceKind(
    letter: "c", singular: "coach", plural: "coaches", formOfAddress: "coach")
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

  /// The command that lists records of this kind, such as `schools`.
  public var listing: String { self == .metric ? "performance" : plural }
}

extension ExampleSpeaker {
  /// The role of a parent, in which the help's examples of commands such as `family join` run.
  /// Examples without a role run as the athlete.
  public static let parent = ExampleSpeaker("parent")
}
