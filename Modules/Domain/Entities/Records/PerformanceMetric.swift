public import Basics
public import CivilTime

/// One measurement; a row of `performance_metrics`, which has no time of update.
public struct PerformanceMetric: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var familyID: RecordID?
  /// The day it was measured, where it was measured: a day has no zone.
  public var recordedDate: CalendarDay
  public var type: Open<MetricType>
  /// In its unit, as precise as it was given. Never infinite, and never "not a number".
  public var value: Double
  /// Nil shows the value alone.
  public var unit: String?
  /// Where it was measured, when that was an event.
  public var eventID: RecordID?
  public var notes: String?
  /// Whether another person measured it: a laser, a scout. Coaches ask.
  public var isVerified = false
  /// Who wrote it, and who changed it last: the athlete, or a parent who helps (rule 10.10).
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

  /// Another type brings its usual unit along where the old one's stood: a time is not in miles per hour.
  public mutating func become(_ type: MetricType) {
    if unit == self.type.known?.defaultUnit { unit = type.defaultUnit }
    self.type = .known(type)
  }
}

/// What is measured.
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

  /// What is meant by a type's raw text, its name, what it is called for short, or words of one name alone: `Exit Velo`,
  /// `fastball`, `60 yard`.
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

  /// Decides which way is up: a sixty-yard dash gets better as it gets shorter (rule 4.5).
  public var isLowerBetter: Bool {
    switch self {
    case .sixtyTime, .popTime, .era: true
    case .velocity, .exitVelo, .battingAvg, .strikeouts, .other: false
    }
  }
}
