public import Basics

/// One template of the recruiting timeline, as it is written in a data file (`CatalogueFile`).
///
/// Categories and divisions are the raw texts of the table `task`, so that the validator finds a
/// typing error and a row needs no translation.
public struct CatalogueTask: Hashable, Sendable {
  /// Grade and number, `9-01`: the name of the task in the catalogue's own pages.
  public let key: String
  /// The permanent id of the task's row, which is the same in every file; see `id(forKey:)`.
  public let id: RecordID
  public let grade: Int
  public let category: String
  public let isRequired: Bool
  /// `ALL`, or the divisions that ask for the task.
  public let divisions: [String]
  /// The month whose last day is the deadline, in the school year of the grade (rule 4.2).
  public let dueMonth: Int
  /// Keys of the tasks to complete first.
  public let needs: [String]
  public let title: String
  /// What to do, in one sentence.
  public let description: String
  public let whyItMatters: String
  public let failureRisk: String

  public init(
    key: String, id: RecordID? = nil, grade: Int, category: String, isRequired: Bool,
    divisions: [String], dueMonth: Int, needs: [String], title: String, description: String,
    whyItMatters: String, failureRisk: String
  ) {
    self.key = key
    self.id = id ?? Self.id(forKey: key)
    self.grade = grade
    self.category = category
    self.isRequired = isRequired
    self.divisions = divisions
    self.dueMonth = dueMonth
    self.needs = needs
    self.title = title
    self.description = description
    self.whyItMatters = whyItMatters
    self.failureRisk = failureRisk
  }

  /// Returns the uuid of a key: a fixed version 4 prefix, then the key's digits, so that `9-01`
  /// gives `c0a7a106-0000-4000-8000-000000000901`.
  ///
  /// Families' progress refers to these ids. A task whose key changes keeps its first key in the
  /// line `was`.
  public static func id(forKey key: String) -> RecordID {
    let digits = key.unicodeScalars.filter { ("0"..."9").contains($0) }
    // Decimal digits are read as hexadecimal ones, so that the key can be seen in the uuid's text.
    let number = digits.reduce(0) { $0 << 4 | UInt64($1.value & 0xF) }
    return .version4(high: 0xC0A7_A106_0000_0000, low: number)
  }
}
