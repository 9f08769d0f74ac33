import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var calendarFacts: CalendarGateway {
    CalendarGateway {
      $0.facts.implement { athlete, days throws(Problem) in
        let today = self.calendar.today()
        return try await self.read { scope in
          try CalendarFacts(
            records: RecordScope(scope, of: athlete), today: today, days: days
          ).all()
        }
      }
    }
  }
}

/// Reads those records of an athlete that appear in a calendar: tasks, offers, letters, events and
/// planned contacts.
private struct CalendarFacts {
  let records: RecordScope
  let today: CalendarDay
  /// The days of the calendar; nil for a calendar of all days.
  let days: ClosedRange<CalendarDay>?

  func all() throws -> [CalendarFact] {
    try (tasks() + offers() + letters() + events() + plannedContacts()).sorted {
      ($0.day, $0.time ?? .midnight, $0.reference.title, $0.reference.id)
        < ($1.day, $1.time ?? .midnight, $1.reference.title, $1.reference.id)
    }
  }

  /// Returns the open tasks of the current grade that have a deadline, and open tasks of other
  /// grades whose deadline the athlete has set (domain.md 4.2).
  private func tasks() throws -> [CalendarFact] {
    let timeline = try TimelineQueries(records.scope, records.athlete)
    let current = timeline.grade(on: today).level
    return try timeline.tasks(ofGrades: Grade.levels).compactMap { task in
      guard let deadline = task.deadline, task.status.isOpen, days?.contains(deadline) ?? true,
        task.task.gradeLevel == current || task.athleteTask?.deadline != nil
      else { return nil }
      var fact = CalendarFact(reference: task.reference, kind: .taskDue, day: deadline)
      fact.note = task.task.whyItMatters
      fact.isLocked = task.isLocked
      return fact
    }
  }

  private func offers() throws -> [CalendarFact] {
    var open = try Offer.visible(in: records)
    open.require("coalesce(offers.status, 'pending') = ?", .raw(OfferStatus.pending))
    require("offers.deadline_date", in: &open)
    let found = try records.find(Offer.self, open)
    let names = try records.references(.offer, found.map(\.id))
    return found.compactMap { offer in
      offer.deadlineDate.map {
        CalendarFact(reference: names.of(offer.id, .offer), kind: .offerDeadline, day: $0)
      }
    }
  }

  private func letters() throws -> [CalendarFact] {
    var due = try RecommendationLetter.visible(in: records)
    due.require(
      "coalesce(recommendation_letters.status, 'not_requested') NOT IN (?, ?)",
      .raw(LetterStatus.received), .raw(LetterStatus.submitted))
    require("recommendation_letters.due_date", in: &due)
    let found = try records.find(RecommendationLetter.self, due)
    let names = try records.references(.recommendationLetter, found.map(\.id))
    return found.compactMap { letter in
      letter.dueDate.map {
        CalendarFact(
          reference: names.of(letter.id, .recommendationLetter), kind: .letterDue, day: $0)
      }
    }
  }

  private func require(_ day: String, in conditions: inout Conditions) {
    if let days {
      conditions.require("\(day) BETWEEN ? AND ?", .day(days.lowerBound), .day(days.upperBound))
    } else {
      conditions.require("\(day) IS NOT NULL")
    }
  }

  private func events() throws -> [CalendarFact] {
    let found =
      if let days {
        try events(beginningOn: days) + events(goingOnAt: days.lowerBound)
      } else {
        try records.find(RecruitingEvent.self, RecruitingEvent.visible(in: records))
      }
    let names = try records.references(.event, found.map(\.id))
    let sport =
      try found.isEmpty ? nil : records.scope.sportOtherThanBaseball(of: records.athlete)
    return found.map { event in
      var fact = CalendarFact(
        reference: names.of(event.id, .event), kind: .event, day: event.startDate)
      fact.endDay = event.endDate
      fact.time = event.startTime
      fact.endTime = event.endTime
      fact.type = sport?.words(of: event.type) ?? event.type.words
      let place = [event.location, event.address, event.city, event.state].compactMap { $0 }
      fact.place = place.isEmpty ? nil : place.joined(separator: ", ")
      fact.link = event.url
      fact.note = event.description
      return fact
    }
  }

  private func events(
    beginningOn days: ClosedRange<CalendarDay>
  ) throws -> [RecruitingEvent] {
    var shown = try RecruitingEvent.visible(in: records)
    shown.require(
      "events.start_date BETWEEN ? AND ?", .day(days.lowerBound), .day(days.upperBound))
    shown.require(
      "coalesce(events.end_date, events.start_date) >= ?", .day(days.lowerBound))
    return try records.find(RecruitingEvent.self, shown)
  }

  /// Returns the events that began before the day and end on it or later.
  private func events(goingOnAt day: CalendarDay) throws -> [RecruitingEvent] {
    var shown = try RecruitingEvent.visible(in: records, owner: .followsLink)
    shown.require("events.rowid IN (\(Self.goingOn))", .day(day), .day(day), .day(day))
    return try records.find(RecruitingEvent.self, shown)
  }

  /// An SQL query for the events that are going on at a day, which is the value of each `?`.
  ///
  /// The recursive query finds one length after the other by a lookup in the index
  /// `events_of_several_days`. The events of each length are then found by their first day, which
  /// lies at most that many days back. So an event that takes years does not make the query read
  /// all events of these years.
  private static let goingOn = """
    WITH RECURSIVE lengths(days) AS (
      SELECT min(\(length)) FROM events WHERE end_date > start_date
      UNION ALL
      SELECT (SELECT min(\(length)) FROM events
        WHERE end_date > start_date AND \(length) > lengths.days)
      FROM lengths WHERE lengths.days IS NOT NULL)
    SELECT events.rowid FROM lengths CROSS JOIN events
    WHERE events.end_date > events.start_date AND \(length) = lengths.days
      AND events.start_date < ? AND events.end_date >= ?
      AND events.start_date >= coalesce(date(?, '-' || lengths.days || ' days'), '')
    """

  /// An SQL expression for the length of an event in days, with 31 days for each month. So it is
  /// never less than the real length. It is the first column of the index `events_of_several_days`.
  private static let length: String = {
    func days(_ column: ColumnName) -> String {
      "(372 * substr(\(column), 1, 4) + 31 * substr(\(column), 6, 2) + substr(\(column), 9, 2))"
    }
    return "\(days(.endDate)) - \(days(.startDate))"
  }()

  /// Returns the planned contacts in a range of days. A calendar of all days contains none.
  ///
  /// Calendar programs fetch the calendar of all days again only after the data file has changed.
  /// When the time of a planned contact comes, the contact is no longer planned, but the file does
  /// not change. So these programs would show the contact as planned for ever.
  private func plannedContacts() throws -> [CalendarFact] {
    guard let days else { return [] }
    let zone = records.scope.calendar.zone()
    var planned = try Interaction.visible(in: records)
    planned.require("interactions.occurred_at > ?", .instant(records.scope.now))
    planned.require(
      "interactions.occurred_at >= ? AND interactions.occurred_at < ?",
      .instant(zone.instant(of: days.lowerBound, at: .midnight)),
      .instant(zone.instant(of: days.upperBound.adding(days: 1), at: .midnight)))
    return try Interaction.rows(records.find(Interaction.self, planned), in: records).map { row in
      let moment = row.interaction.occurredAt
      var fact = CalendarFact(
        reference: row.reference, kind: .plannedContact, day: zone.day(of: moment))
      fact.time = zone.timeOfDay(of: moment)
      fact.type = row.interaction.type.words
      fact.with = row.coach?.title ?? row.school.title
      return fact
    }
  }
}
