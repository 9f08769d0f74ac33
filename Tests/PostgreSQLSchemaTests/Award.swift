public import Basics
public import CivilTime

@testable public import Domain

/// What an athlete won; a row of `awards`.
public struct Award: PlainKind {
  public var name = ""
  public var givenOn: CalendarDay?
  public var eventID: RecordID?

  public init() {}

  public static let kind = ReferenceKind(letter: "a", singular: "award", plural: "awards")
  public static let table = RecordTable<PlainRecord<Award>>(of: Award.self, twin: [.name("name")]) {
    Column(
      "name", \.name,
      FieldForm("name", "Name", .nowhere, ask: "What is it called?", isArgument: true),
      .required("the name", max: TextLimit.name, missing: "An award needs a name."),
      isRequired: true)
    Column("given_on", \.givenOn, FieldForm("given", "Given", .trailing, ask: "When was it given?"))
    Column.link(
      "event_id", \.eventID, to: .event, FieldForm("event", "Event", .detail), heading: "event"
    ) {
      $0.named($0.record.eventID)
    }
  }
  public static let list = PlainList(
    title: "name", detail: "given_on", searched: ["name"],
    narrowedBy: ["event_id", .through("given_on", as: "until", "Given by")],
    orderedBy: [
      PlainOrder("given", by: "given_on", newestFirst: true), PlainOrder("name", by: "name"),
    ])
  public static let words = KindWords(
    summary: "What you won.", none: "No awards yet", hint: "All-Conference, a spelling bee.",
    add: "Add an award", askedFirst: ["name", "given"])
}
