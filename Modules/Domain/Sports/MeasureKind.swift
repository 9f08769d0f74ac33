public import Basics

extension ValueKind<MetricType> {
  /// The kind of value for a measure, given by its word, its name or a short name: `60-yard dash`.
  /// The host knows the athlete, so it also reads shorter words such as `fastball`
  /// (`OfferedMeasures.meant`). A form offers the measures of the athlete's sport and the family's
  /// own.
  public static var measure: ValueKind {
    ValueKind("MEASURE", completion: .named(OfferedMeasures.choices)) { text, _ throws(Problem) in
      if let type = MetricType(written: text) { return type }
      throw Problem.noChoice(text, fix: "See which there are:  measures")
    }.called { MetricType(written: $0)?.words }
  }
}
