public import CivilTime
public import Domain
public import FeatureKit
public import JSON

extension PerformanceFeature {
  public enum Action: PageAction {
    case viewRequested(View)
    /// A request for the list of measurement fields that programs can read.
    case fieldNamesRequested
    case dataRequested(DataSubject, fields: [String])
    case dataRead(Result<JSONValue, Problem>)
    case filtersRequested(FilterChange)
    case reloadRequested
    case pageLeft
    case pageLoaded(Result<LoadedPage, Problem>)
    case logRequested(Entry)
    case metricLogged(Result<LoggedMetric, Problem>)
    case editRequested(Reference, MetricChanges)
    /// The request for an edit that would store an unlikely value.
    ///
    /// The program asks the person whether the value is right, and stores it only after a yes.
    case editDoubted(Reference, MetricChanges, Doubt)
    case editConfirmed(Reference, MetricChanges)
    case metricEdited(Result<MetricRow, Problem>)
    case goalRequested(MetricType, GoalChange)
    case measureRequested(name: String, unit: String?, Better)
    case measureRemovalRequested(String)
    case measuresChanged(Result<MeasureChange, Problem>)
    case goalSaved(Result<SavedGoal, Problem>)
    case verificationRequested(Reference, isVerified: Bool)
    case metricVerified(Result<MetricRow, Problem>)
    case deletionRequested(Reference)
    case deletionPrepared(Result<MetricRow, Problem>)
    case deletionConfirmed(MetricRow)
    case metricDeleted(Result<MetricRow, Problem>)
    case drawingRequested(View, PictureFile)
    case exportRequested(ExportFormat, Selection)
    case viewerChanged
    case signedOut
  }

  /// The measurements that a program asks to read.
  public enum DataSubject: Equatable, Sendable {
    case selected(Selection, HistoryOrder)
    case one(Reference)
  }

  /// A new measurement with the values that the person typed.
  ///
  /// If the day is nil, the measurement was taken today.
  public struct Entry: Equatable, Sendable {
    public var type: MetricType
    public var value: Double
    public var day: CalendarDay?
    public var changes: MetricChanges

    public init(
      _ type: MetricType, _ value: Double, on day: CalendarDay? = nil,
      changes: MetricChanges = MetricChanges()
    ) {
      self.type = type
      self.value = value
      self.day = day
      self.changes = changes
    }
  }

  /// The changes of a measurement by `performance edit`. A nil property leaves the stored value as
  /// it is. A property with two question marks can also contain an inner nil, which removes the
  /// stored value.
  public struct MetricChanges: Equatable, Sendable {
    public var type: MetricType?
    public var value: Double?
    public var day: CalendarDay?
    public var unit: String??
    public var notes: String??
    public var event: RecordID??
    public var isVerified: Bool?

    public init() {}

    func apply(to metric: inout PerformanceMetric) {
      if let type { metric.become(type) }
      if let value { metric.value = value }
      if let day { metric.recordedDate = day }
      if let unit { metric.unit = unit }
      if let notes { metric.notes = notes }
      if let event { metric.eventID = event }
      if let isVerified { metric.isVerified = isVerified }
    }
  }

  /// A measurement that was just logged, and the progress towards the goal of its type, if there is
  /// one.
  public struct LoggedMetric: Equatable, Sendable {
    public var row: MetricRow
    public var progress: GoalProgress?

    public init(_ row: MetricRow, progress: GoalProgress? = nil) {
      self.row = row
      self.progress = progress
    }
  }

  /// The change that a person requested with `performance filter`. Filters that the command line
  /// does not name stay as they are.
  public enum FilterChange: Equatable, Sendable {
    case narrow(Selection)
    case clear
  }

  /// The file formats for exporting all measurements.
  public enum ExportFormat: String, CaseIterable, Sendable {
    case csv, pdf
  }

  /// The file into which a chart is written as a picture, and its format.
  public struct PictureFile: Equatable, Sendable {
    public var path: String
    public var format: PictureFormat

    public init(path: String, format: PictureFormat) {
      self.path = path
      self.format = format
    }
  }
}
