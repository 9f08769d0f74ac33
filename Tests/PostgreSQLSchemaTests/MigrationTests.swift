import Foundation
import Testing
import ToolTesting

@Suite struct MigrationTests {
  private let server: DatabaseServer

  init() throws { server = try DatabaseServer.plain.get() }

  @Test("A database that is up to date stays as it is")
  func upToDate() throws {
    let database = try server.database("again")
    #expect(try server.migrate(database).contains("✓ 0 of"))
  }

  @Test("A file that was changed after it was applied is refused")
  func changedFile() throws {
    let database = try server.database("changed")
    let folder = try copyOfFiles()
    defer { try? FileManager.default.removeItem(at: folder) }
    try append("-- changed\n", to: folder.appending(path: "0005-changes.sql"))
    #expect {
      try server.migrate(database, files: folder.path)
    } throws: {
      "\($0)".contains("0005-changes is not the file that was applied to this database.")
    }
  }

  @Test("A database of a newer version is refused")
  func newerDatabase() throws {
    let database = try server.database("newer")
    try server.query(
      "INSERT INTO compass.migrations VALUES (9999, '9999-later', 'x')", in: database)
    #expect {
      try server.migrate(database)
    } throws: {
      "\($0)".contains("This database is of a newer version than these files.")
    }
  }

  @Test("A file that fails leaves nothing of itself behind")
  func failingFile() throws {
    let database = try server.database("failing")
    let folder = try copyOfFiles()
    defer { try? FileManager.default.removeItem(at: folder) }
    try append(
      "CREATE TABLE compass.half (x int);\nSELECT 1 / 0;\n",
      to: folder.appending(path: "9998-half.sql"))
    #expect {
      try server.migrate(database, files: folder.path)
    } throws: {
      "\($0)".contains("9998-half failed; nothing of it is in the database.")
    }
    #expect(
      try server.query(
        "SELECT to_regclass('compass.half') IS NULL, max(number) < 9998 FROM compass.migrations",
        in: database) == ["t|t"])
  }

  @Test("A private note from before gets the id that devices give it, and devices learn of both")
  func olderNote() throws {
    let database = "older-note"
    try server.query("CREATE DATABASE \"\(database)\"", in: "postgres")
    try migrate(database, before: "0031")
    let sam = "00000000-0000-4000-8000-000000000001"
    let oak = "00000000-0000-4000-8000-000000000002"
    try server.query(
      """
      INSERT INTO public.users (id, role) VALUES ('\(sam)', 'player');
      INSERT INTO public.schools (id, user_id, name) VALUES ('\(oak)', '\(sam)', 'Oak');
      INSERT INTO public.private_notes (user_id, table_name, record_id, note)
      VALUES ('\(sam)', 'schools', '\(oak)', 'kind')
      """, in: database)
    try server.migrate(database)
    #expect(
      try server.query(
        """
        SELECT note, id = compass.note_id(table_name, record_id, user_id) FROM public.private_notes
        """, in: database) == ["kind|t"])
    #expect(
      try server.query(
        """
        SELECT gone, count(*) FROM compass.changes WHERE table_name = 'private_notes'
        GROUP BY 1 ORDER BY 1
        """, in: database) == ["f|1", "t|1"])
  }

  @Test("After a restore of a backup from before 0035 no device gets a number that was given since")
  func olderBackup() throws {
    let database = "older-backup"
    try server.query("CREATE DATABASE \"\(database)\"", in: "postgres")
    try migrate(database, before: "0035")
    let sam = "00000000-0000-4000-8000-000000000001"
    try server.query(
      """
      INSERT INTO public.users (id, role) VALUES ('\(sam)', 'player');
      INSERT INTO compass.devices (scope, device, person, number)
      VALUES ('\(sam)', gen_random_uuid(), '\(sam)', 7)
      """, in: database)
    // The command `compass-server restore` begins an era before the owner runs the migrations.
    try server.query("SELECT compass.begin_era()", in: database)
    try server.migrate(database)
    #expect(
      try server.query(
        """
        SELECT compass.last_lost_device(s.id, compass.restored_at(s.id)) = 7 + v.lost_devices,
          v.lost_devices >= 500, (SELECT added_at FROM compass.devices) < v.began_at
        FROM compass.scopes AS s CROSS JOIN compass.server AS v
        """, in: database) == ["t|t|t"])
  }

  @Test("Whoever may not read past row security is told so, and nothing is made")
  func ownerWithoutRights() throws {
    try server.query("CREATE DATABASE poor", in: "postgres")
    let folder = try copyOfFiles()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The changed migration names a role as owner that does not have the right to bypass row
    // security. A hosted database can be like this, and the migration must refuse it.
    let people = folder.appending(path: "0002-people.sql")
    let text = try String(contentsOf: people, encoding: .utf8)
    try text.replacing("'compass_owner', true", with: "'authenticated', true").write(
      to: people, atomically: true, encoding: .utf8)
    #expect {
      try server.migrate("poor", files: folder.path)
    } throws: {
      "\($0)".contains("authenticated does not bypass row security")
    }
    #expect(try server.query("SELECT to_regnamespace('compass') IS NULL", in: "poor") == ["t"])
  }

  /// Runs the migrations whose file names come before a number.
  private func migrate(_ database: String, before number: String) throws {
    let folder = try copyOfFiles()
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file >= number {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
    try server.migrate(database, files: folder.path)
  }

  private func copyOfFiles() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "compass-\(UUID())")
    try FileManager.default.copyItem(
      at: Project.root.appending(path: "Modules/Services/PostgreSQLSchema/Migrations"),
      to: folder)
    return folder
  }

  private func append(_ text: String, to file: URL) throws {
    let before = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    try (before + text).write(to: file, atomically: true, encoding: .utf8)
  }
}
