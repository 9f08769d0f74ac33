public import Basics
import CivilTime

/// The data from which the notifications of one athlete for one day are generated (rules 4.11 and
/// 10).
public struct NotificationSources: Sendable {
  public var athlete: RecordID
  public var offers: [Offer] = []
  public var letters: [RecommendationLetter] = []
  public var events: [RecruitingEvent] = []
  public var tasks: [TaskWithStatus] = []
  public var coaches: [Coach] = []
  public var schoolNames: [RecordID: String] = [:]
  /// The number of entries of the previous local day.
  public var yesterday = Yesterday()
  /// The causes that were announced to the recipient before, including those of deleted
  /// notifications.
  public var announced: [NotificationOccasion] = []
  /// Notifications of earlier versions, which do not store their cause.
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

/// The recipient of notifications. A parent gets fewer, and they contain the athlete's name (rule
/// 10.5).
public enum NotificationReader: Hashable, Sendable {
  case athlete
  case parent(of: String)

  var isAthlete: Bool { self == .athlete }
}
