import Basics
public import CivilTime

/// The records of an athlete from which the facts for the suggestion rules are computed.
public struct SuggestionSources: Sendable {
  public var graduationYear: Int?
  public var schools: [School] = []
  public var interactions: [Interaction] = []
  public var events: [RecruitingEvent] = []
  public var documents: [Document] = []
  public var tasks: [TimelineTask] = []
  public var progress: [AthleteTask] = []

  public init() {}
}

extension SuggestionFacts {
  /// Computes the facts from the records themselves. Each backend (a module that stores the data)
  /// collects the facts with its own queries, and tests compare those queries with this
  /// initializer.
  ///
  /// Interactions after `now` are planned and do not count as contacts yet.
  public init(counting sources: SuggestionSources, now: Instant, zone: Zone) {
    self.init(now: now, zone: zone)
    graduationYear = sources.graduationYear
    let past = sources.interactions.filter { $0.occurredAt <= now }
    let newest = Dictionary(
      past.map { ($0.schoolID, $0.occurredAt) }, uniquingKeysWith: { max($0, $1) })
    let newestOfAll = past.map(\.occurredAt).max()
    let linked = Set(past.compactMap(\.eventID))
    schools = sources.schools.map { SchoolFact($0, lastContact: newest[$0.id]) }
    visitCount = past.count { InteractionType.isVisit($0.type.raw) }
    newestEvent = sources.events.map(\.startDate).max()
    attendedEvents = sources.events.filter(\.isAttended).map { event in
      EventFact(
        event, isLinked: linked.contains(event.id),
        lastContact: event.schoolID.map { newest[$0] } ?? newestOfAll)
    }
    highlightVideos = sources.documents.filter { $0.type == .highlightVideo }.map(VideoFact.init)
    registration = sources.fact(about: .ncaaRegistration)
    videoCreation = sources.fact(about: .videoCreation)
  }
}

extension SuggestionSources {
  fileprivate func fact(about checked: CheckedTask) -> SuggestionFacts.TaskFact? {
    tasks.first { $0.isSame(as: checked) }.map { task in
      SuggestionFacts.TaskFact(
        id: task.id,
        isCompleted: progress.contains { $0.taskID == task.id && $0.status == .completed })
    }
  }
}
