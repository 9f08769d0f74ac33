public import Basics
public import CivilTime

/// The operation that returns the entries of an athlete's calendar: open deadlines of tasks and
/// offers, due letters of recommendation, events, and planned contacts.
public struct CalendarGateway: Gateway {
  public var facts = Endpoint<
    (athlete: RecordID, days: ClosedRange<CalendarDay>?), [CalendarFact]
  >("facts")

  public init() {}
}

extension CalendarGateway {
  /// Returns the calendar entries in the order of their days.
  ///
  /// - Parameter days: limits the entries to these days. If it is nil, the result has the entries
  ///   of all days except planned contacts, for other calendar programs that subscribe to the
  ///   calendar. These programs fetch the calendar again only when the data changes, so they would
  ///   still show a contact as planned after its time has passed.
  public func facts(
    of athlete: RecordID, on days: ClosedRange<CalendarDay>? = nil
  ) async throws(Problem) -> [CalendarFact] {
    try await facts((athlete, days))
  }
}

/// An entry of the calendar. The id in `reference` identifies the entry, so that a calendar program
/// that gets the calendar again recognizes the entry and does not add it twice.
public struct CalendarFact: Equatable, Sendable {
  public var reference: Reference
  public var kind: Kind
  public var day: CalendarDay
  /// The last day of an event that takes several days; nil for one day.
  public var endDay: CalendarDay?
  /// The time of day, for an event at its place and for a planned contact in the family's time
  /// zone; nil for an all-day entry.
  public var time: TimeOfDay?
  public var endTime: TimeOfDay?
  /// The type of an event or contact in words.
  public var type: String?
  /// The name of the coach of a planned contact, or of its school if there is no coach.
  public var with: String?
  public var place: String?
  public var link: String?
  public var note: String?
  /// Whether the entry is a task that cannot be started yet, because prerequisites are not
  /// completed.
  public var isLocked = false

  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case taskDue, offerDeadline, letterDue, event, plannedContact
  }

  public init(reference: Reference, kind: Kind, day: CalendarDay) {
    self.reference = reference
    self.kind = kind
    self.day = day
  }

  /// All days of the entry. An end before the first day is ignored.
  public var days: ClosedRange<CalendarDay> { day...max(day, endDay ?? day) }
}
