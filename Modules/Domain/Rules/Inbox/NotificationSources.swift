public import Basics
import CivilTime

/// The data from which the notifications of one athlete for one day are generated (domain.md 4.11
/// and 10).
public struct NotificationSources: Sendable {
  public var athlete: RecordID
  public var offers: [Offer] = []
  public var letters: [RecommendationLetter] = []
  public var events: [RecruitingEvent] = []
  public var tasks: [TaskWithStatus] = []
  public var coaches: [Coach] = []
  public var schoolNames: [RecordID: String] = [:]
  /// The numbers of interactions that the athlete logged, events that the athlete attended and
  /// measurements that were taken on the previous local day. The daily summary reports them.
  public var yesterday = Yesterday()
  /// The causes (such as the deadline of an offer) of the recipient's earlier notifications,
  /// including deleted ones.
  public var announced: [NotificationOccasion] = []
  /// Notifications that an earlier version of the program wrote without storing their cause.
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

/// The recipient of notifications. A parent gets fewer kinds of notifications than the athlete, and
/// their texts contain the athlete's name (domain.md 10.5).
public enum NotificationReader: Hashable, Sendable {
  case athlete
  case parent(of: String)

  var isAthlete: Bool { self == .athlete }
}
