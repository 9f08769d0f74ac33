public import Basics

extension MetricType {
  /// Returns a new measure that a family adds, such as `30 m sprint`.
  ///
  /// - Throws: a problem that says why the name or the unit is refused.
  public static func own(
    _ name: String, unit: String?, isLowerBetter: Bool
  ) throws(Problem) -> MetricType {
    let name = try checked(name, called: "name", max: longestName)
    guard !name.isEmpty else {
      throw Problem(.usage, "The measure needs a name.", fix: "Write what is measured: 30 m sprint")
    }
    // The name must not be the full name of one of the program's measures. A short name, such as
    // `mile`, is allowed: only some sports have a measure with this short name, and in this family
    // the name means the family's measure.
    guard !MetricType.isWholeName(name) else {
      throw Problem(.usage, "\(name) is a measure already.", fix: "Log it under that name.")
    }
    let unit = try checked(unit ?? "", called: "unit", max: TextLimit.unit)
    let key = Measure.ownKey(
      name: name, unit: MetricUnit.kept(unit), isLowerBetter: isLowerBetter)
    guard let type = MetricType(rawValue: key) else {
      throw Problem(.usage, "`\(name)` cannot be the name of a measure.", fix: "Use other words.")
    }
    return type
  }

  /// The largest number of characters in the name of a measure that a family adds.
  public static let longestName = 40

  private static func checked(
    _ text: String, called what: String, max: Int
  ) throws(Problem) -> String {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard text.count <= max else {
      throw Problem(
        .usage, "The \(what) has \(text.count) characters; at most \(max) fit.",
        fix: "Shorten it by \(text.count - max).")
    }
    if let sign = text.first(where: { !$0.isLetter && !$0.isNumber && !" -/.%+()'".contains($0) }) {
      throw Problem(
        .usage, "The \(what) of a measure cannot have the sign `\(sign)`.",
        fix: "Use letters, digits, spaces and - / . % + ( ).")
    }
    return text
  }
}

extension PlayerProfile {
  /// The measures that the family added, in the order in which they were added.
  public var ownMeasures: [MetricType] {
    texts(Self.measuresKey).compactMap { MetricType(rawValue: $0) }.filter(\.isOwn)
  }

  /// Adds a measure at the end. Throws a problem if the family has a measure of this name, because
  /// a name has to identify one measure with its unit and with the direction in which its values
  /// are better.
  public mutating func add(_ own: MetricType) throws(Problem) {
    if let known = ownMeasures.named(own.words) {
      throw Problem(
        .usage, "\(known.words) is one of your measures already.",
        fix: "Log it under that name, or use another name.")
    }
    write(texts(Self.measuresKey) + [own.rawValue])
  }

  public mutating func remove(_ own: MetricType) {
    write(texts(Self.measuresKey).filter { $0 != own.rawValue })
  }

  /// Stores the keys of the family's measures. The caller includes keys that this version cannot
  /// parse, so that the measures of a newer version are not lost.
  private mutating func write(_ keys: [String]) { write(keys, to: Self.measuresKey) }

  private static let measuresKey = "own_measures"
}
