/// Small bars without an axis, which show a course and no amounts.
public enum MiniBars {
  /// How high each bar stands, from the lowest value at a tenth to the highest at one; nil where there is no number.
  public static func heights(_ values: [Double]) -> [Double?] {
    let finite = values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return values.map { _ in nil } }
    let scale = LinearScale(low...high, from: 0.1, to: 1)
    return values.map { $0.isFinite ? scale($0) : nil }
  }
}
