import Basics
import Domain
import Persistence
import SQLite

/// The schema of the family's data file: its migrations with the tables and the task templates, its
/// SQL functions, and the list of its shared tables.
enum CompassSchema {
  /// The bytes "RCmp", by which SQLite and the Unix command `file` identify a data file of this
  /// program.
  private static let applicationID = 0x5243_6D70

  /// The schema version of the first release, 0.2.0. A released migration is never edited, because
  /// files with it exist; a later migration corrects its mistakes.
  private static let firstRelease = 6

  /// The tables whose changes are recorded for undo and for a sync with the server, and which a
  /// dump of the file contains.
  ///
  /// `parent_view_log` is missing although it is synced, because a parent's view of a page cannot
  /// be undone (domain.md 9).
  static let sharedTables: [TableName] =
    [
      .users, .familyUnits, .familyMembers, .familyCodeUses, .preferences, .preferenceHistory,
      .schools, .statusChanges, .coaches, .events, .interactions, .offers, .metrics, .documents,
    ] + PlainKinds.all.map { $0.tableName } + [
      .tasks, .athleteTasks, .suggestions, .notifications,
    ]

  static let schema = schema(planting: TaskCatalogue.templates)

  /// Returns the schema with these task templates. They are evaluated only when a new file is
  /// created, because no other start of the program needs them.
  static func schema(
    planting templates: @escaping @autoclosure @Sendable () -> [TimelineTask]
  ) -> Schema {
    Schema(
      applicationID: applicationID,
      migrations: [
        Migration(firstRelease, "The family's record") { connection in
          try connection.executeScript(PeopleTables.sql)
          try connection.executeScript(RecordTables.sql)
          try connection.executeScript(TimelineTables.sql)
          try CatalogueSeed.plant(templates(), in: connection)
        },
        Migration(
          7, "Files of documents", sql: RecordTables.keptFiles, keepsSharedTables: true),
        Migration(
          8, "Deadlines by owner and day", sql: RecordTables.deadlinesByDay,
          keepsSharedTables: true),
        Migration(
          9, "Lists in their order", sql: RecordTables.listsInOrder, keepsSharedTables: true),
        Migration(
          10, "Board and month", sql: RecordTables.boardAndMonth, keepsSharedTables: true),
      ],
      sharedTables: sharedTables.map(\.description),
      sharedLogs: [TableName.parentViews.description], functions: functions)
  }

  private static let functions = [
    SQLFunction("folded", NameMatch.folded),
    // A query calls this function for the display name of a measurement's type. A `CASE` expression
    // with the names of all measures of all sports would be long.
    SQLFunction(measureName) { Open<MetricType>($0).words },
    SQLFunction(firstLine, ShortName.firstLine),
    SQLFunction(stateLetters) { NamedState.letters(ofPlace: $0) ?? "" },
  ]

  /// The name of the SQL function that converts a type of measurement to its display name.
  static let measureName = "measure_name"

  /// The name of the SQL function that names a record by the first line of its text.
  static let firstLine = "first_line"

  /// The name of the SQL function that returns the two letters of the state of a place.
  static let stateLetters = "state_letters"
}
