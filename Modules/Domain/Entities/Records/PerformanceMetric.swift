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
  /// The event at which it was measured, if any.
  public var eventID: RecordID?
  public var notes: String?
  /// Whether another person measured it: a laser, a scout. Coaches ask.
  public var isVerified = false
  /// Who created it, and who changed it last: the athlete, or a parent who helps (rule 10.10).
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

  /// Changes the type, and the unit too if it was the old type's default: a time is not in miles per hour.
  public mutating func become(_ type: MetricType) {
    if unit == self.type.known?.defaultUnit { unit = type.defaultUnit }
    self.type = .known(type)
  }
}

/// The kind of measurement.
public enum MetricType: String, Vocabulary {
  case velocity
  case exitVelo = "exit_velo"
  case sixtyTime = "sixty_time"
  case popTime = "pop_time"
  case battingAvg = "batting_avg"
  case era, strikeouts, other

  public var words: String {
    switch self {
    case .velocity: "Fastball Velocity"
    case .exitVelo: "Exit Velocity"
    case .sixtyTime: "60-Yard Dash"
    case .popTime: "Pop Time"
    case .battingAvg: "Batting Average"
    case .era: "ERA"
    case .strikeouts: "Strikeouts"
    case .other: "Other Metric"
    }
  }

  /// Reads a type's raw text, its name, a short name, or words that only one name contains: `Exit Velo`, `fastball`, `60 yard`.
  public init?(written text: String) {
    let words = NameMatch(text)
    let exact = Self.allCases.first { words.isExactly([$0.rawValue, $0.words] + $0.shortNames) }
    if let exact {
      self = exact
      return
    }
    guard
      case .one(let type) = words.meant(among: Self.allCases, called: { [$0.rawValue, $0.words] })
    else { return nil }
    self = type
  }

  private var shortNames: [String] {
    switch self {
    case .velocity: ["fb", "fb velo", "pitching velocity"]
    case .exitVelo: ["ev", "exit speed"]
    case .sixtyTime: ["sixty", "60", "60 yd", "60yd", "60 time", "sixty yard dash"]
    case .popTime: ["pop"]
    case .battingAvg: ["ba", "avg", "batting"]
    case .era: ["earned run average"]
    case .strikeouts: ["k", "ks", "so"]
    case .other: []
    }
  }

  /// The unit a form offers (rule 4.5).
  public var defaultUnit: String {
    switch self {
    case .velocity, .exitVelo: "mph"
    case .sixtyTime, .popTime: "sec"
    case .battingAvg: "avg"
    case .era: "era"
    case .strikeouts: "k"
    case .other: "val"
    }
  }

  /// Whether a lower value is better, as for a sixty-yard dash (rule 4.5).
  public var isLowerBetter: Bool {
    switch self {
    case .sixtyTime, .popTime, .era: true
    case .velocity, .exitVelo, .battingAvg, .strikeouts, .other: false
    }
  }
}
