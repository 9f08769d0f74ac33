import Basics

/// The known units of measurements, with their spellings and the conversions between them.
public enum MetricUnit {
  /// Returns the factor that converts a value from `unit` to the usual unit of the type of
  /// measurement, such as 0.62 for `kph` if the usual unit is miles per hour. It is nil for a unit
  /// that does not fit the type. A missing unit counts as the usual unit.
  public static func size(of unit: String?, measuring type: MetricType) -> Double? {
    guard let unit = unit.flatMap({ MetricEntry.unit($0) }) else { return 1 }
    return type.measure.units.known(unit.lowercased()).map(type.measure.units.size(of:))
  }

  /// Returns the name under which a unit is stored, such as `mph` for the typed `MPH`; nil for a
  /// unit that does not fit the type.
  public static func kept(_ spelling: String, measuring type: MetricType) -> String? {
    guard type != .other else { return MetricEntry.unit(spelling) }
    return type.measure.units.known(spelling.trimmed.lowercased())?.name
  }

  /// Returns the name under which a typed unit is stored if the type of the measurement is not
  /// known yet. An unknown unit is stored as it was typed.
  public static func kept(_ spelling: String) -> String {
    let word = spelling.trimmed.lowercased()
    let known = families.joined().first { $0.spellings.contains(word) }
    return known?.name ?? spelling.trimmed
  }

  /// Every spelling of every unit.
  static var spellings: [String] { families.joined().flatMap(\.spellings) }

  /// Returns the names of the units that fit the type, the usual unit first.
  public static func names(measuring type: MetricType) -> [String] {
    type.measure.units.fitting.map(\.name)
  }

  /// Returns every spelling of the type's units in lower case, with the factor that converts a
  /// value from this unit to the usual unit.
  package static func sizes(measuring type: MetricType) -> [(spelling: String, size: Double)] {
    let units = type.measure.units
    return units.fitting.flatMap { unit in unit.spellings.map { ($0, units.size(of: unit)) } }
  }

  /// Returns the units, in lower case, that a measurement can have if it is to be compared with a
  /// value in `unit`. The empty text in the result means a measurement without a unit.
  package static func units(comparableWith unit: String, measuring type: MetricType) -> [String] {
    guard type != .other else { return [unit.trimmed.lowercased()] }
    return [""] + sizes(measuring: type).map(\.spelling)
  }

  /// Returns the value converted from one unit to another; nil if one of the units does not fit the
  /// type.
  public static func convert(
    _ value: Double, from unit: String?, to other: String?, measuring type: MetricType
  ) -> Double? {
    conversion(from: unit, to: other, measuring: type)?.converted(value)
  }

  /// A conversion between two units of one type of measurement. It is computed once and then used
  /// for many values, because looking up the units is slow.
  struct Conversion: Sendable {
    fileprivate let own: Double
    fileprivate let wanted: Double

    func converted(_ value: Double) -> Double { own == wanted ? value : value * own / wanted }
  }

  /// Returns the conversion from one unit to another; nil if one of the units does not fit the
  /// type.
  static func conversion(
    from unit: String?, to other: String?, measuring type: MetricType
  ) -> Conversion? {
    if unit?.trimmed.lowercased() == other?.trimmed.lowercased() {
      return Conversion(own: 1, wanted: 1)
    }
    guard let own = size(of: unit, measuring: type), let wanted = size(of: other, measuring: type)
    else { return nil }
    return Conversion(own: own, wanted: wanted)
  }

  /// A unit that the program knows, such as `mph`, with its other spellings, such as `mi/h`.
  struct Known: Sendable {
    /// The name under which the unit is stored, such as `mph`.
    let name: String
    /// The factor that converts a value from this unit to the first unit of the same list in
    /// `families`, such as 60 for minutes, because the first unit of time is the second.
    let size: Double
    let spellings: [String]

    init(_ name: String, _ size: Double, _ others: String...) {
      self.name = name
      self.size = size
      spellings = [name] + others
    }
  }

  /// The units that the values of one type of measurement may have.
  struct Fitting: Sendable {
    private let usual: Known?
    private let family: [Known]

    /// Creates the allowed units of a type of measurement from the name of its usual unit.
    ///
    /// - Parameter isOne: true if only the usual unit is allowed; false if all units in the same
    ///   list of `families` are, such as all units of time.
    init(usual unit: String, isOne: Bool) {
      let family = MetricUnit.families.first { $0.contains { $0.name == unit } }
      let usual = family?.first { $0.name == unit } ?? (unit.isEmpty ? nil : Known(unit, 1))
      self.usual = usual
      self.family = isOne ? [usual].compactMap { $0 } : family ?? [usual].compactMap { $0 }
    }

    func known(_ spelling: String) -> Known? { family.first { $0.spellings.contains(spelling) } }

    /// Returns the factor that converts a value from this unit to the usual unit.
    func size(of unit: Known) -> Double {
      guard let usual, unit.name != usual.name else { return 1 }
      return unit.size / usual.size
    }

    /// The allowed units, the usual unit first.
    var fitting: [Known] {
      [usual].compactMap { $0 } + family.filter { $0.name != usual?.name }
    }
  }

  /// The stored name of the unit seconds, which is the usual unit of every measured time.
  static let seconds = "sec"

  /// The stored name of the unit inches, in which a length that is typed in feet and inches is
  /// stored.
  static let inches = "in"

  /// Lists of units of the same quantity, such as the units of speed. A value can be converted
  /// between all units of one list. The number beside a unit is the factor that converts a value to
  /// the first unit of its list.
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
      Known(inches, 1, "inch", "inches", "\""),
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
