import Basics

/// The units of measurements that can be converted and that people write after a number.
public enum MetricUnit {
  /// The size of a unit in the type's usual unit: 0.62 for `kph` if miles per hour are usual. Nil for a unit that is unknown for the type;
  /// a missing unit counts as the usual one.
  public static func size(of unit: String?, measuring type: MetricType) -> Double? {
    guard let unit = unit.flatMap({ MetricEntry.unit($0) }) else { return 1 }
    return known(for: type).first { $0.spellings.contains(unit.lowercased()) }?.size
  }

  /// The stored form of a unit's spelling: `mph` for `MPH`. Nil for a unit that does not fit the type.
  public static func kept(_ spelling: String, measuring type: MetricType) -> String? {
    guard type != .other else { return MetricEntry.unit(spelling) }
    let word = spelling.trimmed.lowercased()
    return known(for: type).first { $0.spellings.contains(word) }?.name
  }

  /// Returns the stored form of a unit if the type is not known yet; an unknown unit is stored as it is written.
  public static func kept(_ spelling: String) -> String {
    let known = MetricType.allCases.lazy.filter { $0 != .other }.compactMap {
      kept(spelling, measuring: $0)
    }
    return known.first ?? spelling.trimmed
  }

  /// The units that can be written after a number of the type.
  public static func names(measuring type: MetricType) -> [String] { known(for: type).map(\.name) }

  /// Every spelling of a type's units in lower case, with the unit's size in the usual unit.
  package static func sizes(measuring type: MetricType) -> [(spelling: String, size: Double)] {
    known(for: type).flatMap { unit in unit.spellings.sorted().map { ($0, unit.size) } }
  }

  /// The value in another unit; nil if one of the two is unknown.
  public static func convert(
    _ value: Double, from unit: String?, to other: String?, measuring type: MetricType
  ) -> Double? {
    if unit?.trimmed.lowercased() == other?.trimmed.lowercased() { return value }
    guard let own = size(of: unit, measuring: type), let wanted = size(of: other, measuring: type)
    else { return nil }
    return own == wanted ? value : value * own / wanted
  }

  private struct Known {
    /// The name of the unit as it is stored.
    let name: String
    let size: Double
    let spellings: Set<String>

    init(_ name: String, _ size: Double, _ others: String...) {
      self.name = name
      self.size = size
      spellings = Set([name] + others)
    }
  }

  private static func known(for type: MetricType) -> [Known] {
    switch type {
    case .velocity, .exitVelo: speeds
    case .sixtyTime, .popTime: times
    case .battingAvg: [Known("avg", 1, "average", "ba")]
    case .era: [Known("era", 1)]
    case .strikeouts: [Known("k", 1, "ks", "so", "strikeout", "strikeouts")]
    case .other: [Known("val", 1)]
    }
  }

  private static let speeds = [
    Known("mph", 1, "mi/h", "m.p.h.", "miles per hour"),
    Known("kph", 0.621_371_192_237_334, "km/h", "kmh", "kmph"),
    Known("m/s", 2.236_936_292_054_402, "mps", "meters per second"),
    Known("ft/s", 0.681_818_181_818_181_8, "fps", "feet per second"),
  ]

  private static let times = [
    Known("sec", 1, "s", "secs", "second", "seconds", "s."),
    Known("ms", 0.001, "msec", "milliseconds"),
  ]
}
