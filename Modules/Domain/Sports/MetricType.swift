import Basics

/// The type of a measurement, such as the sixty-yard dash: a measure of the program, or a measure
/// that a family added.
public struct MetricType: Vocabulary, CustomStringConvertible {
  let measure: Measure

  public var rawValue: String { measure.key }
  public var description: String { rawValue }

  private init(_ measure: Measure) { self.measure = measure }

  public init?(rawValue: String) {
    guard let measure = Measure.known(rawValue) ?? Measure(ownKey: rawValue) else { return nil }
    self.measure = measure
  }

  public static func == (left: MetricType, right: MetricType) -> Bool {
    left.measure === right.measure || left.rawValue == right.rawValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The measures that come with the program, in the order of their data file. Measures that
  /// families added are not included, because they exist only in the data of their families.
  public static let allCases: [MetricType] = Measure.all.map { MetricType($0) }

  public static var areAllListed: Bool { false }
}

// These constants are the measures that domain.md names, so that code and tests can refer to them.
// The measures of other sports have no constant and are defined only in the data files.
extension MetricType {
  public static let velocity = shipped("velocity")
  public static let exitVelo = shipped("exit_velo")
  public static let sixtyTime = shipped("sixty_time")
  public static let popTime = shipped("pop_time")
  public static let battingAvg = shipped("batting_avg")
  public static let era = shipped("era")
  public static let strikeouts = shipped("strikeouts")
  /// The type of measurements for which there is no other measure.
  public static let other = MetricType(Measure.unnamed)

  private static func shipped(_ key: String) -> MetricType {
    MetricType(Measure.known(key) ?? Measure.unnamed)
  }
}

extension Open<MetricType> {
  public var isInThousandths: Bool { known?.isInThousandths ?? false }
  var isCounted: Bool { known?.isCounted ?? false }
}

extension MetricType {
  public var words: String { measure.name }

  /// The usual unit, which a form offers (domain.md 4.5).
  public var defaultUnit: String { measure.unit }

  /// True if a lower value is better, as for the time of a sixty-yard dash (domain.md 4.5).
  public var isLowerBetter: Bool { measure.isLowerBetter }

  /// True for a rate over a season, such as a batting average. A goal is compared with the newest
  /// value of such a type, and with the best value of any other type.
  public var isRate: Bool { measure.isRate }

  /// The ranges of possible and of likely values in the usual unit; nil if every value is possible.
  public var range: LikelyRange? { measure.range }

  /// True if values are written with three decimals and no leading zero, such as `.345`.
  public var isInThousandths: Bool { measure.style == .thousandths }

  /// True if the values are counts, which have no fractions.
  var isCounted: Bool { if case .count = measure.style { true } else { false } }

  /// The position of the measure in the program's list of measures, by which lists are sorted.
  /// Types that a family added have the largest position and come last.
  var place: Int { measure.place }

  /// True if a family added the measure to its own data.
  public var isOwn: Bool { measure.isOwn }

  /// The word that people type for the type in a command, such as `exit-velo`. A measure that a
  /// family added has no such word, and its stored text is returned.
  public var word: String {
    isOwn ? rawValue : rawValue.replacingUnderscores
  }

  /// Finds the type by its stored text, its name or a short name, such as `exit_velo`,
  /// `Exit Velocity` or `ev`; nil for any other text. Texts whose meaning depends on the athlete's
  /// sport are read by `OfferedMeasures.meant`.
  public init?(written text: String) {
    self.init(named: text)
  }

  /// Finds the type that has exactly this stored text, name or short name; nil if there is none.
  init?(named text: String) {
    let words = NameMatch(text)
    let type = Self.whole(text) ?? Self.allCases.first { words.isExactly($0.shortNames) }
    guard let type else { return nil }
    self = type
  }

  /// Returns true if the text is the stored text or the name of a measure. Such a text means the
  /// same measure in every sport.
  public static func isWholeName(_ text: String) -> Bool { whole(text) != nil }

  static func whole(_ text: String) -> MetricType? {
    if let type = MetricType(rawValue: text.trimmed) { return type }
    let words = NameMatch(text)
    return allCases.first { words.isExactly($0.wholeNames) }
  }

  /// The two texts that identify the measure in every sport: its stored text and its name.
  var wholeNames: [String] { [rawValue, words] }
  var shortNames: [String] { measure.otherNames }
}
