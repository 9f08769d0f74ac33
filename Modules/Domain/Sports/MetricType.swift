import Basics

/// The kind of measurement: a measure of the program, or one that a family made.
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

  /// The program's measures in the usual order. Measures that a family made are only in that
  /// family's data.
  public static let allCases: [MetricType] = Measure.all.map { MetricType($0) }

  public static var areAllListed: Bool { false }
}

// The measures that the specification names. The measures of other sports are only in the data
// files.
extension MetricType {
  public static let velocity = shipped("velocity")
  public static let exitVelo = shipped("exit_velo")
  public static let sixtyTime = shipped("sixty_time")
  public static let popTime = shipped("pop_time")
  public static let battingAvg = shipped("batting_avg")
  public static let era = shipped("era")
  public static let strikeouts = shipped("strikeouts")
  /// The type of measurements that have no measure of their own.
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

  /// The unit that a form offers (rule 4.5).
  public var defaultUnit: String { measure.unit }

  /// Whether a lower value is better, as for a sixty-yard dash (rule 4.5).
  public var isLowerBetter: Bool { measure.isLowerBetter }

  /// Whether the newest value of a season counts, and not the best value ever.
  public var isRate: Bool { measure.isRate }

  /// The range of values in the usual unit; nil for a type whose values can be anything.
  public var range: LikelyRange? { measure.range }

  /// Whether values are written as thousandths: `.345`.
  public var isInThousandths: Bool { measure.style == .thousandths }

  /// Whether the values are counts, which have no fractions.
  var isCounted: Bool { if case .count = measure.style { true } else { false } }

  /// The position of the type in the usual order; a family's own measures come last.
  var place: Int { measure.place }

  /// Whether the measure was made by a family.
  public var isOwn: Bool { measure.isOwn }

  /// The word that people type: `exit-velo`.
  public var word: String {
    isOwn ? rawValue : rawValue.replacingUnderscores
  }

  /// Reads a type's raw text, its name, or a short name: `exit_velo`, `Exit Velocity`, `ev`. What other words mean depends on the athlete
  /// (`OfferedMeasures.meant`).
  public init?(written text: String) {
    self.init(named: text)
  }

  /// Finds the measure that has exactly this name or this short name.
  init?(named text: String) {
    let words = NameMatch(text)
    let type = Self.whole(text) ?? Self.allCases.first { words.isExactly($0.shortNames) }
    guard let type else { return nil }
    self = type
  }

  /// Returns whether a measure has exactly this word or name. Such a text means the same measure in
  /// every sport.
  public static func isWholeName(_ text: String) -> Bool { whole(text) != nil }

  static func whole(_ text: String) -> MetricType? {
    if let type = MetricType(rawValue: text.trimmed) { return type }
    let words = NameMatch(text)
    return allCases.first { words.isExactly($0.wholeNames) }
  }

  /// The two texts that name the measure exactly: the word that people type, and the name.
  var wholeNames: [String] { [rawValue, words] }
  var shortNames: [String] { measure.otherNames }
}
