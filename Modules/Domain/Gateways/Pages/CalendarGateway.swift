public import Basics
public import CivilTime

/// The entries of an athlete's calendar: open deadlines of tasks and offers, letters of
/// recommendation that are due, events, and planned contacts.
public struct CalendarGateway: Gateway {
  public var facts = Endpoint<
    (athlete: RecordID, days: ClosedRange<CalendarDay>?), [CalendarFact]
  >("facts")

  public init() {}
}

extension CalendarGateway {
  /// Returns the entries in the order of their days.
  ///
  /// - Parameter days: returns only entries on one of these days. Without it all entries are
  ///   returned except planned contacts, which disappear from a calendar by themselves.
  public func facts(
    of athlete: RecordID, on days: ClosedRange<CalendarDay>? = nil
  ) async throws(Problem) -> [CalendarFact] {
    try await facts((athlete, days))
  }
}

/// Something that belongs in a calendar; the id of its reference is the same in every export.
public struct CalendarFact: Equatable, Sendable {
  public var reference: Reference
  public var kind: Kind
  public var day: CalendarDay
  /// The last day of an event of several days.
  public var endDay: CalendarDay?
  /// The time of day in the family's time zone; nil for an all-day entry.
  public var time: TimeOfDay?
  public var endTime: TimeOfDay?
  /// The type of an event or a contact, in words.
  public var type: String?
  /// The coach of a planned contact, or else its school.
  public var with: String?
  public var place: String?
  public var link: String?
  public var note: String?
  /// Whether prerequisites still prevent the task from being started.
  public var isLocked = false

  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case taskDue, offerDeadline, letterDue, event, plannedContact
  }

  public init(reference: Reference, kind: Kind, day: CalendarDay) {
    self.reference = reference
    self.kind = kind
    self.day = day
  }

  /// The days of the entry. An end before the beginning is ignored.
  public var days: ClosedRange<CalendarDay> { day...max(day, endDay ?? day) }
}
