public import Basics

/// A task of the recruiting timeline, the same for all athletes, as a data file of the program
/// describes it (`CatalogueFile`).
///
/// The category and the divisions are texts and not enumerations, so that `CatalogueValidator` can
/// report a typing error in them. The table `task` stores these texts as they are.
public struct CatalogueTask: Hashable, Sendable {
  /// The key of the task in the data files: its grade and a number, such as `9-01`.
  public let key: String
  /// The id of the task's row in the database. It is the same in the database of every family, and
  /// never changes (`id(forKey:)`).
  public let id: RecordID
  public let grade: Int
  public let category: String
  public let isRequired: Bool
  /// The divisions of college sports, such as `DI`, whose schools ask for the task. The list
  /// contains only `ALL` if the schools of every division do.
  public let divisions: [String]
  /// The month in which the task is due. The deadline is the last day of this month in the school
  /// year of the grade (domain.md 4.2).
  public let dueMonth: Int
  /// The keys of the tasks that have to be completed before this one.
  public let needs: [String]
  /// The keys of later tasks that a plan must not put into an earlier month than this task. The
  /// later tasks can be done without this task. For example, an athlete can choose a college
  /// without e-mails to coaches, but the first e-mails are of no use after the choice.
  public let before: [String]
  /// The numbers of the months in which the activity takes place, such as 6, 7 and 8 for a summer
  /// camp, in their order in a season. Empty if the task is possible in every month.
  public let season: [Int]
  /// The grade after whose end the task is no longer useful, such as 10 for a task about the grades
  /// of sophomore year. Nil if the task is possible until the end of school.
  public let lastGrade: Int?
  public let title: String
  /// One sentence that says what the athlete has to do.
  public let description: String
  public let whyItMatters: String
  public let failureRisk: String

  public init(
    key: String, id: RecordID? = nil, grade: Int, category: String, isRequired: Bool,
    divisions: [String], dueMonth: Int, needs: [String], before: [String] = [],
    season: [Int] = [], lastGrade: Int? = nil, title: String, description: String,
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
    self.before = before
    self.season = season
    self.lastGrade = lastGrade
    self.title = title
    self.description = description
    self.whyItMatters = whyItMatters
    self.failureRisk = failureRisk
  }

  /// Returns the id that belongs to a key. It is a UUID of version 4 with a fixed beginning, which
  /// ends with the digits of the key: `9-01` results in `c0a7a106-0000-4000-8000-000000000901`.
  ///
  /// The stored progress of families refers to these ids, so the id of a task must not change. If
  /// the key of a task is changed, its first key is written in the line `was`.
  public static func id(forKey key: String) -> RecordID {
    let digits = key.unicodeScalars.filter { ("0"..."9").contains($0) }
    // Each decimal digit becomes a hexadecimal digit, so that the key can be recognized in the text
    // of the UUID.
    let number = digits.reduce(0) { $0 << 4 | UInt64($1.value & 0xF) }
    return .version4(high: 0xC0A7_A106_0000_0000, low: number)
  }
}
