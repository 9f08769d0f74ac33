import Basics

/// The name of a table with the family's data, which is the same in the data file on a device, in
/// an export and on the server.
///
/// The names have a Swift type, so that a misspelled name does not compile: only this file and the
/// types of `PlainKind` (descriptions of kinds of records) create names. A query once had `"tasks"`
/// instead of `task` and silently matched nothing.
public struct TableName: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  private init(_ name: String) { description = name }

  /// Creates the name of a table as a server or the journal (the stored list of changes) has it.
  /// This version of the program may not know the table.
  public init(unchecked name: String) { description = name }

  /// Creates the name of the table of a `PlainKind` (a kind of record that one description
  /// defines). By default it is the plural noun of the kind, such as `letters`.
  init(ofPlainKind name: String) { description = name }

  // These tables store people, their families and their preferences.
  public static let users = TableName("users")
  public static let familyUnits = TableName("family_units")
  public static let familyMembers = TableName("family_members")
  public static let familyCodeUses = TableName("family_code_usage_log")
  public static let preferences = TableName("user_preferences")
  public static let preferenceHistory = TableName("preference_history")
  public static let parentViews = TableName("parent_view_log")
  /// The values that the program remembers for a person on one machine, such as filters. They are
  /// part of exports and are never sent to a server.
  public static let devicePreferences = TableName("device_preferences")
  // These tables exist only on a server. The file on a device stores the same data in other forms:
  // its table of handles, which are the short names of records such as `s3`, has other columns, and
  // private notes are in a column of the record.
  public static let handles = TableName("handles")
  public static let privateNotes = TableName("private_notes")
  // These tables store the records that a family adds, such as schools and coaches, and what
  // belongs to them: the changes of a school's status, and the files of documents.
  public static let schools = TableName("schools")
  public static let statusChanges = TableName("school_status_history")
  public static let coaches = TableName("coaches")
  public static let events = TableName("events")
  public static let interactions = TableName("interactions")
  public static let offers = TableName("offers")
  public static let metrics = TableName("performance_metrics")
  public static let documents = TableName("documents")
  /// The bytes of the documents' files. They are part of exports and are not sent to a server as
  /// rows.
  public static let keptFiles = TableName("kept_files")
  // These tables store the tasks of each grade, an athlete's progress in them, and the suggestions
  // and notifications that the program creates.
  public static let tasks = TableName("task")
  public static let athleteTasks = TableName("athlete_task")
  public static let suggestions = TableName("suggestion")
  public static let notifications = TableName("notifications")
}
