import CivilTime
import Domain
import FeatureKit

extension RecruitingEvent: TabledRecord {
  @FieldBuilder<RecruitingEvent>
  static var fields: [Field<RecruitingEvent>] {
    Field.value("name", "Name", .text, \.name, .nowhere, ask: "What is it called?") {
      $0.event.name
    }
    Field.choice("type", "Type", \.type, .badge, ask: "What is it?") {
      $0.event.type
    }
    Field.value("on", "Starts", .day, \.startDate, .trailing, ask: "On which day does it start?") {
      $0.event.startDate
    }
    Field.value("until", "Ends", .day, \.endDate, ask: "Its last day, if it is another") {
      $0.event.endDate
    }
    Field.value("starts-at", "Start time", .time, \.startTime, ask: "At what time does it start?") {
      $0.event.startTime
    }
    Field.value("ends-at", "End time", .time, \.endTime, isAsked: false) { $0.event.endTime }
    Field.value("check-in", "Check-in", .time, \.checkInTime, isAsked: false) {
      $0.event.checkInTime
    }
    Field.record("school", "School", .school, \.school, ask: "Whose event is it?  (a school)") {
      $0.school
    }
    Field.value("location", "Location", .text, \.location, .detail, ask: "Where?") {
      $0.event.location
    }
    Field.value("address", "Address", .text, \.address, isAsked: false) { $0.event.address }
    Field.value("city", "City", .text, \.city, .detail) { $0.event.city }
    Field.value("state", "State", .text, \.state, .detail) { $0.event.state }
    Field.value("link", "Link", .link, \.url, ask: "A web page about it") { $0.event.url }
    Field.value("cost", "Cost", .dollars, \.cost, ask: "What does it cost, in dollars?") {
      $0.event.cost
    }
    Field.value(
      "registered", "Registered", .yesNo, \.isRegistered, .badge,
      ask: "Are you registered?"
    ) { $0.event.isRegistered }
    Field.value(
      "attended", "Attended", .yesNo, \.isAttended, .badge, isAsked: false
    ) {
      $0.event.isAttended
    }
    Field.choice("source", "Heard of through", \.source, isAsked: false) { $0.event.source }
    Field.records("coach", "Coaches there", .coach, \.coachesPresent, .nowhere) { _ in [] }
    Field.value("description", "Description", .text, \.description, .text, isAsked: false) {
      $0.event.description
    }
    Field.value("performance", "How it went", .text, \.performanceNotes, .text, isAsked: false) {
      $0.event.performanceNotes
    }
  }

  static var filters: [ListFilterField<RecruitingEvent>] {
    [
      .choice("type", "Type", \.type), .record("school", "School", .school, \.school),
      .day("from", "From") { filter, day, _ in filter.from = day },
      .day("to", "To", .lastDay) { filter, day, _ in filter.through = day },
      .flag("attended", "Attended only") { $0.isAttended = true },
      .flag("registered", "Registered only") { $0.isRegistered = true },
    ]
  }

  static var required: [String] { ["name", "type", "on"] }

  /// The next one stands first, and what is over is no part of it unless days are named.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest {
    guard request.sort == EventSort.upcoming.rawValue, request.filters["from"] == nil,
      request.filters["to"] == nil
    else { return request }
    var completed = request
    completed.filters["from"] = .day(context.today)
    return completed
  }

  static var viewedAs: ViewLogEntry.ItemType? { .event }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No events yet", hint: "Showcases, camps, visits and games where coaches see you.",
      add: "Add an event")
  }

  static var blank: RecruitingEvent {
    RecruitingEvent(id: .none, athleteID: .none, type: .camp, name: "Event", startDate: .first)
  }
  mutating func apply(_ edit: EventEdit) { edit.apply(to: &self) }

  static func new(
    from given: Given, _ edit: EventEdit, _ context: ParseContext
  ) throws(Problem) -> NewEvent {
    guard let name = given.text("name") else { throw Given.missing("name") }
    guard let type: EventType = given.choice("type") else { throw Given.missing("type") }
    guard let day = edit.startDate else { throw Given.missing("on") }
    return NewEvent(type: type, name: name, startDate: day, fields: edit)
  }

  static func row(of details: EventDetails) -> EventRow { details.row }

  static func related(in details: EventDetails, to reader: RecordID) -> [Related] {
    let handle = details.row.reference.handle
    return [
      Related("Coaches there", details.coachesPresent.map { Entry($0) }),
      .of(
        Interaction.self, details.interactions, to: reader, all: "interactions --event \(handle)"),
      Related(
        "Metrics",
        details.metrics.rows.map { row in
          // The value stands beside the type, written as everywhere.
          Entry(
            Reference(
              kind: .metric, id: row.reference.id, handle: row.reference.handle,
              title: row.metric.type.words),
            [
              Entry.Item("value", .text(MetricText.text(row.metric))),
              Entry.Item("on", .day(row.metric.recordedDate)),
            ])
        }, total: details.metrics.matching, all: "performance --event \(handle)"),
    ]
  }
}
