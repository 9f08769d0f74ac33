public import Basics
public import CivilTime

/// The facts about one athlete that the suggestion rules evaluate (rule 4.12). They are few for
/// each school, so that a backend can collect them without reading every interaction.
public struct SuggestionFacts: Equatable, Sendable {
  public var now: Instant
  public var zone: Zone
  public var graduationYear: Int?
  public var schools: [SchoolFact] = []
  /// The number of schools on the list; `outsideDivisionITotal` is the number outside Division I.
  /// Both are nil if `schools` contains all schools.
  public var schoolTotal: Int?
  public var outsideDivisionITotal: Int?
  /// True if the listed dead periods apply to the athlete's sport.
  public var haveListedDeadPeriods = true
  /// The number of past interactions whose type contains "visit" or "official".
  public var visitCount = 0
  /// The day of the latest event, which may be in the future.
  public var newestEvent: CalendarDay?
  /// The attended events. Those older than `SuggestionRules.followUpDays` may be missing.
  public var attendedEvents: [EventFact] = []
  public var highlightVideos: [VideoFact] = []
  /// The task to register with the NCAA; nil if the task catalog has none.
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
    /// The newest past interaction with the school, in either direction; nil if there is none.
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
    /// The last day of the event. A follow-up has to come after it.
    public var day: CalendarDay
    /// True if an interaction refers to the event.
    public var isLinked: Bool
    /// The newest past interaction with the event's school, or with any school if the event has
    /// none.
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

  /// The current dead period, which pauses reminders to contact coaches; nil if there is none.
  var deadPeriod: DeadPeriod? {
    guard haveListedDeadPeriods else { return nil }
    return DeadPeriod.pausing(
      schoolCount,
      outsideDivisionI: outsideDivisionITotal
        ?? schools.count { $0.division != nil && $0.division != .d1 }, on: today)
  }

  /// Returns the number of whole days since the last contact; nil if there was none.
  func daysSinceContact(_ school: SchoolFact) -> Int? {
    school.lastContact.map { max(0, Int($0.milliseconds(until: now) / 86_400_000)) }
  }
}

extension SuggestionFacts.SchoolFact {
  var isTop: Bool { tier == .a || tier == .b }
}

extension TimelineTask {
  /// True for the task that the NCAA registration rule is about. It is found by its id, or by its
  /// title on a server that uses other ids.
  public var isNCAARegistration: Bool {
    id == Self.ncaaRegistrationID
      || (gradeLevel == 11 && title == Self.ncaaRegistrationTitle)
  }

  public static let ncaaRegistrationID = CatalogueTask.id(forKey: "11-05")
  public static let ncaaRegistrationTitle = "Register with NCAA Eligibility Center"
}

extension InteractionType {
  /// Returns true if an interaction of this stored type counts as a visit for the rules.
  public static func isVisit(_ raw: String) -> Bool {
    raw.contains("visit") || raw.contains("official")
  }
}
