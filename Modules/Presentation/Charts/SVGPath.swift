/// Writes the attribute `d` of an SVG path, such as `M0,10L5,2`.
public enum SVGPath {
  public static func text(_ steps: [PathStep]) -> String {
    steps.map { step in
      switch step {
      case .move(let point): "M" + text(point)
      case .line(let point): "L" + text(point)
      case .curve(let leaving, let arriving, let end):
        "C\(text(leaving)) \(text(arriving)) \(text(end))"
      case .close: "Z"
      }
    }.joined()
  }

  public static func curve(_ points: [PlotPoint]) -> String { text(.curve(through: points)) }

  public static func polyline(_ points: [PlotPoint]) -> String { text(.polyline(through: points)) }

  public static func area(under points: [PlotPoint], floor: Double) -> String {
    text(.area(under: points, floor: floor))
  }

  /// Returns a coordinate as text with at most two decimals, such as `12.5`.
  public static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)."
      + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }

  private static func text(_ point: PlotPoint) -> String {
    number(point.x) + "," + number(point.y)
  }
}
