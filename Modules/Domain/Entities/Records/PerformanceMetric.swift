public import Basics
public import CivilTime

/// One measurement of an athlete; a row of `performance_metrics`. The table has only the time of
/// creation and no column for the time of the last change.
public struct PerformanceMetric: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var familyID: RecordID?
  /// The day of the measurement, by the calendar of the place where it was taken. A day has no time
  /// zone.
  public var recordedDate: CalendarDay
  public var type: Open<MetricType>
  /// The measured number in `unit`, with all decimals that were entered. It is never infinite or
  /// NaN.
  public var value: Double
  /// The unit of the value; nil if it has none.
  public var unit: String?
  /// The event at which the value was measured; nil if it was at none.
  public var eventID: RecordID?
  public var notes: String?
  /// Whether another person or a device confirmed the value, such as a scout or a laser timer.
  /// Coaches ask whether a value was confirmed.
  public var isVerified = false
  /// The person who created the row: the athlete, or a parent who may help (domain.md 10.10).
  /// `updatedBy` is the person who last changed it.
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?

  public init(
    id: RecordID, athleteID: RecordID, familyID: RecordID? = nil, recordedDate: CalendarDay,
    type: MetricType, value: Double, unit: String? = nil
  ) {
    self.id = id
    self.athleteID = athleteID
    self.familyID = familyID
    self.recordedDate = recordedDate
    self.type = .known(type)
    self.value = value
    self.unit = unit
  }

  public init(id: RecordID) {
    self.init(id: id, athleteID: .none, recordedDate: .first, type: .other, value: 0)
    type = .unknown("")
  }

  /// Changes the type of the measurement. If the unit is the default unit of the old type, the
  /// measurement gets the default unit of the new type, because a time, for example, cannot be in
  /// miles per hour.
  public mutating func become(_ type: MetricType) {
    if unit == self.type.known?.defaultUnit { unit = type.defaultUnit }
    self.type = .known(type)
  }
}
