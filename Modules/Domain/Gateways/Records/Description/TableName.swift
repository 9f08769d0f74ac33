import Basics

/// The name of a table of the family's data, the same in the file, in an export and on the server.
///
/// A query with `"tasks"` instead of the table `task` once compiled and silently excluded nothing.
/// Names are created only in this file and by plain kinds, so a misspelled name does not compile.
public struct TableName: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  private init(_ name: String) { description = name }

  /// Creates a name that a server or an undo step contains. It may be the name of a table that this
  /// version does not know.
  public init(given name: String) { description = name }

  /// The table of a plain kind: the name in its description, or else the plural noun of the kind.
  init(ofPlainKind name: String) { description = name }

  // These tables store people and families.
  public static let users = TableName("users")
  public static let familyUnits = TableName("family_units")
  public static let familyMembers = TableName("family_members")
  public static let familyCodeUses = TableName("family_code_usage_log")
  public static let preferences = TableName("user_preferences")
  public static let preferenceHistory = TableName("preference_history")
  public static let parentViews = TableName("parent_view_log")
  /// The table with the values that a person chose on one machine. Exports include it, and servers
  /// never receive it.
  public static let devicePreferences = TableName("device_preferences")
  // The server has rows in these tables; the file stores the same data elsewhere.
  public static let handles = TableName("handles")
  public static let privateNotes = TableName("private_notes")
  // These tables store records.
  public static let schools = TableName("schools")
  public static let statusChanges = TableName("school_status_history")
  public static let coaches = TableName("coaches")
  public static let events = TableName("events")
  public static let interactions = TableName("interactions")
  public static let offers = TableName("offers")
  public static let metrics = TableName("performance_metrics")
  public static let documents = TableName("documents")
  /// The table with the bytes of documents' files. Exports include it, and servers never receive
  /// it.
  public static let keptFiles = TableName("kept_files")
  // These tables store the timeline.
  public static let tasks = TableName("task")
  public static let athleteTasks = TableName("athlete_task")
  public static let suggestions = TableName("suggestion")
  public static let notifications = TableName("notifications")
}
