/// How large a school is, by its number of students (rule 4.6).
public enum CarnegieSize: String, CaseIterable, Hashable, Sendable {
  case verySmall = "Very Small"
  case small = "Small"
  case medium = "Medium"
  case large = "Large"
  case veryLarge = "Very Large"

  /// Nil if the number is missing, zero or implausible.
  public init?(students: Double?) {
    guard let students, students > 0 else { return nil }
    switch students {
    case ..<1000: self = .verySmall
    case ..<5000: self = .small
    case ..<10_000: self = .medium
    case ..<20_000: self = .large
    default: self = .veryLarge
    }
  }

  /// How many schools there are of each size; all five sizes are included, even with 0.
  public static func counts(_ studentSizes: [Double]) -> [CarnegieSize: Int] {
    var counts = Dictionary(uniqueKeysWithValues: allCases.map { ($0, 0) })
    for size in studentSizes.compactMap(CarnegieSize.init(students:)) {
      counts[size, default: 0] += 1
    }
    return counts
  }
}
