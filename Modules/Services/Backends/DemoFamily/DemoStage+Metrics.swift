import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns measurements over a year, oldest first. The measurements that were taken at a showcase
  /// are verified.
  func metrics(events: [RecruitingEvent]) -> [PerformanceMetric] {
    var random = random.branch("metrics")
    let showcases = events.filter { $0.type == .showcase && $0.isAttended }
    let measured = MetricSeries.all.flatMap { series in
      series.points(random: &random).map { ago, value in
        metric(series, ago: ago, value: value, random: &random)
      }
    }
    let verified = MetricSeries.all.filter(\.isTakenAtShowcases).flatMap { series in
      showcases.map { event in
        let ago = event.startDate.days(until: calendar.today)
        var metric = metric(
          series, ago: ago, value: series.value(ago: ago, random: &random), random: &random)
        metric.eventID = event.id
        metric.isVerified = true
        metric.notes = "Laser timed"
        return metric
      }
    }
    return (measured + verified).sorted {
      ($0.recordedDate, $0.type.raw, $0.id) < ($1.recordedDate, $1.type.raw, $1.id)
    }
  }

  private func metric(
    _ series: MetricSeries, ago: Int, value: Double, random: inout SeededGenerator
  ) -> PerformanceMetric {
    var metric = PerformanceMetric(
      id: random.recordID(), athleteID: cast.athlete.id, familyID: cast.family.id,
      recordedDate: calendar.day(ago: ago), type: series.type, value: value, unit: series.unit)
    metric.notes = series.note
    metric.createdAt = calendar.instant(ago: ago, minute: random.int(in: 1110...1290))
    return metric
  }
}

/// The description of one measure's values over the year, from which measurements are generated.
private struct MetricSeries {
  var type: MetricType
  var unit: String?
  var first: Double
  var last: Double
  /// The largest random deviation of a value from the straight line between `first` and `last`.
  var spread: Double
  var decimals: Int
  var count: Int
  var note: String?
  var isTakenAtShowcases = false

  static let all = [
    MetricSeries(
      type: .popTime, unit: "sec", first: 2.16, last: 2.01, spread: 0.02, decimals: 2, count: 11,
      isTakenAtShowcases: true),
    MetricSeries(
      type: .exitVelo, unit: "mph", first: 83.5, last: 91, spread: 0.9, decimals: 1, count: 11,
      isTakenAtShowcases: true),
    MetricSeries(
      type: .velocity, unit: "mph", first: 76, last: 81.5, spread: 0.7, decimals: 1, count: 10),
    MetricSeries(
      type: .sixtyTime, unit: "sec", first: 7.38, last: 7.12, spread: 0.04, decimals: 2, count: 8,
      isTakenAtShowcases: true),
    MetricSeries(
      type: .battingAvg, unit: "avg", first: 0.322, last: 0.318, spread: 0.012, decimals: 3,
      count: 7, note: "Season so far"),
    MetricSeries(
      type: .era, unit: "era", first: 3.1, last: 4.05, spread: 0.2, decimals: 2, count: 5,
      note: "Relief innings"),
    MetricSeries(
      type: .strikeouts, unit: "k", first: 3, last: 6, spread: 1, decimals: 0, count: 5),
    MetricSeries(
      type: .other, unit: nil, first: 112, last: 126, spread: 2, decimals: 0, count: 3,
      note: "Grip strength in pounds"),
  ]

  private static let oldest = 345
  private static let newest = 6

  /// Returns the days and values of `count` measurements, spread over the year.
  func points(random: inout SeededGenerator) -> [(ago: Int, value: Double)] {
    let gap = (Self.oldest - Self.newest) / (count - 1)
    return (0..<count).map { index in
      let wobble = index == 0 || index == count - 1 ? 0 : random.int(in: -6...6)
      let ago = Self.oldest - gap * index + wobble
      return (ago, value(ago: ago, random: &random))
    }
  }

  /// Returns the value on a day: the value on the straight line from `first` to `last`, plus a
  /// random deviation.
  func value(ago: Int, random: inout SeededGenerator) -> Double {
    let progress = Double(Self.oldest - ago) / Double(Self.oldest - Self.newest)
    let form = (random.fraction() * 2 - 1) * spread
    let scale = [1.0, 10, 100, 1000][decimals]
    return ((first + (last - first) * progress + form) * scale).rounded() / scale
  }
}
