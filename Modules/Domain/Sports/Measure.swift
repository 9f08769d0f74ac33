import Basics
import Synchronization

/// What is known of one measure: its name, its unit, which values are possible, and how they are written.
final class Measure: Sendable {
  /// How the values of a measure are written.
  enum Style: Hashable, Sendable {
    /// `85.50 mph`; a time of a minute and more as `1:52.30`.
    case decimal
    /// `.345`, without its unit.
    case thousandths
    /// `3.91 ERA`: the name of the measure says the unit.
    case named
    /// `11 strikeouts`; the words are those of several.
    case count(String)
  }

  let key: String
  /// Its place in the usual order; a family's own measures come last.
  let place: Int
  let name: String
  /// The unit that a form offers (rule 4.5).
  let unit: String
  /// The units that its values may have. SQL sorts a family's own measures by their numbers, so that all of those have one unit.
  let units: MetricUnit.Fitting
  let isLowerBetter: Bool
  /// Nil for a measure whose values can be anything.
  let range: LikelyRange?
  let style: Style
  /// Whether the newest value of a season counts, and not the best one ever.
  let isRate: Bool
  let otherNames: [String]
  /// Whether a family made the measure.
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

  /// The measures that were read; nil for a key that is none. Most commands need few, so that each line is read when its measure is needed.
  private static let read = Mutex<[String: Measure?]>([:])

  /// Every measure of the program, in the usual order.
  static let all: [Measure] = file.places.compactMap { Measure($0) }

  /// The program's measure of this key.
  static func known(_ key: String) -> Measure? {
    read.withLock { read in
      if let known = read[key] { return known }
      let measure = file.place(ofKey: key, before: sign).flatMap { Measure($0) }
      // A file may have any number of texts that are no measure.
      if measure != nil || read.count < mostRead { read[key] = .some(measure) }
      return measure
    }
  }

  private static let mostRead = 256

  /// A measure that every family has, for what has no name of its own.
  static let unnamed =
    known("other") ?? Measure(key: "other", name: "Other Metric", unit: "val", isLowerBetter: false)

  /// Nil for a line that says no measure, which `SportTests` refuses.
  private convenience init?(_ place: Range<Int>) {
    let parts = Self.file.parts(of: place, separatedBy: Self.sign)
    guard parts.count == 8 else { return nil }
    var (style, isRate, isWhole) = (Style.decimal, false, false)
    // What is counted may have several words, and stands alone.
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

  /// `4.2 to 6.5`
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
  /// The form of a family's own measure, which says all that is known of it: `own:lower:sec:30_m_sprint`.
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
