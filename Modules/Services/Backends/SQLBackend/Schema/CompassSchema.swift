import Basics
import Domain
import Persistence
import SQLite

/// The form of the family's file: every shared table, the templates of the timeline, and how it all came about.
enum CompassSchema {
  /// "RCmp": tells `file` and SQLite whose file this is.
  private static let applicationID = 0x5243_6D70

  /// The form of the first release, 0.2.0. A migration that was released is never edited; the next one mends it.
  private static let firstRelease = 6

  /// The tables that belong to the family's record. Steps record them, dumps show them.
  ///
  /// `parent_view_log` is shared too and no step (domain reference 9): what was seen cannot be unseen.
  static let sharedTables: [TableName] =
    [
      .users, .familyUnits, .familyMembers, .familyCodeUses, .preferences, .preferenceHistory,
      .schools, .statusChanges, .coaches, .events, .interactions, .offers, .metrics, .documents,
    ] + PlainKinds.all.map { $0.tableName } + [
      .tasks, .athleteTasks, .suggestions, .notifications,
    ]

  static let schema = schema(planting: TaskCatalogue.templates)

  /// The templates are asked for by a new file alone.
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
        }
      ],
      sharedTables: sharedTables.map(\.description),
      sharedLogs: [TableName.parentViews.description])
  }
}
