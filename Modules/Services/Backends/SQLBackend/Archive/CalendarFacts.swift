import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// The records of an athlete that appear in a calendar.
struct CalendarFacts {
  private let records: RecordScope
  private let today: CalendarDay

  init(_ records: RecordScope, today: CalendarDay) {
    self.records = records
    self.today = today
  }

  func all() throws -> [CalendarFact] {
    try (tasks() + offers() + letters() + events()).sorted {
      ($0.day, $0.time ?? .midnight, $0.reference.title, $0.reference.id)
        < ($1.day, $1.time ?? .midnight, $1.reference.title, $1.reference.id)
    }
  }

  /// The open tasks of the current grade, and tasks of other grades with a deadline that the athlete set (rule 4.2).
  private func tasks() throws -> [CalendarFact] {
    let timeline = try TimelineQueries(records.scope, records.athlete)
    let current = timeline.grade(on: today).level
    return try Grade.levels.flatMap { try timeline.tasks(ofGrade: $0) }.compactMap { task in
      guard let deadline = task.deadline, task.status.isOpen,
        task.task.gradeLevel == current || task.athleteTask?.deadline != nil
      else { return nil }
      var fact = CalendarFact(reference: task.reference, kind: .taskDue, day: deadline)
      fact.note = task.task.whyItMatters
      return fact
    }
  }

  private func offers() throws -> [CalendarFact] {
    var open = try Offer.visible(in: records)
    open.require(
      "offers.deadline_date IS NOT NULL AND coalesce(offers.status, 'pending') = ?",
      .raw(OfferStatus.pending))
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
      """
      recommendation_letters.due_date IS NOT NULL
      AND coalesce(recommendation_letters.status, 'not_requested') NOT IN (?, ?)
      """, .raw(LetterStatus.received), .raw(LetterStatus.submitted))
    let found = try records.find(RecommendationLetter.self, due)
    let names = try records.references(.recommendationLetter, found.map(\.id))
    return found.compactMap { letter in
      letter.dueDate.map {
        CalendarFact(
          reference: names.of(letter.id, .recommendationLetter), kind: .letterDue, day: $0)
      }
    }
  }

  private func events() throws -> [CalendarFact] {
    let found = try records.find(RecruitingEvent.self, try RecruitingEvent.visible(in: records))
    let names = try records.references(.event, found.map(\.id))
    return found.map { event in
      var fact = CalendarFact(
        reference: names.of(event.id, .event), kind: .event, day: event.startDate)
      fact.endDay = event.endDate
      fact.time = event.startTime
      fact.endTime = event.endTime
      let place = [event.location, event.address, event.city, event.state].compactMap { $0 }
      fact.place = place.isEmpty ? nil : place.joined(separator: ", ")
      fact.link = event.url
      fact.note = event.description
      return fact
    }
  }
}
