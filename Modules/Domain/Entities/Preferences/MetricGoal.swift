import Basics
public import CivilTime
import JSON

/// A value that an athlete wants to reach in one measure (a type of measurement, such as exit
/// velocity). There is at most one goal for each measure, stored under the preference category
/// `player`.
public struct MetricGoal: Hashable, Sendable {
  public var type: MetricType
  public var value: Double
  /// The unit of the goal; nil for the usual unit of the measure.
  public var unit: String?
  /// The day by which the athlete wants to reach the value; nil for a goal without a day.
  public var by: CalendarDay?

  public init(_ type: MetricType, _ value: Double, unit: String? = nil, by: CalendarDay? = nil) {
    self.type = type
    self.value = value
    self.unit = unit
    self.by = by
  }

  /// Creates a goal from stored JSON; nil for JSON that this version cannot read, because a newer
  /// version may have written it.
  init?(_ json: JSONValue) {
    guard let type = json["type"]?.string.flatMap({ MetricType(rawValue: $0) }),
      let value = json["value"]?.double, value.isFinite
    else { return nil }
    self.init(
      type, value, unit: json["unit"]?.string,
      by: json["by"]?.string.flatMap { CalendarDay($0) })
  }

  var json: JSONValue {
    var object = JSONObject()
    object["type"] = .string(type.rawValue)
    object["value"] = JSONValue(value)
    object["unit"] = unit.map(JSONValue.string)
    object["by"] = by.map { .string($0.description) }
    return .object(object)
  }
}

extension PlayerProfile {
  /// The goals in the order in which the program lists measures. If two goals are stored for one
  /// measure, the later one counts.
  public var goals: [MetricGoal] {
    let stored = object[Self.goalsKey]?.array?.compactMap(MetricGoal.init) ?? []
    return stored.map(\.type).inUsualOrder.compactMap { type in stored.last { $0.type == type } }
  }

  /// Sets the goal for a measure and replaces an earlier one. Stored goals that this version cannot
  /// read stay unchanged.
  public mutating func set(_ goal: MetricGoal) {
    keepGoals(but: goal.type, and: [goal.json])
  }

  public mutating func removeGoal(for type: MetricType) {
    keepGoals(but: type, and: [])
  }

  private mutating func keepGoals(but type: MetricType, and more: [JSONValue]) {
    let stored = object[Self.goalsKey]?.array ?? []
    let kept = stored.filter { $0["type"]?.string != type.rawValue } + more
    object[Self.goalsKey] = kept.isEmpty ? nil : .array(kept)
  }

  private static let goalsKey = "metric_goals"
}
