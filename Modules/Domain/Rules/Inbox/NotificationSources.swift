public import Basics
import CivilTime

/// The input of a day's notifications for one athlete (rules 4.11 and 10).
public struct NotificationSources: Sendable {
  public var athlete: RecordID
  public var offers: [Offer] = []
  public var letters: [RecommendationLetter] = []
  public var events: [RecruitingEvent] = []
  public var tasks: [TaskWithStatus] = []
  public var coaches: [Coach] = []
  public var schoolNames: [RecordID: String] = [:]
  /// What happened on the previous local day.
  public var yesterday = Yesterday()
  /// What was announced to the reader before, including deleted notifications.
  public var announced: [NotificationOccasion] = []
  /// Notifications of earlier versions, which do not name their cause.
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

/// The reader of the notifications: a parent gets fewer, with the athlete's name (rule 10.5).
public enum NotificationReader: Hashable, Sendable {
  case athlete
  case parent(of: String)

  var isAthlete: Bool { self == .athlete }
}
