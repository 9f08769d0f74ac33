package import Persistence

/// The schema of the data file that this test program writes: one row for each step, numbered by
/// its writer.
package let writerSchema = Schema(
  applicationID: 0x5354_5752,
  migrations: [
    Migration(
      1, "Make the entries",
      sql: """
        CREATE TABLE entries (
          id TEXT PRIMARY KEY NOT NULL, writer INTEGER NOT NULL, number INTEGER NOT NULL, words TEXT
        ) STRICT;
        """),
    Migration(2, "Find by writer", sql: "CREATE INDEX entries_by_writer ON entries (writer);"),
    Migration(3, "Say how long", sql: "ALTER TABLE entries ADD COLUMN length INTEGER;"),
  ],
  sharedTables: ["entries"])
