public import Basics

extension ValueKind<MetricType> {
  /// A measure by its word, its name, a short name, or words that only one name contains: `fastball`, `60-yard dash`. A form offers those of
  /// the athlete's sport and the family's own.
  public static var measure: ValueKind {
    ValueKind("MEASURE", completion: .named(OfferedMeasures.choices)) { text, _ throws(Problem) in
      if let type = MetricType(written: text) { return type }
      if case .several(let types) = MetricType.meant(by: NameMatch(text)) {
        throw Problem(
          .usage, "`\(text)` fits \(types.count) types of measurement.",
          fix: "Use one of: " + types.map(\.word).joined(separator: ", "))
      }
      let nearest = Suggestion.nearest(to: text.trimmed, among: MetricType.allCases.map(\.word))
      throw Problem(
        .usage, "`\(text)` is not one of the choices.",
        details: nearest.map { ["Did you mean `\($0)`?"] } ?? [],
        fix: "See which there are:  measures")
    }.called { MetricType(written: $0)?.words }
  }
}
