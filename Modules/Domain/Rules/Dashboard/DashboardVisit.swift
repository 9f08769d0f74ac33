import Basics
public import CivilTime

/// The times of a person's visits to an athlete's dashboard, so that the page can say what is new since the last visit.
public struct DashboardVisit: Equatable, Sendable {
  /// The end of the previous visit; nil during the first.
  public var newSince: Instant?
  /// The time at which the page was last opened, to within `precisionMinutes`.
  public var seen: Instant

  /// A visit ends when the page was not opened for so long.
  static let pauseMinutes: Int64 = 30
  /// A page that is opened again sooner stores nothing.
  static let precisionMinutes: Int64 = 5

  init(newSince: Instant?, seen: Instant) {
    self.newSince = newSince
    self.seen = seen
  }

  /// The visit that an opening of the page belongs to; a clock that was set back changes nothing.
  public static func opened(after last: DashboardVisit?, at now: Instant) -> DashboardVisit {
    guard let last else { return DashboardVisit(newSince: nil, seen: now) }
    return switch last.seen.milliseconds(until: now) / 60_000 {
    case ..<precisionMinutes: last
    case ..<pauseMinutes: DashboardVisit(newSince: last.newSince, seen: now)
    default: DashboardVisit(newSince: last.seen, seen: now)
    }
  }

  /// `<seen>`, and the end of the previous visit after a space.
  public init?(_ text: String) {
    let moments = text.split(separator: " ").map { Instant(String($0)) }
    guard let seen = moments.first.flatMap({ $0 }), moments.count <= 2 else { return nil }
    self.init(newSince: moments.count == 2 ? moments[1] : nil, seen: seen)
  }

  public var text: String {
    [seen, newSince].compactMap { $0?.description }.joined(separator: " ")
  }
}

/// A change that another person made, or another device.
public struct NewsItem: Equatable, Sendable {
  public var at: Instant
  public var person: String
  /// One line that describes the change: `Completed Take the ACT`.
  public var summary: String
  /// The record that was changed; nil if it is gone or there are several.
  public var handle: String?

  public init(at: Instant, person: String, summary: String, handle: String? = nil) {
    self.at = at
    self.person = person
    self.summary = summary
    self.handle = handle
  }

  /// The step of another person. Its record may be gone after a deletion, and after an addition that was taken back.
  public init(_ step: HistoryStep) {
    let mayBeGone = step.operation.hasPrefix("delete") || step.takesBack
    self.init(
      at: step.at, person: step.person.title, summary: step.plainSummary,
      handle: mayBeGone ? nil : step.namedHandle)
  }

  public init(_ step: OthersStep) {
    self.init(at: step.at, person: step.person, summary: step.summary, handle: step.handle)
  }

  /// How many a page lists, and how many it counts.
  public static let shown = 5
  public static let counted = 100
}
