package import Persistence

/// The schema of the data file that this test program writes. Each step is one row, with the number
/// of its writer and its own number.
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
