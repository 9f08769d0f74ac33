/// One part of a line or outline, such as "a straight line to this point". SVG, PDF and PNG files
/// are drawn from the same parts.
public enum PathStep: Equatable, Sendable {
  case move(PlotPoint)
  case line(PlotPoint)
  /// A cubic Bézier curve to a point, with its two control points.
  case curve(leaving: PlotPoint, arriving: PlotPoint, to: PlotPoint)
  case close
}

extension [PathStep] {
  /// Returns a smooth curve through the points. The curve stays between the heights of the points,
  /// so a chart never shows a value that is higher or lower than all measured values.
  public static func curve(through points: [PlotPoint]) -> [PathStep] {
    guard let first = points.first else { return [] }
    guard points.count > 2 else { return polyline(through: points) }
    let slopes = tangents(points)
    return [.move(first)]
      + (1..<points.count).map { index in
        let (from, to) = (points[index - 1], points[index])
        let third = (to.x - from.x) / 3
        return .curve(
          leaving: PlotPoint(x: from.x + third, y: from.y + slopes[index - 1] * third),
          arriving: PlotPoint(x: to.x - third, y: to.y - slopes[index] * third), to: to)
      }
  }

  public static func polyline(through points: [PlotPoint]) -> [PathStep] {
    points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
  }

  /// Returns the outline of the area between the curve through the points and the horizontal line
  /// at `floor`.
  public static func area(under points: [PlotPoint], floor: Double) -> [PathStep] {
    guard let first = points.first, let last = points.last else { return [] }
    return curve(through: points) + [
      .line(PlotPoint(x: last.x, y: floor)), .line(PlotPoint(x: first.x, y: floor)), .close,
    ]
  }

  /// Returns the slope of the curve at each point (monotone cubic interpolation of Fritsch and
  /// Carlson). It is 0 where the values turn from rising to falling or back, and never more than
  /// three times the slope of the line to a neighbor, so that the curve does not overshoot a point.
  private static func tangents(_ points: [PlotPoint]) -> [Double] {
    let secants = (1..<points.count).map { index -> Double in
      let run = points[index].x - points[index - 1].x
      return run > 0 ? (points[index].y - points[index - 1].y) / run : 0
    }
    return points.indices.map { index in
      guard index > 0, index < points.count - 1 else {
        return index == 0 ? secants[0] : secants[index - 1]
      }
      let (before, after) = (secants[index - 1], secants[index])
      guard before * after > 0 else { return 0 }
      let mean = (before + after) / 2
      let most = 3 * Swift.min(abs(before), abs(after))
      return mean < 0 ? Swift.max(mean, -most) : Swift.min(mean, most)
    }
  }
}
