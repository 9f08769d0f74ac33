import Basics
import CivilTime
import Glibc
import Persistence
import SQLite
import Synchronization

/// A small schema with everything that the journal of steps must support: foreign keys that cascade
/// or set null, a table without row ids, a search index that triggers update, and a table that is
/// not synced with a server.
enum Sample {
  static let migrations = [
    Migration(
      1, "Make the tables",
      sql: """
        CREATE TABLE schools (
          id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE, rank INTEGER, updated_at TEXT
        ) STRICT;
        CREATE TABLE coaches (
          id TEXT PRIMARY KEY NOT NULL, school_id TEXT NOT NULL REFERENCES schools (id) ON DELETE CASCADE,
          name TEXT NOT NULL
        ) STRICT;
        CREATE INDEX coaches_by_school ON coaches (school_id);
        CREATE TABLE interactions (
          id TEXT PRIMARY KEY NOT NULL, school_id TEXT NOT NULL REFERENCES schools (id) ON DELETE CASCADE,
          coach_id TEXT REFERENCES coaches (id) ON DELETE SET NULL, content TEXT
        ) STRICT;
        CREATE TABLE members (
          family TEXT NOT NULL, person TEXT NOT NULL, role TEXT, PRIMARY KEY (family, person)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE view_log (id INTEGER PRIMARY KEY, what TEXT) STRICT;
        CREATE VIRTUAL TABLE school_words USING fts5 (name, content = 'schools');
        CREATE TRIGGER schools_ai AFTER INSERT ON schools BEGIN
          INSERT INTO school_words (rowid, name) VALUES (new.rowid, new.name);
        END;
        CREATE TRIGGER schools_ad AFTER DELETE ON schools BEGIN
          INSERT INTO school_words (school_words, rowid, name) VALUES ('delete', old.rowid, old.name);
        END;
        CREATE TRIGGER schools_au AFTER UPDATE OF name ON schools BEGIN
          INSERT INTO school_words (school_words, rowid, name) VALUES ('delete', old.rowid, old.name);
          INSERT INTO school_words (rowid, name) VALUES (new.rowid, new.name);
        END;
        """),
    Migration(2, "Say which conference", sql: "ALTER TABLE schools ADD COLUMN conference TEXT;"),
    Migration(
      3, "Require a role",
      sql: """
        CREATE TABLE members_new (
          family TEXT NOT NULL, person TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (family, person)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO members_new SELECT family, person, coalesce(role, 'parent') FROM members;
        DROP TABLE members;
        ALTER TABLE members_new RENAME TO members;
        """),
  ]
  static let sharedTables = ["schools", "coaches", "interactions", "members"]
  static let applicationID = 0x434D_5053
  static let schema = Schema(
    applicationID: applicationID, migrations: migrations, sharedTables: sharedTables)

  static let sam = person(1)
  static let pat = person(2)
  static let school = ReferenceKind(letter: "s", singular: "school", plural: "schools")
  static let coach = ReferenceKind(letter: "c", singular: "coach", plural: "coaches")
  static let moment = Instant(milliseconds: 1_770_730_200_250)

  static func person(_ number: UInt64) -> RecordID {
    RecordID.version4(high: 0xAAAA_0000_0000_0000, low: number)
  }

  static func id(_ number: Int) -> RecordID {
    RecordID.version4(high: 0, low: UInt64(number))
  }

  static func act(
    _ person: RecordID = sam, _ operation: String = "addSchool",
    _ summary: String = "Added a school"
  ) -> Act {
    Act(person: person, athlete: sam, operation: operation, summary: summary, at: moment)
  }
}

/// A temporary folder for one test, deleted after it.
final class Folder {
  let path: String

  init() {
    var template = Array("/tmp/compass-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    Folder.remove(path)
  }

  var file: String { path + "/compass.sqlite" }

  func open(_ schema: Schema = Sample.schema) -> DataFile {
    DataFile(path: file, schema: schema, now: { Sample.moment })
  }

  private static func remove(_ path: String) {
    for name in names(in: path) { remove(path + "/" + name) }
    if unlink(path) != 0 { rmdir(path) }
  }

  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// Returns the permission bits of a file.
func mode(_ path: String) -> mode_t {
  var facts = stat()
  return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
}

func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return bytes
}

func copyFile(_ path: String, to target: String) {
  write(contents(path), to: target)
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else { return }
  defer { fclose(file) }
  fwrite(bytes, 1, bytes.count, file)
}
