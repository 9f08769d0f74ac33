extension ReportFigures {
  /// The figures of a range counted from the records themselves (rule 4.10): what every backend's
  /// aggregates have to come to.
  ///
  /// Schools and coaches are the family's, whole; interactions and metrics those of the range.
  public init(
    range: ReportRange, schools: [School], coaches: [Coach], interactions: [Interaction],
    metrics: [PerformanceMetric]
  ) {
    self.init()
    schoolCount = schools.count
    schoolsByStatus = Tally.counting(schools.map(\.effectiveStatus.raw))
    schoolsByDivision = Tally.counting(schools.compactMap { $0.division?.raw })
    coachCount = coaches.count
    schoolsWithCoaches = Set(coaches.map(\.schoolID)).count
    count(interactions.filter { range.contains($0.occurredAt) })
    count(metrics.filter { range.contains($0.recordedDate) })
  }

  private mutating func count(_ interactions: [Interaction]) {
    interactionCount = interactions.count
    inboundCount = interactions.count { $0.direction == .inbound }
    interactionsByType = Tally.counting(interactions.map(\.type.raw))
    interactionsBySentiment = Tally.counting(
      interactions.map { $0.sentiment?.raw ?? Sentiment.neutral.rawValue })
  }

  private mutating func count(_ metrics: [PerformanceMetric]) {
    metricCount = metrics.count
    metricsByType = Tally.counting(metrics.map(\.type.raw))
    let values = Dictionary(grouping: metrics, by: \.type.raw).mapValues { metrics in
      metrics.map(\.value).filter(\.isFinite)
    }
    metricBounds = values.sorted { $0.key < $1.key }.compactMap { type, values in
      guard let maximum = values.max(), let minimum = values.min() else { return nil }
      return MetricBounds(
        type: type, average: values.reduce(0, +) / Double(values.count), maximum: maximum,
        minimum: minimum)
    }
  }
}

extension Tally {
  /// How often each text comes, most frequent first, then by name.
  static func counting(_ texts: some Sequence<String>) -> [Tally] {
    var counts: [String: Int] = [:]
    for text in texts { counts[text, default: 0] += 1 }
    return sorted(counts)
  }

  public static func sorted(_ counts: [String: Int]) -> [Tally] {
    counts.map { Tally($0, $1) }.sorted { ($1.count, $0.raw) < ($0.count, $1.raw) }
  }
}
