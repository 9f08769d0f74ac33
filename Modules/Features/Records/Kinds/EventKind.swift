import CivilTime
import Domain
import FeatureKit

extension RecruitingEvent: TabledRecord {
  static var filters: [ListFilterField<RecruitingEvent>] {
    [
      .choice("type", "Type", \.type), .record("school", "School", .school, \.school),
      .day("from", "From") { filter, day, _ in filter.from = day },
      .day("to", "To", .lastDay) { filter, day, _ in filter.through = day },
      .flag("attended", "Attended only") { $0.isAttended = true },
      .flag("registered", "Registered only") { $0.isRegistered = true },
    ]
  }

  /// Returns the request for a list of events. If the list is sorted by `upcoming` and has no
  /// days, the list begins with today, so that past events are left out.
  static func completed(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> RecordsFeature.ListRequest {
    guard request.sort == EventSort.upcoming.words, request.filters["from"] == nil,
      request.filters["to"] == nil
    else { return request }
    var completed = request
    completed.filters["from"] = .day(context.today)
    return completed
  }

  /// Returns the values of the command, with the event's last day as it was saved. If the person
  /// entered the last day without a year, its year follows from the first day, and the answer shows
  /// the resulting date.
  static func completed(
    _ changes: FieldChanges, before: EventRow?, saved: EventRow
  ) -> FieldChanges {
    guard changes["until"] != nil, let end = saved.event.endDate else { return changes }
    var completed = changes
    completed.values["until"] = .day(end)
    return completed
  }

  static var askedFirst: Set<String> { ["name", "type", "on", "location", "registered"] }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No events yet", hint: "Showcases, camps, visits and games where coaches see you.",
      add: "Add an event")
  }

  /// Returns the values with which an edit form starts.
  ///
  /// The row of an event does not contain the coaches at the event. So the value of this field
  /// comes from the details of the event.
  static func typed(
    _ details: EventDetails, to reader: RecordID, _ context: ParseContext
  ) -> [String: [String]] {
    var typed = entry(details.row, to: reader).answers
    typed["coach"] = details.coachesPresent.map(\.handle)
    return typed
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
        details.metrics.rows.map { .metric($0) }, total: details.metrics.matching,
        all: "performance --event \(handle)"),
    ]
  }
}
