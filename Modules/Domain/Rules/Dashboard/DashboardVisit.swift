import Basics
public import CivilTime

/// The times of a person's visits to an athlete's dashboard, from which the page can say what is
/// new since the last visit.
public struct DashboardVisit: Equatable, Sendable {
  /// The end of the previous visit; nil during the first visit.
  public var newSince: Instant?
  /// The time at which the page was last opened, with a precision of `precisionMinutes`.
  public var seen: Instant

  /// The number of minutes without an opening of the page after which a visit has ended.
  static let pauseMinutes: Int64 = 30
  /// The number of minutes within which another opening of the page stores nothing.
  static let precisionMinutes: Int64 = 5

  init(newSince: Instant?, seen: Instant) {
    self.newSince = newSince
    self.seen = seen
  }

  /// Returns the visit to which an opening of the page belongs. A clock that was set back changes
  /// nothing.
  public static func opened(after last: DashboardVisit?, at now: Instant) -> DashboardVisit {
    guard let last else { return DashboardVisit(newSince: nil, seen: now) }
    return switch last.seen.milliseconds(until: now) / 60_000 {
    case ..<precisionMinutes: last
    case ..<pauseMinutes: DashboardVisit(newSince: last.newSince, seen: now)
    default: DashboardVisit(newSince: last.seen, seen: now)
    }
  }

  /// Parses the stored text: the time `seen`, and after a space the end of the previous visit, if
  /// there is one.
  public init?(_ text: String) {
    let moments = text.split(separator: " ").map { Instant(String($0)) }
    guard let seen = moments.first.flatMap({ $0 }), moments.count <= 2 else { return nil }
    self.init(newSince: moments.count == 2 ? moments[1] : nil, seen: seen)
  }

  public var text: String {
    [seen, newSince].compactMap { $0?.description }.joined(separator: " ")
  }
}

/// A change that another person or another device made.
public struct NewsItem: Equatable, Sendable {
  public var at: Instant
  public var person: String
  /// One line that describes the change, such as `Completed Take the ACT`.
  public var summary: String
  /// The handle of the changed record; nil if the record is deleted, or if there are several.
  public var handle: String?

  public init(at: Instant, person: String, summary: String, handle: String? = nil) {
    self.at = at
    self.person = person
    self.summary = summary
    self.handle = handle
  }

  /// Creates an item for another person's undo step. Its record may no longer exist after a
  /// deletion, or after an addition that was undone.
  public init(_ step: HistoryStep) {
    let mayBeGone = step.operation.hasPrefix("delete") || step.takesBack
    self.init(
      at: step.at, person: step.person.title, summary: step.plainSummary,
      handle: mayBeGone ? nil : step.namedHandle)
  }

  public init(_ step: OthersStep) {
    self.init(at: step.at, person: step.person, summary: step.summary, handle: step.handle)
  }

  /// The largest number of news items that a page lists, and the largest that it counts.
  public static let shown = 5
  public static let counted = 100
}
