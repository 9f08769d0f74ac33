import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Files and backups as earlier versions of this program left them.
@Suite struct SchemaMigrationTests {
  private let folder: TemporaryFolder
  private let desk = ActingProcess()
  private var path: String { folder.path + "/compass.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A file of the first form with Sam's offer and what was written about it then.
  private func oldFile() async throws -> (file: SQLBackend, sam: RecordID) {
    let old = desk.backend(path, schema: CompassSchema.schema.upTo(version: 1))
    let sam = try await old.athlete("Sam", graduationYear: nil)
    desk.person = sam
    let school = try await old.schools.add(for: sam) { $0.name = "Elm" }.row.reference.id
    // This program writes columns that the first form has not.
    let id = RecordID.version4(high: 9, low: 2)
    try old.dataFile.write { connection in
      try connection.execute(
        """
        INSERT INTO offers (id, user_id, school_id, offer_type, offer_date, deadline_date, created_at)
        VALUES (?, ?, ?, 'partial', '2026-02-01', '2026-02-17', ?)
        """, id, sam, school, ActingProcess.start.description)
      try connection.handles.allot(.offer, to: id)
      try connection.execute(
        """
        INSERT INTO notifications (id, user_id, type, title, message, priority,
          related_entity_type, related_entity_id, scheduled_for, created_at)
        VALUES (?1, ?2, 'deadline_alert', 'Offer deadline in 7 days', 'It ends.', 'normal',
          'offer', ?3, ?4, ?4)
        """, RecordID.version4(high: 9, low: 1), sam, id, ActingProcess.start.description)
    }
    return (old, sam)
  }

  private func version(of path: String) throws -> Int {
    try DatabaseConnection(path: path, .readOnly).one("PRAGMA user_version") { row in try row.int(0)
    }
  }

  @Test("A file of the first form is brought up to date once, with a copy kept of what it was")
  func fromTheFirst() async throws {
    let (old, _) = try await oldFile()
    old.dataFile.close()
    let backend = desk.backend(path)
    let inbox = try await backend.notifications.list(InboxQuery())
    #expect(inbox.listing.rows.map(\.notification.title) == ["Offer deadline in 7 days"])
    // What it was about is worked out: it is not said again, and its next lead is.
    let notifications = backend.notifications
    func generate(after days: Int) async throws -> [String] {
      try await notifications.generate(
        now: ActingProcess.start.adding(days: days), zone: .utc, .daily
      )
      .created.map(\.notification.title)
    }
    #expect(try await generate(after: 0) == [])
    // Not after it was deleted either.
    _ = try await notifications.delete(inbox.listing.rows[0].reference.id)
    #expect(try await generate(after: 1) == [])
    #expect(try await generate(after: 4) == ["Offer deadline in 3 days"])
    #expect(try backend.dataFile.findings() == [])
    let copies = try backend.dataFile.backups.list()
    #expect(copies.count == 1)
    let ending = "before-version-\(CompassSchema.schema.version).sqlite"
    #expect(copies.allSatisfy { $0.hasSuffix(ending) })
    backend.dataFile.close()
    let again = desk.backend(path)
    _ = try await again.notifications.unreadCount()
    #expect(try again.dataFile.backups.list() == copies)
  }

  @Test("A file that was brought up to date has the form of a new one")
  func sameForm() async throws {
    func form(_ file: DataFile) throws -> [String] {
      try file.read { connection in
        try connection.query(
          """
          SELECT made.type || ' ' || made.name || ': ' || (
            SELECT coalesce(group_concat(held.name || ' ' || held.type || ' ' || held."notnull", ', '), '')
            FROM pragma_table_info(made.name) AS held)
          FROM sqlite_master AS made ORDER BY made.type, made.name
          """
        ) { row in try row.text(0) }
      }
    }
    let (old, _) = try await oldFile()
    old.dataFile.close()
    let fresh = desk.backend(folder.path + "/fresh.sqlite")
    #expect(try form(desk.backend(path).dataFile) == form(fresh.dataFile))
  }

  @Test("A program of the first form touches no newer file")
  func newer() async throws {
    let sam = try await desk.backend(path).athlete("Sam")
    desk.person = sam
    let old = desk.backend(path, schema: CompassSchema.schema.upTo(version: 1))
    #expect(
      await cause { _ = try await old.notifications.unreadCount() } == .storage(.tooNew))
    #expect(try version(of: path) == CompassSchema.schema.version)
  }

  @Test("A backup of the first form is restored and brought up to date; the backup stays as it was")
  func backup() async throws {
    let (old, sam) = try await oldFile()
    let kept = try old.dataFile.backUp()
    let name = String(kept.split(separator: "/").last ?? "")
    old.dataFile.close()
    let backend = desk.backend(path)
    _ = try await backend.schools.add(for: sam) { $0.name = "Oak" }
    _ = try await backend.archive.restore(from: name)
    #expect(try await backend.schools.list(of: sam).rows.map(\.reference.title) == ["Elm"])
    #expect(try await backend.notifications.list(InboxQuery()).listing.total == 1)
    #expect(try version(of: kept) == 1)
    #expect(try version(of: path) == CompassSchema.schema.version)
    #expect(
      try await backend.notifications.generate(
        now: ActingProcess.start.adding(days: 4), zone: .utc, .daily
      ).created.count == 1)
  }
}
