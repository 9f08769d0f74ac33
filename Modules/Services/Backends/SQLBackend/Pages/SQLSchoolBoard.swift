import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var schoolBoard: SchoolBoardGateway {
    SchoolBoardGateway {
      $0.lanes.implement { athlete, today, limit throws(Problem) in
        try await self.read { scope in
          try RecordScope(scope, of: athlete).schoolLanes(today: today, limit: limit)
        }
      }
    }
  }
}

extension RecordScope {
  fileprivate func schoolLanes(today: CalendarDay, limit: Int) throws -> [SchoolLane] {
    let compared = try School.visible(in: self, owner: .isCompared)
    let lanes = try tallies(
      School.shownStatus, in: .schools, School.visible(in: self)
    ).map { tally in
      var ofStatus = compared
      ofStatus.require("\(School.shownStatus) = ?", .text(tally.raw))
      return (
        tally,
        try find(
          School.self, ofStatus, order: School.order(.name, now: scope.now), limit: max(0, limit))
      )
    }
    let shown = lanes.flatMap { $0.1 }
    let ahead = try SchoolsAhead(shown.map(\.id), today: today, in: self)
    var rows = Dictionary(
      try School.rows(shown, in: self).map { ($0.school.id, $0) },
      uniquingKeysWith: { first, _ in first })
    return lanes.map { tally, schools in
      SchoolLane(
        status: Open(tally.raw), total: tally.count,
        schools: schools.compactMap { school in
          rows.removeValue(forKey: school.id).map(ahead.details)
        })
    }.sorted { Self.place(of: $0) < Self.place(of: $1) }
  }

  private static func place(of lane: SchoolLane) -> (Int, String) {
    let steps = SchoolStatus.allCases
    let place = lane.status.known.flatMap { steps.firstIndex(of: $0) } ?? steps.count
    return (place, lane.status.raw)
  }
}

/// The offers, events, suggestions and coaches from which the page of the school board, which shows
/// the schools by status, finds the next step for each school. One query for each kind reads them
/// for all schools.
private struct SchoolsAhead {
  private let offers: [RecordID: [OfferRow]]
  private let events: [RecordID: [EventRow]]
  private let suggestions: [RecordID: [SuggestionRow]]
  private let unanswered: [RecordID: [CoachRow]]
  private let silent: [RecordID: [CoachRow]]

  /// The largest number of open suggestions that are read. An athlete normally has fewer, so the
  /// limit only protects the page from unusual files.
  private static let mostSuggestions = 200

  init(_ schools: [RecordID], today: CalendarDay, in records: RecordScope) throws {
    let answers = NextSteps.daysOfAnswers(from: today)
    var due = try Offer.visible(in: records, owner: .followsLink)
    due.match("offers.school_id", oneOf: schools)
    due.require(
      "offers.deadline_date BETWEEN ? AND ?", .day(answers.lowerBound), .day(answers.upperBound))
    offers = Dictionary(
      grouping: try Offer.rows(records.find(Offer.self, due), in: records), by: \.offer.schoolID)
    let days = NextSteps.daysOfEvents(from: today)
    var coming = try RecruitingEvent.visible(in: records, owner: .followsLink)
    coming.match("events.school_id", oneOf: schools)
    coming.require(
      "events.start_date BETWEEN ? AND ?", .day(days.lowerBound), .day(days.upperBound))
    events = Dictionary(
      grouping: try RecruitingEvent.rows(
        records.find(RecruitingEvent.self, coming), in: records),
      by: { $0.event.schoolID ?? .none })
    suggestions = Dictionary(
      grouping: try SuggestionRows(records).visible(
        schools: schools, limit: Self.mostSuggestions
      ).rows,
      by: { $0.suggestion.relatedSchoolID ?? .none })
    let now = records.scope.now
    unanswered = Dictionary(
      grouping: try records.unanswered(now, schools: schools, limit: 1), by: \.coach.schoolID)
    silent = Dictionary(
      grouping: try records.silent(now, schools: schools, limit: 1), by: \.coach.schoolID)
  }

  func details(_ row: SchoolRow) -> SchoolDetails {
    let id = row.school.id
    var details = SchoolDetails(row: row)
    details.offers = Listing(offers[id] ?? [])
    details.events = Listing(events[id] ?? [])
    details.suggestions = Array((suggestions[id] ?? []).prefix(SuggestionLists.shownOnSchool))
    details.unanswered = unanswered[id] ?? []
    details.silent = silent[id] ?? []
    return details
  }
}
