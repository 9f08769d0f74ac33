import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests that stored notifications with missing or unusual values are still listed. Servers and
/// other programs can write such rows.
@Suite struct InboxRowsTests {
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() {
    backend = program.backend(DatabaseConnection.inMemoryPath)
  }

  private func sam() async throws -> RecordID {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    return sam
  }

  private func plant(_ columns: [String: String], of person: RecordID, id: UInt64) throws {
    var row = [
      "id": "'\(RecordID.version4(high: 9, low: id))'", "user_id": "'\(person)'",
      "type": "'event'", "title": "'Title \(id)'",
      "created_at": "'2026-02-0\(id % 9 + 1)T00:00:00.000Z'",
    ]
    row.merge(columns) { $1 }
    let names = row.keys.sorted()
    let values = names.compactMap { row[$0] }.joined(separator: ", ")
    try backend.dataFile.write { connection in
      try connection.executeScript(
        "INSERT INTO notifications (\(names.joined(separator: ", "))) VALUES (\(values));")
    }
  }

  static let gaps: [[String: String]] = [
    ["message": "NULL", "priority": "NULL", "scheduled_for": "NULL"], ["type": "'team_news'"],
    ["priority": "'urgent'"], ["scheduled_for": "'soon'"], ["read_at": "'once'"],
    ["related_entity_type": "'coach'", "related_entity_id": "NULL"],
    ["related_entity_type": "'coach'", "related_entity_id": "'123'"],
    ["related_entity_type": "NULL", "related_entity_id": "'123'"],
    ["related_entity_type": "'team'"], ["email_sent": "NULL"], ["created_at": "NULL"],
    ["action_url": "''"], ["title": "''"],
  ]

  @Test("One row with a gap never empties an inbox", arguments: gaps.indices)
  func survives(_ index: Int) async throws {
    let sam = try await sam()
    try plant([:], of: sam, id: 1)
    try plant(Self.gaps[index], of: sam, id: 2)
    try plant([:], of: sam, id: 3)
    let inbox = try await backend.notifications.list(InboxQuery())
    #expect(inbox.listing.rows.count == 3)
    for row in inbox.listing.rows {
      _ = try await backend.notifications.markRead(row.reference.id)
      _ = try await backend.notifications.delete(row.reference.id)
    }
    #expect(try await backend.notifications.list(InboxQuery()).listing.isEmpty)
  }

  @Test("A hundred thousand are counted where they are, and a screenful is fetched")
  func many() async throws {
    let sam = try await sam()
    try backend.dataFile.write { connection in
      try connection.execute(
        """
        INSERT INTO notifications (id, user_id, type, title, message, read_at, created_at)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
        SELECT printf('%08x-0000-4000-8000-000000000000', i), ?1,
          CASE i % 2 WHEN 0 THEN 'event' ELSE 'daily_digest' END, 'Title ' || i, 'Message ' || i,
          CASE WHEN i % 4 = 0 THEN '2026-01-02T00:00:00.000Z' END,
          strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + i, 'unixepoch') FROM n
        """, sam)
    }
    let inbox = try await backend.notifications.list(
      InboxQuery {
        $0.type = .event
        $0.search = "message 9999"
        $0.limit = 20
      })
    #expect(inbox.listing.rows.first?.notification.title == "Title 99998")
    #expect(inbox.listing.matching == 5)
    #expect(inbox.listing.total == 100_000)
    #expect(inbox.unreadCount == 75_000)
    #expect(try await backend.notifications.markAllRead(nil) == 75_000)
    #expect(try await backend.notifications.deleteAll((nil, true)) == 100_000)
    _ = try await backend.undo.undo()
    #expect(
      try await backend.notifications.list(InboxQuery { $0.limit = 0 }).listing.total == 100_000)
  }
}
