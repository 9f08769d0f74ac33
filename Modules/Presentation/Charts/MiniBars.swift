/// Small bars without an axis, which a list shows beside a text. Their heights show whether values
/// rose or fell. The amounts cannot be read from them.
public enum MiniBars {
  /// The height of each bar, from a tenth for the lowest value to one for the highest value. The
  /// result is nil for a value that is not finite.
  public static func heights(_ values: [Double]) -> [Double?] {
    let finite = values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return values.map { _ in nil } }
    let scale = LinearScale(low...high, from: 0.1, to: 1)
    return values.map { $0.isFinite ? scale($0) : nil }
  }
}
