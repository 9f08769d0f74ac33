import Basics

/// The measurements of one type converted to one unit, so that a best value, an average, a trend
/// and a chart compare values of the same unit. The records keep the values as they were typed.
///
/// A known type is compared in its usual unit. `Other Metric` and unknown types have no usual unit,
/// so only measurements in the unit of the newest one are compared.
public struct ComparedMetrics: Equatable, Sendable {
  /// The converted measurements, oldest first.
  public let points: [MetricPoint]
  /// The unit of the converted values; nil if no measurement has a unit.
  public let unit: String?
  /// The number of measurements that are left out, because their unit cannot be converted.
  public let leftOut: Int

  public init(_ series: MetricSeries) {
    let type = series.type.known ?? .other
    let wanted =
      type == .other ? MetricEntry.unit(series.points.last?.unit) : type.defaultUnit
    let named = series.points.contains { MetricEntry.unit($0.unit) != nil } ? wanted : nil
    // Neighboring measurements mostly have one unit, and its conversion is looked up once.
    var (unit, conversion) = (
      wanted, MetricUnit.conversion(from: wanted, to: wanted, measuring: type)
    )
    points = series.points.compactMap { point in
      if point.unit != unit {
        unit = point.unit
        conversion = MetricUnit.conversion(from: unit, to: wanted, measuring: type)
      }
      return conversion.map { MetricPoint(point.day, $0.converted(point.value), unit: named) }
    }
    self.unit = named
    leftOut = series.points.count - points.count
  }

  public var values: [Double] { points.map(\.value) }
}
