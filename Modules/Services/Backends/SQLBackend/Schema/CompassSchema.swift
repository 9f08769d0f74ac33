import Basics
import Domain
import Persistence
import SQLite

/// The schema of the family's data file: its shared tables, the timeline's templates, and its
/// migrations.
enum CompassSchema {
  /// The bytes "RCmp", by which SQLite and the Unix command `file` identify a data file of this
  /// program.
  private static let applicationID = 0x5243_6D70

  /// The schema version of the first release, 0.2.0. A released migration is never edited; a later
  /// one corrects its mistakes.
  private static let firstRelease = 6

  /// The tables that undo steps record and that dumps contain.
  ///
  /// `parent_view_log` is shared too, but undo steps do not record it (domain.md 9), because a page
  /// view cannot be undone.
  static let sharedTables: [TableName] =
    [
      .users, .familyUnits, .familyMembers, .familyCodeUses, .preferences, .preferenceHistory,
      .schools, .statusChanges, .coaches, .events, .interactions, .offers, .metrics, .documents,
    ] + PlainKinds.all.map { $0.tableName } + [
      .tasks, .athleteTasks, .suggestions, .notifications,
    ]

  static let schema = schema(planting: TaskCatalogue.templates)

  /// Returns the schema. The templates are evaluated only when a new file is created.
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
    // Most measures belong to sports other than the athlete's. A query calls this function, because
    // a list of all measures' names would be long.
    SQLFunction(measureName) { Open<MetricType>($0).words },
  ]

  /// The name of the SQL function that converts a type of measurement to its display name.
  static let measureName = "measure_name"
}
