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
      // What may have been meant is one of the athlete's measures, which the host knows.
      throw Problem.noChoice(text, fix: "See which there are:  measures")
    }.called { MetricType(written: $0)?.words }
  }
}
