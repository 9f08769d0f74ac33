public import Basics
import CivilTime

/// What a day's notifications are made from (rules 4.11 and 10), all of one athlete.
public struct NotificationSources: Sendable {
  public var athlete: RecordID
  public var offers: [Offer] = []
  public var letters: [RecommendationLetter] = []
  public var events: [RecruitingEvent] = []
  public var tasks: [TaskWithStatus] = []
  public var coaches: [Coach] = []
  public var schoolNames: [RecordID: String] = [:]
  /// What happened on the local day before.
  public var yesterday = Yesterday()
  /// What the reader was told before, also of what they deleted.
  public var announced: [NotificationOccasion] = []
  /// Notifications of earlier versions, which do not say what they were about.
  public var unnamed: [AppNotification] = []

  public init(of athlete: RecordID) { self.athlete = athlete }

  public struct Yesterday: Hashable, Sendable {
    public var interactions = 0
    public var eventsAttended = 0
    public var metrics = 0

    public init(interactions: Int = 0, eventsAttended: Int = 0, metrics: Int = 0) {
      self.interactions = interactions
      self.eventsAttended = eventsAttended
      self.metrics = metrics
    }
  }
}

/// Whom notifications are written for: a parent is told of fewer things, and by the athlete's name (rule 10.5).
public enum NotificationReader: Hashable, Sendable {
  case athlete
  case parent(of: String)

  var isAthlete: Bool { self == .athlete }
}
