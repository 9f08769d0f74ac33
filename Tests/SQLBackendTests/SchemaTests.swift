import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

@Suite struct SchemaTests {
  private let folder: TemporaryFolder
  private let file: DataFile

  init() throws {
    folder = try TemporaryFolder()
    file = DataFile(
      path: folder.path + "/compass.sqlite", schema: CompassSchema.schema,
      now: { Instant(milliseconds: 0) })
  }

  @Test("Steps record every table but those of this machine and the view log")
  func sharedTablesAreComplete() throws {
    let tables = try file.read { connection in
      try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { row in try row.text(0) }
    }
    let local: Set = [
      "compass_meta", "device_preferences", "handles", "journal", "local_credentials",
      "kept_files", "local_sessions",
      "parent_view_log",
    ]
    #expect(Set(tables).subtracting(local) == Set(CompassSchema.sharedTables.map(\.description)))
    #expect(Set(CompassSchema.sharedTables).count == CompassSchema.sharedTables.count)
  }

  @Test("Every shared table has a primary key, or a changeset would leave it out without a word")
  func everySharedTableHasAPrimaryKey() throws {
    for table in CompassSchema.sharedTables {
      let keys = try file.read { connection in
        try connection.query("SELECT name FROM pragma_table_info(?) WHERE pk > 0", table) { row in
          try row.text(0)
        }
      }
      #expect(keys == ["id"], "\(table)")
    }
  }

  @Test(
    "Every foreign key has an index that begins with it, so that a delete looks nothing through")
  func foreignKeysAreIndexed() throws {
    let missing = try file.read { connection in
      try connection.query(
        """
        SELECT tables.name || '.' || keys."from" FROM sqlite_schema AS tables
        JOIN pragma_foreign_key_list(tables.name) AS keys
        WHERE tables.type = 'table' AND NOT EXISTS (
          SELECT 1 FROM pragma_index_list(tables.name) AS indexes
          JOIN pragma_index_info(indexes.name) AS columns
          WHERE columns.seqno = 0 AND columns.name = keys."from")
        """
      ) { row in try row.text(0) }
    }
    #expect(missing == [])
  }

  @Test("A new file holds the catalogue's tasks, with handles in its order")
  func catalogueIsPlanted() throws {
    try file.read { connection in
      let titles = try connection.query(
        """
        SELECT task.title FROM handles JOIN task ON task.id = handles.id
        WHERE handles.kind = 't' ORDER BY handles.number
        """
      ) { row in try row.text(0) }
      #expect(titles == TaskCatalogue.all.map(\.title))
      #expect(try connection.handles.number(.task, of: TaskCatalogue.all[76].id) == 77)
    }
  }

  @Test("A file that is there asks for no task of the catalogue, whose data files stay unread")
  func catalogueIsAskedForOnce() throws {
    @Sendable func again() -> [TimelineTask] {
      Issue.record("The catalogue is asked for again.")
      return []
    }
    try file.read { _ in }
    let later = DataFile(
      path: file.path, schema: CompassSchema.schema(planting: again()),
      now: { Instant(milliseconds: 0) })
    try later.read { _ in }
  }
}
