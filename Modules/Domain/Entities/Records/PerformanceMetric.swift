public import Basics
public import CivilTime

/// One measurement; a row of `performance_metrics`, which has no time of update.
public struct PerformanceMetric: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var familyID: RecordID?
  /// The local day of the measurement; a day has no time zone.
  public var recordedDate: CalendarDay
  public var type: Open<MetricType>
  /// The value in its unit, as precise as it was entered. It is always finite.
  public var value: Double
  /// The unit of the value; if nil, the value is shown without one.
  public var unit: String?
  /// The event at which the value was measured, if any.
  public var eventID: RecordID?
  public var notes: String?
  /// Whether another person or a device measured the value: a scout, a laser. Coaches ask for this.
  public var isVerified = false
  /// The person who created the measurement: the athlete, or a parent who helps (rule 10.10).
  /// `updatedBy` changed it last.
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

  /// Changes the type. If the unit was the default unit of the old type, it changes too, because a
  /// time is not in miles per hour.
  public mutating func become(_ type: MetricType) {
    if unit == self.type.known?.defaultUnit { unit = type.defaultUnit }
    self.type = .known(type)
  }
}
