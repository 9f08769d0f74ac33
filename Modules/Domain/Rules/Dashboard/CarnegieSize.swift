/// The size of a school by its number of students, from fewer than 1,000 (`verySmall`) to 20,000 or
/// more (`veryLarge`) (domain.md 4.6).
public enum CarnegieSize: String, CaseIterable, Hashable, Sendable {
  case verySmall = "Very Small"
  case small = "Small"
  case medium = "Medium"
  case large = "Large"
  case veryLarge = "Very Large"

  /// Creates the size of a school with this number of students; nil if the number is missing, zero
  /// or negative.
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

  /// Returns the number of schools of each size. The result contains all five sizes, even those
  /// with 0 schools.
  public static func counts(_ studentSizes: [Double]) -> [CarnegieSize: Int] {
    var counts = Dictionary(uniqueKeysWithValues: allCases.map { ($0, 0) })
    for size in studentSizes.compactMap(CarnegieSize.init(students:)) {
      counts[size, default: 0] += 1
    }
    return counts
  }
}
