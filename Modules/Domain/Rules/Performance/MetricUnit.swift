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
    let word = spelling.trimmed.lowercased()
    let known = families.joined().first { $0.spellings.contains(word) }
    return known?.name ?? spelling.trimmed
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
      self.init(name, size, Set([name] + others))
    }

    private init(_ name: String, _ size: Double, _ spellings: Set<String>) {
      self.name = name
      self.size = size
      self.spellings = spellings
    }

    /// The same unit with its size in another one.
    func inUnits(of other: Double) -> Known {
      other == 1 ? self : Known(name, size == other ? 1 : size / other, spellings)
    }
  }

  /// The usual unit of every measure of time.
  static let seconds = "sec"

  private static func known(for type: MetricType) -> [Known] {
    let unit = type.defaultUnit
    guard let family = families.first(where: { $0.contains { $0.name == unit } }) else {
      return unit.isEmpty ? [] : [Known(unit, 1)]
    }
    // SQL sorts a family's own measures by their numbers, so that all of them have one unit.
    if type.isOwn { return family.filter { $0.name == unit }.map { $0.inUnits(of: $0.size) } }
    let usual = family.first { $0.name == unit }?.size ?? 1
    let others = family.filter { $0.name != unit }
    return (family.filter { $0.name == unit } + others).map { $0.inUnits(of: usual) }
  }

  /// Units that can be converted into one another, each with its size in the first one.
  private static let families = [
    [
      Known("mph", 1, "mi/h", "m.p.h.", "miles per hour"),
      Known("kph", 0.621_371_192_237_334, "km/h", "kmh", "kmph"),
      Known("m/s", 2.236_936_292_054_402, "mps", "meters per second"),
      Known("ft/s", 0.681_818_181_818_181_8, "fps", "feet per second"),
    ],
    [
      Known(seconds, 1, "s", "secs", "second", "seconds", "s."),
      Known("ms", 0.001, "msec", "milliseconds"),
      Known("min", 60, "minute", "minutes"),
    ],
    [
      Known("in", 1, "inch", "inches", "\""),
      Known("ft", 12, "foot", "feet", "'"),
      Known("yd", 36, "yds", "yard", "yards"),
      Known("cm", 0.393_700_787_401_574_8, "centimeters"),
      Known("m", 39.370_078_740_157_48, "meter", "meters"),
    ],
    [
      Known("lbs", 1, "lb", "pound", "pounds"),
      Known("kg", 2.204_622_621_848_776, "kilo", "kilos", "kilograms"),
    ],
    [Known("avg", 1, "average", "ba")],
    [Known("era", 1)], [Known("gaa", 1)], [Known("utr", 1)], [Known("hcp", 1)],
    [Known("k", 1, "ks", "so", "strikeout", "strikeouts")],
    [Known("%", 1, "pct", "percent")],
    [Known("pts", 1, "points", "ppg")],
    [Known("reb", 1, "rebounds", "rpg")],
    [Known("ast", 1, "assist", "assists", "apg")],
    [Known("goals", 1, "goal")],
    [Known("reps", 1, "rep")],
    [Known("level", 1, "levels", "lvl")],
    [Known("strokes", 1, "stroke")],
  ]
}
