public import CivilTime
public import FeatureKit

extension RecruitingEvent: FamilyRecord {
  public typealias Filter = EventFilter
  public typealias Sort = EventSort
  public typealias Row = EventRow
  public typealias Details = EventDetails
  public typealias New = NewEvent
  public typealias Edit = EventEdit

  public static let kind = ReferenceKind.event
}

public struct EventFilter: ListFilter {
  public var type: EventType?
  public var school: RecordID?
  /// The first and the last day an event may start on, both included.
  public var from: CalendarDay?
  public var through: CalendarDay?
  public var isAttended: Bool?
  public var isRegistered: Bool?

  public init() {}
}

/// `upcoming` is ascending, for "next five"; `date` is newest first.
public enum EventSort: String, ListSort {
  case date, upcoming, name, type
  public static let standard = EventSort.date
}

/// An event with the school it belongs to.
public struct EventRow: Equatable, Sendable {
  public var reference: Reference
  public var event: RecruitingEvent
  public var school: Reference?

  public init(reference: Reference, event: RecruitingEvent, school: Reference? = nil) {
    self.reference = reference
    self.event = event
    self.school = school
  }
}

public struct EventDetails: Equatable, Sendable {
  public var row: EventRow
  public var coachesPresent: [Reference]
  /// The newest of each kind, with how many there are.
  public var interactions: Listing<InteractionRow>
  public var metrics: Listing<MetricRow>

  public init(
    row: EventRow, coachesPresent: [Reference] = [],
    interactions: Listing<InteractionRow> = Listing([]), metrics: Listing<MetricRow> = Listing([])
  ) {
    self.row = row
    self.coachesPresent = coachesPresent
    self.interactions = interactions
    self.metrics = metrics
  }
}

public struct NewEvent: Equatable, Sendable {
  public var type: EventType
  public var name: String
  public var startDate: CalendarDay
  public var fields: EventEdit

  public init(
    type: EventType, name: String, startDate: CalendarDay, fields: EventEdit = EventEdit()
  ) {
    self.type = type
    self.name = name
    self.startDate = startDate
    self.fields = fields
  }
}

public struct EventEdit: Equatable, Sendable {
  public var type: EventType?
  public var name: String?
  public var school: Change<RecordID> = .keep
  public var location: Change<String> = .keep
  public var address: Change<String> = .keep
  public var city: Change<String> = .keep
  public var state: Change<String> = .keep
  public var startDate: CalendarDay?
  public var endDate: Change<CalendarDay> = .keep
  public var startTime: Change<TimeOfDay> = .keep
  public var endTime: Change<TimeOfDay> = .keep
  public var checkInTime: Change<TimeOfDay> = .keep
  public var url: Change<String> = .keep
  public var description: Change<String> = .keep
  public var source: Change<EventSource> = .keep
  public var coachesPresent: [RecordID]?
  public var performanceNotes: Change<String> = .keep
  public var cost: Change<Double> = .keep
  public var isRegistered: Bool?
  public var isAttended: Bool?

  public init() {}

  public func apply(to event: inout RecruitingEvent) {
    if let type { event.type = .known(type) }
    name.apply(to: &event.name)
    school.apply(to: &event.schoolID)
    location.apply(to: &event.location)
    address.apply(to: &event.address)
    city.apply(to: &event.city)
    state.apply(to: &event.state)
    startDate.apply(to: &event.startDate)
    endDate.apply(to: &event.endDate)
    startTime.apply(to: &event.startTime)
    endTime.apply(to: &event.endTime)
    checkInTime.apply(to: &event.checkInTime)
    url.apply(to: &event.url)
    description.apply(to: &event.description)
    source.map(Open.known).apply(to: &event.source)
    coachesPresent.apply(to: &event.coachesPresent)
    performanceNotes.apply(to: &event.performanceNotes)
    cost.apply(to: &event.cost)
    isRegistered.apply(to: &event.isRegistered)
    isAttended.apply(to: &event.isAttended)
  }
}
