import Basics

/// The measurements of one type, converted to one unit, so that they can be compared in a best
/// value, an average, a trend or a chart. The stored records keep their own units.
///
/// The common unit is the usual unit of the type. `Other Metric` and unknown types have no usual
/// unit; for them it is the unit of the newest measurement, and measurements in other units are
/// left out.
public struct ComparedMetrics: Equatable, Sendable {
  /// The measurements with their values in the common unit, oldest first.
  public let points: [MetricPoint]
  /// The unit of the converted values; nil if no measurement has a unit.
  public let unit: String?
  /// The number of measurements that are left out because their unit cannot be converted.
  public let leftOut: Int

  public init(_ series: MetricSeries) {
    let type = series.type.known ?? .other
    let wanted =
      type == .other ? MetricEntry.unit(series.points.last?.unit) : type.defaultUnit
    let named = series.points.contains { MetricEntry.unit($0.unit) != nil } ? wanted : nil
    self.unit = named
    // If all measurements have the common unit already, which is the usual case, nothing is
    // converted.
    guard series.points.contains(where: { $0.unit != named }) else {
      (points, leftOut) = (series.points, 0)
      return
    }
    // Neighboring measurements mostly have the same unit, so the conversion is looked up only when
    // the unit changes.
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
    leftOut = series.points.count - points.count
  }

  public var values: [Double] { points.map(\.value) }
}
