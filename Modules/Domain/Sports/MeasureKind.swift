public import Basics

extension ValueKind<MetricType> {
  /// The type of a command's argument that names a measure by its word, its name or a short name,
  /// such as `60-yard dash`. A form offers the measures of the athlete's sport and those that the
  /// family added.
  ///
  /// The shell and the web server know the athlete's sport and also accept shorter texts, such as
  /// `fastball` (`OfferedMeasures.meant`).
  public static var measure: ValueKind {
    ValueKind("MEASURE", completion: .named(OfferedMeasures.choices), words: .program) {
      text, _ throws(Problem) in
      if let type = MetricType(written: text) { return type }
      throw Problem.noChoice(text, among: [], fix: "See which there are:  measures")
    }.called { MetricType(written: $0)?.words }
  }
}
