public import CivilTime
public import Domain
public import FeatureKit

extension PerformanceFeature {
  /// The state of the performance page: the requested view, and the data that was loaded for it.
  public struct State: PageState {
    public var view = View()
    /// Whether the page lists field names for programs instead of measurements.
    public var showsFieldNames = false
    public var loaded = Loading<LoadedPage>.idle

    public init() {}
  }

  /// The view that a command requested: the page, the filters, and whether the numbers are shown as
  /// a chart or a table.
  public struct View: Equatable, Sendable {
    public enum Screen: Equatable, Sendable {
      case overview
      case details(RecordID)
      case chart
      case timeline
      /// The page that lists the measures which the athlete can log.
      case measures
    }

    public var place: Screen
    public var selection: Selection
    /// Whether the page shows the whole history instead of its newest rows.
    public var showsAll: Bool
    /// Whether the page shows the numbers as a table instead of a chart.
    public var asTable: Bool
    public var order: HistoryOrder

    public init(
      _ place: Screen = .overview, _ selection: Selection = Selection(),
      order: HistoryOrder = HistoryOrder(), showsAll: Bool = false, asTable: Bool = false
    ) {
      self.place = place
      self.selection = selection
      self.order = order
      self.showsAll = showsAll
      self.asTable = asTable
    }
  }

  /// The sort order of the history, the list of all measurements.
  public struct HistoryOrder: Equatable, Sendable {
    public var sort: MetricSort
    public var isReversed: Bool

    public init(_ sort: MetricSort = .standard, isReversed: Bool = false) {
      self.sort = sort
      self.isReversed = isReversed
    }
  }

  /// The filters that select measurements. They apply to the present view only and are not stored.
  /// When the person leaves the page, the filters are removed.
  public struct Selection: Equatable, Sendable {
    public var type: MetricType?
    public var event: Reference?
    /// The first and the last day, both included.
    public var from: CalendarDay?
    public var through: CalendarDay?
    public var verifiedOnly: Bool

    public init(
      type: MetricType? = nil, event: Reference? = nil, from: CalendarDay? = nil,
      through: CalendarDay? = nil, verifiedOnly: Bool = false
    ) {
      self.type = type
      self.event = event
      self.from = from
      self.through = through
      self.verifiedOnly = verifiedOnly
    }
  }

  /// The data of the page, loaded in one step: the viewer, and the content of the view.
  public struct LoadedPage: Equatable, Sendable {
    public var viewing: Viewing
    /// The number of athletes that a parent can switch between.
    public var athleteCount: Int
    /// The view for which this content was loaded.
    ///
    /// The state's view can already be a newer one that is still loading.
    public var view: View
    /// The content of the view. Nil for a parent without an athlete.
    public var content: Content?

    public init(
      viewing: Viewing, athleteCount: Int = 0, view: View = View(), content: Content? = nil
    ) {
      self.viewing = viewing
      self.athleteCount = athleteCount
      self.view = view
      self.content = content
    }
  }

  public enum Content: Equatable, Sendable {
    case overview(Overview)
    case details(MetricRow)
    /// The measurements of one type, oldest first, and the types that have measurements.
    case chart(Series?, types: [MetricTypeSummary])
    case timeline([MetricSeries])
    case measures(OfferedMeasures)

    /// Returns the measurement with this id if its own page is shown; nil if another page is shown.
    func shown(_ id: RecordID) -> PerformanceMetric? {
      guard case .details(let row) = self, row.reference.id == id else { return nil }
      return row.metric
    }
  }

  /// The data of the overview page.
  ///
  /// Each part is loaded separately and can fail without the others.
  public struct Overview: Equatable, Sendable {
    public var history: Result<Listing<MetricRow>, Problem>
    public var summaries: Result<[MetricTypeSummary], Problem>
    public var chart: Result<Series?, Problem>
    public var goals: Result<[GoalProgress], Problem>

    public init(
      history: Result<Listing<MetricRow>, Problem>,
      summaries: Result<[MetricTypeSummary], Problem>, chart: Result<Series?, Problem>,
      goals: Result<[GoalProgress], Problem> = .success([])
    ) {
      self.goals = goals
      self.history = history
      self.summaries = summaries
      self.chart = chart
    }
  }

  /// The measurements of one type, oldest first, and the goal for the type.
  public struct Series: Equatable, Sendable {
    public var measured: MetricSeries
    /// The goal and its progress. Nil if no goal was set.
    public var goal: GoalProgress?

    public init(_ measured: MetricSeries, goal: GoalProgress? = nil) {
      self.measured = measured
      self.goal = goal
    }

    var type: Open<MetricType> { measured.type }
    var points: [MetricPoint] { measured.points }
  }
}
