public import Basics
public import CivilTime

/// The facts about an athlete that the suggestion rules evaluate (domain.md 4.12). For each school
/// there are only few facts, so that a backend (a module that stores the data) can collect them
/// without reading every interaction.
public struct SuggestionFacts: Equatable, Sendable {
  public var now: Instant
  public var zone: Zone
  public var graduationYear: Int?
  /// The words for the athlete in messages: "you", or the athlete's name if a parent reads them.
  /// Stored messages use "you".
  public var owner = PageOwner(name: nil)
  public var schools: [SchoolFact] = []
  /// The number of all schools on the athlete's list. It is set if a backend loaded only some of
  /// the schools into `schools`; nil means that `schools` contains all of them. In the same case,
  /// `outsideDivisionITotal` is the number of all schools outside Division I.
  public var schoolTotal: Int?
  public var outsideDivisionITotal: Int?
  /// True if the dead periods in `DeadPeriod.divisionI`, in which coaches must not meet recruits,
  /// apply to the athlete's sport.
  public var haveListedDeadPeriods = true
  /// The number of past interactions that count as a visit, because their stored type contains
  /// "visit" or "official".
  public var visitCount = 0
  /// The first day of the latest event, which may be in the future; nil if there are no events.
  public var newestEvent: CalendarDay?
  /// The events that the athlete attended. A backend may leave out events from more than
  /// `SuggestionRules.followUpDays` days ago, because no rule needs them.
  public var attendedEvents: [EventFact] = []
  public var highlightVideos: [VideoFact] = []
  /// The task to register with the NCAA; nil if the task catalog does not contain it.
  public var registration: TaskFact?
  /// The task to create a highlight video; nil if the task catalog does not contain it.
  public var videoCreation: TaskFact?

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
    /// The time of the newest past interaction with the school, in either direction; nil if there
    /// is none.
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
    /// The last day of the event. Only a contact after this day counts as a follow-up (a contact
    /// because of the event).
    public var day: CalendarDay
    /// True if a past interaction (a logged contact) refers to the event. The rules then suggest no
    /// further contact about the event.
    public var isLinked: Bool
    /// The time of the newest past interaction with the event's school, or with any school if the
    /// event has no school.
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

  /// The dead period (in which coaches must not meet recruits) because of which the rules that
  /// suggest a contact make no suggestions today; nil if there is none.
  var deadPeriod: DeadPeriod? {
    guard haveListedDeadPeriods else { return nil }
    return DeadPeriod.pausing(
      schoolCount,
      outsideDivisionI: outsideDivisionITotal
        ?? schools.count { $0.division != nil && $0.division != .d1 }, on: today)
  }

  /// Returns the number of whole days since the last contact with the school; nil if there was no
  /// contact.
  func daysSinceContact(_ school: SchoolFact) -> Int? {
    school.lastContact.map { max(0, Int($0.milliseconds(until: now) / 86_400_000)) }
  }
}

extension SuggestionFacts.SchoolFact {
  var isTop: Bool { tier == .a || tier == .b }
}

/// A task of the catalogue whose completion a suggestion rule checks. It is recognized by its id, or
/// by its grade and title, because a server can use other ids.
public struct CheckedTask: Sendable {
  public let id: RecordID
  public let grade: Int
  public let title: String

  public static let ncaaRegistration = CheckedTask(
    id: CatalogueTask.id(forKey: "11-05"), grade: 11,
    title: "Register with NCAA Eligibility Center")
  public static let videoCreation = CheckedTask(
    id: CatalogueTask.id(forKey: "10-05"), grade: 10, title: "Create Highlight Video")
}

extension TimelineTask {
  public func isSame(as checked: CheckedTask) -> Bool {
    id == checked.id || (gradeLevel == checked.grade && title == checked.title)
  }
}

extension InteractionType {
  /// Returns true if the suggestion rules count an interaction of this stored type as a visit.
  public static func isVisit(_ raw: String) -> Bool {
    raw.contains("visit") || raw.contains("official")
  }
}
