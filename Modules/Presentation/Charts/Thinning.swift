/// Reduces the number of points of a chart and keeps the points that a reader looks for.
public enum Thinning {
  /// Returns at most `limit` points, but never fewer than four: the first point, the last point,
  /// and the lowest and highest point of each stretch between them. The lowest and highest points
  /// of the whole chart are therefore kept.
  public static func keepingExtremes(_ points: [DatedValue], limit: Int) -> [DatedValue] {
    guard points.count > max(4, limit), let first = points.first, let last = points.last else {
      return points
    }
    let inner = points.dropFirst().dropLast()
    let stretches = max(1, (max(4, limit) - 2) / 2)
    var kept = [first]
    for stretch in 0..<stretches {
      let from = inner.startIndex + inner.count * stretch / stretches
      let to = inner.startIndex + inner.count * (stretch + 1) / stretches
      let indices = from..<to
      guard let low = indices.min(by: { inner[$0].value < inner[$1].value }),
        let high = indices.max(by: { inner[$0].value < inner[$1].value })
      else { continue }
      kept += low == high ? [inner[low]] : [inner[min(low, high)], inner[max(low, high)]]
    }
    return kept + [last]
  }
}
