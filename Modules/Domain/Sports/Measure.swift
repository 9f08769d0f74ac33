import Basics
import Synchronization

/// A measure such as the sixty-yard dash: its name, its unit, its possible values, and the form in
/// which values are written.
final class Measure: Sendable {
  /// The form in which the values of a measure are written.
  enum Style: Hashable, Sendable {
    /// The value is written with its unit, such as `85.50 mph`. A time of a minute or more is
    /// written as `1:52.30`.
    case decimal
    /// The value is written with three decimals and without its unit, such as `.345`.
    case thousandths
    /// The value is written with its unit in capital letters, which is the name of the measure,
    /// such as `3.91 ERA`.
    case named
    /// The value is a count and is written as `11 strikeouts`. The associated text is the plural of
    /// the counted thing.
    case count(String)
  }

  let key: String
  /// The position of the measure in the program's list of measures, by which lists are sorted.
  /// Measures that a family added have the largest position and come last.
  let place: Int
  let name: String
  /// The usual unit, which a form offers (domain.md 4.5).
  let unit: String
  /// The units that values of the measure may have. For a measure that a family added, only its
  /// usual unit is allowed, because SQL sorts such values as plain numbers without converting them.
  let units: MetricUnit.Fitting
  let isLowerBetter: Bool
  /// The ranges of possible and of likely values; nil if every value is possible.
  let range: LikelyRange?
  let style: Style
  /// True for a rate over a season, such as a batting average. A goal is compared with the newest
  /// value of such a measure, and with the best value of any other measure.
  let isRate: Bool
  let otherNames: [String]
  /// True if a family added the measure to its own data.
  let isOwn: Bool

  private init(
    key: String, place: Int = .max, name: String, unit: String, isLowerBetter: Bool,
    range: LikelyRange? = nil, style: Style = .decimal, isRate: Bool = false,
    otherNames: [String] = [], isOwn: Bool = false
  ) {
    self.key = key
    self.place = place
    self.name = name
    self.unit = unit
    units = MetricUnit.Fitting(usual: unit, isOne: isOwn)
    self.isLowerBetter = isLowerBetter
    self.range = range
    self.style = style
    self.isRate = isRate
    self.otherNames = otherNames
    self.isOwn = isOwn
  }
}

// MARK: - The program's measures

extension Measure {
  private static let file = EmbeddedFile(PackageResources.measures_txt)
  private static let sign = UInt8(ascii: "|")

  /// The measures that were parsed so far, by their keys; nil for a key that belongs to no measure.
  /// Most commands need few measures, so a measure is parsed only when it is needed.
  private static let read = Mutex<[String: Measure?]>([:])

  /// All measures that come with the program, in the order of the file that lists them.
  static let all: [Measure] = file.places.compactMap { Measure($0) }

  /// Returns the measure with this key from the file of measures that comes with the program; nil
  /// if the file has none.
  static func known(_ key: String) -> Measure? {
    read.withLock { read in
      if let known = read[key] { return known }
      let measure = file.place(ofKey: key, before: sign).flatMap { Measure($0) }
      // The data of a family may contain any number of unknown keys. Only a limited number of
      // results is kept in memory, so that such keys do not fill it.
      if measure != nil || read.count < mostRead { read[key] = .some(measure) }
      return measure
    }
  }

  private static let mostRead = 256

  /// The measure `Other Metric`, for values for which there is no other measure. It is available in
  /// every sport.
  static let unnamed =
    known("other") ?? Measure(key: "other", name: "Other Metric", unit: "val", isLowerBetter: false)

  /// Parses the measure in a line of the file of measures; nil for an invalid line. `SportTests`
  /// checks that the file has no invalid line.
  private convenience init?(_ place: Range<Int>) {
    let parts = Self.file.parts(of: place, separatedBy: Self.sign)
    guard parts.count == 8 else { return nil }
    var (style, isRate, isWhole) = (Style.decimal, false, false)
    // A count is written with the plural of the counted thing, which may have several words. So
    // everything after `count=` is the plural, and only other styles are split into words.
    if parts[6].hasPrefix("count=") {
      style = .count(String(parts[6].dropFirst("count=".count)))
      isWhole = true
    } else {
      for word in parts[6].split(separator: " ") {
        switch word {
        case "rate": isRate = true
        case "thousandths": style = .thousandths
        case "named": style = .named
        default: return nil
        }
      }
    }
    self.init(
      key: parts[0], place: place.lowerBound, name: parts[1], unit: parts[2],
      isLowerBetter: parts[3] == "lower",
      range: Self.range(parts[4]).map {
        LikelyRange($0, likely: Self.range(parts[5]), isWhole: isWhole)
      }, style: style, isRate: isRate, otherNames: parts[7].listed)
  }

  /// Parses a range such as `4.2 to 6.5`; nil for any other text.
  private static func range(_ text: String) -> ClosedRange<Double>? {
    let words = text.split(separator: " ")
    guard words.count == 3, words[1] == "to", let low = Double(words[0]),
      let high = Double(words[2]), low <= high
    else { return nil }
    return low...high
  }
}

// MARK: - A family's measures

extension Measure {
  /// The prefix of the keys of measures that families added. Such a key contains all properties of
  /// its measure, such as `own:lower:sec:30_m_sprint`, so that no other data is needed to read it.
  private static let prefix = "own:"

  static func isOwn(_ key: String) -> Bool { key.hasPrefix(prefix) }

  /// Creates a measure that a family added from its key; nil for any other text.
  convenience init?(ownKey key: String) {
    guard Self.isOwn(key) else { return nil }
    let parts = key.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[1] == "lower" || parts[1] == "higher", !parts[3].isEmpty else {
      return nil
    }
    self.init(
      key: key, name: parts[3].spaced, unit: parts[2].spaced, isLowerBetter: parts[1] == "lower",
      isOwn: true)
  }

  static func ownKey(name: String, unit: String, isLowerBetter: Bool) -> String {
    prefix + (isLowerBetter ? "lower:" : "higher:") + unit.underscored + ":" + name.underscored
  }
}

extension String {
  fileprivate var spaced: String { String(map { $0 == "_" ? " " : $0 }) }
  fileprivate var underscored: String { String(map { $0 == " " ? "_" : $0 }) }
}
