public import CivilTime
public import Domain
public import FeatureKit

extension CalendarFeature {
  /// The state of the calendar page: the requested month, and its loaded data.
  public struct State: PageState {
    public var wanted = Request()
    public var loaded: Loading<Content> = .idle

    public init() {}
  }

  public struct Request: Equatable, Sendable {
    /// A day in the month that the page shows.
    ///
    /// If it is nil, the page shows the current month.
    public var day: CalendarDay?
    /// Whether the page shows every entry of each day.
    public var showsAll: Bool

    public init(_ day: CalendarDay? = nil, showsAll: Bool = false) {
      self.day = day
      self.showsAll = showsAll
    }
  }

  /// The data of the calendar page: one athlete's entries in one month.
  public struct Content: Equatable, Sendable {
    public var viewing: Viewing
    /// The athletes that a parent can switch between.
    public var athletes: [AthleteChoice]
    /// The first day of the month.
    public var month: CalendarDay
    public var facts: [CalendarFact]

    public init(
      viewing: Viewing, athletes: [AthleteChoice], month: CalendarDay, facts: [CalendarFact]
    ) {
      self.viewing = viewing
      self.athletes = athletes
      self.month = month
      self.facts = facts
    }
  }
}
