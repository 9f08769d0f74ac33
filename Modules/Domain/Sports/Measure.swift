import Basics
import Synchronization

/// The properties of one measure: its name, its unit, which values are possible, and how they are
/// written.
final class Measure: Sendable {
  /// How the values of a measure are written.
  enum Style: Hashable, Sendable {
    /// The value is written as `85.50 mph`; a time of a minute and more as `1:52.30`.
    case decimal
    /// The value is written as `.345`, without its unit.
    case thousandths
    /// The value is written as `3.91 ERA`, with the name of the measure as its unit.
    case named
    /// The value is written as `11 strikeouts`. The associated words are the plural.
    case count(String)
  }

  let key: String
  /// The position of the measure in the usual order; a family's own measures come last.
  let place: Int
  let name: String
  /// The unit that a form offers (rule 4.5).
  let unit: String
  /// The units that values of the measure may have. SQL sorts the values of a family's own measures
  /// by their numbers, so all values of such a measure have one unit.
  let units: MetricUnit.Fitting
  let isLowerBetter: Bool
  /// The range of likely values; nil for a measure whose values can be anything.
  let range: LikelyRange?
  let style: Style
  /// Whether the newest value of a season counts, and not the best value ever.
  let isRate: Bool
  let otherNames: [String]
  /// Whether the measure was made by a family.
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

  /// The measures that were read so far; nil for a key that is not that of a measure. Most commands
  /// need few measures, so the line of a measure is read when the measure is needed.
  private static let read = Mutex<[String: Measure?]>([:])

  /// Every measure of the program, in the usual order.
  static let all: [Measure] = file.places.compactMap { Measure($0) }

  /// Returns the program's measure that has this key; nil if there is none.
  static func known(_ key: String) -> Measure? {
    read.withLock { read in
      if let known = read[key] { return known }
      let measure = file.place(ofKey: key, before: sign).flatMap { Measure($0) }
      // Data may contain any number of texts that are no measures, so only a limited number of them
      // is stored.
      if measure != nil || read.count < mostRead { read[key] = .some(measure) }
      return measure
    }
  }

  private static let mostRead = 256

  /// The measure for values that have no measure of their own. Every family has it.
  static let unnamed =
    known("other") ?? Measure(key: "other", name: "Other Metric", unit: "val", isLowerBetter: false)

  /// Reads the measure in a line of the data file; nil for an invalid line, which `SportTests` does
  /// not accept.
  private convenience init?(_ place: Range<Int>) {
    let parts = Self.file.parts(of: place, separatedBy: Self.sign)
    guard parts.count == 8 else { return nil }
    var (style, isRate, isWhole) = (Style.decimal, false, false)
    // A measure of a count may have several words, and this part of the line has nothing else.
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

  /// Reads a range such as `4.2 to 6.5`.
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
  /// The prefix of the key of a family's own measure. The key contains everything that is known of
  /// the measure: `own:lower:sec:30_m_sprint`.
  private static let prefix = "own:"

  static func isOwn(_ key: String) -> Bool { key.hasPrefix(prefix) }

  /// Reads the key of a family's own measure; nil for any other text.
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
