public import Basics
public import CivilTime

/// The facts about one athlete that the rules read (rule 4.12). There are only a few for each school, so that a backend can gather them
/// without reading every interaction.
public struct SuggestionFacts: Equatable, Sendable {
  public var now: Instant
  public var zone: Zone
  public var graduationYear: Int?
  public var schools: [SchoolFact] = []
  /// How many schools are on the list, and how many of them are of another division than the first; nil where `schools` has all.
  public var schoolTotal: Int?
  public var outsideDivisionITotal: Int?
  /// Whether the listed dead periods are those of the athlete's sport.
  public var haveListedDeadPeriods = true
  /// Interactions whose type contains "visit" or "official".
  public var visitCount = 0
  /// The last event of all, including future ones.
  public var newestEvent: CalendarDay?
  /// Attended events; those older than `SuggestionRules.followUpDays` may be left out.
  public var attendedEvents: [EventFact] = []
  public var highlightVideos: [VideoFact] = []
  /// The task to register with the NCAA; nil if the catalogue has none.
  public var registration: TaskFact?

  public init(now: Instant, zone: Zone) {
    self.now = now
    self.zone = zone
  }

  public struct SchoolFact: Equatable, Sendable {
    public var id: RecordID
    public var name: String
    public var division: Open<Division>?
    public var status: Open<SchoolStatus>?
    public var tier: Open<PriorityTier>?
    public var fitScore: Int?
    /// The newest interaction until now, in either direction; nil means never.
    public var lastContact: Instant?

    public init(_ school: School, lastContact: Instant?) {
      id = school.id
      name = Naming.of(school.name, otherwise: "a school without a name")
      division = school.division
      status = school.status
      tier = school.priorityTier
      fitScore = school.fitScore
      self.lastContact = lastContact
    }
  }

  public struct EventFact: Equatable, Sendable {
    public var id: RecordID
    public var name: String
    public var school: RecordID?
    /// The last day of the event: a follow-up is due only after it.
    public var day: CalendarDay
    /// Whether an interaction names the event.
    public var isLinked: Bool
    /// The newest interaction until now with its school, or with any school if it has none.
    public var lastContact: Instant?

    public init(_ event: RecruitingEvent, isLinked: Bool, lastContact: Instant?) {
      id = event.id
      name = Naming.of(event.name, otherwise: "an event")
      school = event.schoolID
      day = max(event.startDate, event.endDate ?? event.startDate)
      self.isLinked = isLinked
      self.lastContact = lastContact
    }
  }

  public struct VideoFact: Equatable, Sendable {
    public var id: RecordID
    public var title: String
    public var isBroken: Bool

    public init(_ document: Document) {
      id = document.id
      title = Naming.of(document.title, otherwise: Naming.aVideo)
      isBroken = document.healthStatus == .broken
    }
  }

  public struct TaskFact: Equatable, Sendable {
    public var id: RecordID
    public var isCompleted: Bool

    public init(id: RecordID, isCompleted: Bool) {
      self.id = id
      self.isCompleted = isCompleted
    }
  }
}

extension SuggestionFacts {
  public var today: CalendarDay { zone.day(of: now) }

  public var grade: Int {
    Grade(graduationYear: graduationYear, on: today, fallback: Grade.suggestionsFallback).level
  }

  var schoolCount: Int { schoolTotal ?? schools.count }

  var topSchools: [SchoolFact] { schools.filter(\.isTop) }

  /// The dead period that pauses reminders to contact coaches.
  var deadPeriod: DeadPeriod? {
    guard haveListedDeadPeriods else { return nil }
    return DeadPeriod.pausing(
      schoolCount,
      outsideDivisionI: outsideDivisionITotal
        ?? schools.count { $0.division != nil && $0.division != .d1 }, on: today)
  }

  /// Whole days since the last contact; nil means never.
  func daysSinceContact(_ school: SchoolFact) -> Int? {
    school.lastContact.map { max(0, Int($0.milliseconds(until: now) / 86_400_000)) }
  }
}

extension SuggestionFacts.SchoolFact {
  var isTop: Bool { tier == .a || tier == .b }
}

extension TimelineTask {
  /// Whether it is the registration task of the first rule: by its id, or by its title on a server with other ids.
  public var isNCAARegistration: Bool {
    id == Self.ncaaRegistrationID
      || (gradeLevel == 11 && title == Self.ncaaRegistrationTitle)
  }

  public static let ncaaRegistrationID = CatalogueTask.id(forKey: "11-05")
  public static let ncaaRegistrationTitle = "Register with NCAA Eligibility Center"
}

extension InteractionType {
  /// Whether the raw type of an interaction counts as a visit for the rules.
  public static func isVisit(_ raw: String) -> Bool {
    raw.contains("visit") || raw.contains("official")
  }
}
