public import Basics
public import CivilTime
public import JSON

/// The rows of one or several invented families, such as the demo family, as values that an import
/// writes into a database.
///
/// Every list is in the order in which its rows were created, because the import numbers the
/// records of a list in this order (`s1`, `s2`). Rows refer only to rows of the same list or of a
/// list above it, so that the import can insert the lists one after another. Only documents refer
/// to a list below theirs, `keptFiles`.
public struct MadeUpFamily: Equatable, Sendable {
  public var people: [Person] = []
  public var families: [FamilyUnit] = []
  public var members: [FamilyMember] = []
  public var codeUses: [FamilyCodeUse] = []
  public var preferences: [Preference] = []
  public var schools: [School] = []
  public var statusChanges: [SchoolStatusChange] = []
  public var coaches: [Coach] = []
  public var events: [RecruitingEvent] = []
  public var interactions: [Interaction] = []
  public var offers: [Offer] = []
  public var metrics: [PerformanceMetric] = []
  public var documents: [Document] = []
  public var letters: [RecommendationLetter] = []
  /// The athletes' progress in the timeline's tasks. The tasks themselves are not here, because
  /// every data file contains them.
  public var athleteTasks: [AthleteTask] = []
  public var suggestions: [RecruitingSuggestion] = []
  public var notifications: [AppNotification] = []
  public var views: [ViewLogEntry] = []
  public var devicePreferences: [DevicePreference] = []
  public var keptFiles: [FileContent] = []

  public init() {}

  /// The content of a file that belongs to a document; a row of `kept_files`.
  public struct FileContent: Equatable, Sendable {
    public var file: KeptFile
    public var personID: RecordID
    public var bytes: [UInt8]
    public var addedAt: Instant

    public init(_ file: KeptFile, of personID: RecordID, bytes: [UInt8], addedAt: Instant) {
      self.file = file
      self.personID = personID
      self.bytes = bytes
      self.addedAt = addedAt
    }
  }

  /// The preferences of one person in one category, such as the athlete's profile; a row of
  /// `user_preferences`.
  public struct Preference: Equatable, Sendable {
    public let id: RecordID
    public var personID: RecordID
    public var category: PreferenceCategory
    public var value: JSONValue
    public var savedAt: Instant

    public init(
      id: RecordID, personID: RecordID, category: PreferenceCategory, value: JSONValue,
      savedAt: Instant
    ) {
      self.id = id
      self.personID = personID
      self.category = category
      self.value = value
      self.savedAt = savedAt
    }
  }

  /// A value that the program remembers for one person on one machine, such as a filter; a row of
  /// `device_preferences`.
  public struct DevicePreference: Equatable, Sendable {
    public var personID: RecordID
    public var key: String
    public var text: String

    public init(personID: RecordID, key: String, text: String) {
      self.personID = personID
      self.key = key
      self.text = text
    }
  }
}
