import Basics
import Domain
import Persistence
import SQLite

/// The schema of the family's file: its shared tables, the timeline's templates, and its migrations.
enum CompassSchema {
  /// The bytes "RCmp" identify the file for the command `file` and for SQLite.
  private static let applicationID = 0x5243_6D70

  /// The version of the first release, 0.2.0. A released migration is never edited; a later one corrects its mistakes.
  private static let firstRelease = 6

  /// The tables of the family's data. Undo steps record them, and dumps contain them.
  ///
  /// `parent_view_log` is shared too but is not part of steps (domain reference 9), because a page view cannot be undone.
  static let sharedTables: [TableName] =
    [
      .users, .familyUnits, .familyMembers, .familyCodeUses, .preferences, .preferenceHistory,
      .schools, .statusChanges, .coaches, .events, .interactions, .offers, .metrics, .documents,
    ] + PlainKinds.all.map { $0.tableName } + [
      .tasks, .athleteTasks, .suggestions, .notifications,
    ]

  static let schema = schema(planting: TaskCatalogue.templates)

  /// Returns the schema. The templates are evaluated only for a new file.
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
        Migration(7, "Files of documents", sql: RecordTables.keptFiles),
      ],
      sharedTables: sharedTables.map(\.description),
      sharedLogs: [TableName.parentViews.description], functions: functions)
  }

  private static let functions = [
    SQLFunction("folded", NameMatch.folded),
    // Most measures belong to other sports than the athlete's, so a query calls this function instead of listing the names of all
    // measures.
    SQLFunction(measureName) { Open<MetricType>($0).words },
  ]

  /// The name of the SQL function that turns a type of measurement into its name.
  static let measureName = "measure_name"
}
