import Basics
public import CivilTime

/// The times of a person's latest visits to an athlete's dashboard, by which the page finds which
/// changes are new since the previous visit. A visit ends when the person has not opened the page
/// for 30 minutes.
public struct DashboardVisit: Equatable, Sendable {
  /// The end of the previous visit. Changes after it are shown as new. It is nil during the first
  /// visit.
  public var newSince: Instant?
  /// The time at which the page was last opened. It may be up to `precisionMinutes` too early,
  /// because opening the page again within those minutes stores nothing.
  public var seen: Instant

  /// A visit has ended if the page was not opened for this number of minutes.
  static let pauseMinutes: Int64 = 30
  /// If the page is opened again within this number of minutes, nothing is stored. This avoids a
  /// write to the data file each time the page is opened.
  static let precisionMinutes: Int64 = 5

  init(newSince: Instant?, seen: Instant) {
    self.newSince = newSince
    self.seen = seen
  }

  /// Returns the visit after the page was opened at `now`: the last visit, continued, or a new one
  /// after a pause of `pauseMinutes`.
  ///
  /// If the clock was set back, so that `now` lies before the last visit, the last visit is
  /// returned unchanged.
  public static func opened(after last: DashboardVisit?, at now: Instant) -> DashboardVisit {
    guard let last else { return DashboardVisit(newSince: nil, seen: now) }
    return switch last.seen.milliseconds(until: now) / 60_000 {
    case ..<precisionMinutes: last
    case ..<pauseMinutes: DashboardVisit(newSince: last.newSince, seen: now)
    default: DashboardVisit(newSince: last.seen, seen: now)
    }
  }

  /// Parses the stored text: the time `seen`, then a space and the time `newSince` if the latter is
  /// not nil.
  public init?(_ text: String) {
    let moments = text.split(separator: " ").map { Instant(String($0)) }
    guard let seen = moments.first.flatMap({ $0 }), moments.count <= 2 else { return nil }
    self.init(newSince: moments.count == 2 ? moments[1] : nil, seen: seen)
  }

  public var text: String {
    [seen, newSince].compactMap { $0?.description }.joined(separator: " ")
  }
}

/// A change that another person or another device made, or a notification that the program wrote.
/// The dashboard lists those that are newer than the viewer's previous visit.
public struct NewsItem: Equatable, Sendable {
  public var at: Instant
  /// The person who made the change. Nil for a notification.
  public var person: String?
  /// One line that describes the change, such as `Completed Take the ACT`.
  public var summary: String
  /// The short name of the changed record, such as `t24`, with which the page links to the record.
  /// It is nil if the record is deleted, or if several records were changed.
  public var handle: String?

  public init(at: Instant, person: String?, summary: String, handle: String? = nil) {
    self.at = at
    self.person = person
    self.summary = summary
    self.handle = handle
  }

  /// Creates an item for a command of another person that is recorded in the history. The item has
  /// no handle (a short name such as `t24`, with which the page links to the record) if the command
  /// deleted the record or undid an earlier command, because the record may then no longer exist.
  public init(_ step: HistoryStep) {
    let mayBeGone = step.operation.hasPrefix("delete") || step.takesBack
    self.init(
      at: step.at, person: step.person.title, summary: step.plainSummary,
      handle: mayBeGone ? nil : step.namedHandle)
  }

  public init(_ step: OthersStep) {
    self.init(
      at: step.at, person: step.person ?? "The server", summary: step.summary, handle: step.handle)
  }

  /// Creates an item for an unread notification. It is nil for a notification about a coach's
  /// message, because such a notification only repeats what a person logged.
  public init?(_ row: NotificationRow) {
    guard row.notification.type != .known(.inboundInteraction) else { return nil }
    self.init(
      at: row.notification.createdAt, person: nil, summary: row.notification.title,
      handle: row.reference.handle)
  }

  /// The largest number of changes that the dashboard lists. At most `counted` changes are loaded,
  /// so that the page can say how many more there are.
  public static let shown = 5
  public static let counted = 100
}
