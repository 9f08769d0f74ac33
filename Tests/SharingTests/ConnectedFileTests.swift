import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

/// Tests the outbox (the list of changes that a connected file has to send), without a server.
@Suite struct ConnectedFileTests {
  private static let account = RecordID.version4(high: 0xACC0, low: 0x17)

  private func device(connected: Bool = true) async throws -> FamilyDevice {
    let device = try FamilyDevice(try Device.ofNobody)
    let sam = try await device.backend.people.createAccount(
      NewAccount(role: .player, name: "Sam Lee", graduationYear: 2028)
    ).person.id
    device.person = sam
    _ = try await device.backend.schools.add(for: sam) { $0.name = "Oak" }
    if connected { try connect(device) }
    return device
  }

  private func connect(_ device: FamilyDevice) throws {
    try Sharing.connect(
      device.file,
      Sharing.Connection(
        address: "https://example.org", key: "k", account: Self.account, email: "sam@example.org"),
      profile: device.person, device: FamilyDevice.ids.next())
    device.person = Self.account
  }

  @Test("The profile's id becomes the account's everywhere, and every step can still be undone")
  func rekeying() async throws {
    let device = try await device(connected: false)
    let old = try #require(device.person)
    // Connecting replaces the profile's id by the account's id in all columns of the file. This
    // blob begins and ends with the id, which a faulty replacement could miss.
    try device.file.write { connection in
      try connection.execute("CREATE TABLE probe (bytes BLOB)")
      try connection.execute(
        "INSERT INTO probe VALUES (CAST(?1 || ' ' || ?1 AS BLOB))", old.description)
    }
    try connect(device)
    #expect(
      try device.value("SELECT CAST(bytes AS TEXT) FROM probe")
        == "\(Self.account) \(Self.account)")
    let dump = try device.file.read { connection in
      try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'") { row in
        try row.text(0)
      }.flatMap { table in
        try connection.query("SELECT * FROM \"\(table)\"") { row in
          try (0..<row.columnCount).map { column in
            switch try row.value(column) {
            case .text(let text): text
            case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
            default: ""
            }
          }.joined()
        }
      }.joined()
    }
    #expect(!dump.contains(old.description))
    #expect(dump.contains(Self.account.description))
    let undone = try await device.backend.undo.undo()
    #expect(undone.summary == "Added s1 Oak")
    #expect(try device.count("schools") == 0)
    // Adding the school is not in the outbox, the list of changes to send, because it happened
    // before connecting. The undo happened afterwards and has to be sent.
    #expect(try device.items(.waiting).map(\.summary) == ["Took back: Added s1 Oak"])
  }

  @Test("A conflict over many rows shows thirty values and counts the rest")
  func largeConflict() async throws {
    let device = try await device()
    let writers = (0..<35).map { number in "Letter \(number)" }
    try device.file.write { connection in
      for writer in writers {
        try connection.execute(
          "INSERT INTO recommendation_letters (id, user_id, writer_name) VALUES (?, ?, ?)",
          FamilyDevice.ids.next(), Self.account, writer)
      }
    }
    let item = try #require(try device.items(.waiting).first)
    let ids = try device.file.read {
      try ColumnsOfFile($0).differences(item.changeset, of: Self.account).map(\.id)
    }
    func shown(_ details: [JSONValue]) throws -> SyncConflict {
      try device.file.writeFetched {
        try Outbox($0)?.set(.held, item, answer: JSONValue.array(details).text)
      }
      let held = try #require(try device.items(.held).first)
      return try device.file.read { try ConflictWords($0, of: Self.account).conflict(held) }
    }
    let named = try shown(
      ids.map { id in
        [
          "outcome": "refused", "reason": "rule", "table": "recommendation_letters",
          "id": .string(id.description), "column": "writer_name",
        ]
      })
    #expect(named.differences.count == 30)
    #expect(named.more == 25, "three values of each of ten letters are shown")
    let unnamed = try shown([["outcome": "held", "reason": "gone"]])
    #expect(unnamed.differences.count >= 30)
    #expect(unnamed.more > 0)
  }

  @Test("A change of a task is read with the title of the task")
  func taskOfConflict() async throws {
    let device = try await device()
    let list = try await device.backend.timeline.tasks(
      of: Self.account, today: try #require(CalendarDay("2026-02-10")))
    let task = try #require(list.tasks.first)
    _ = try await device.backend.timeline.completeTask(task.id, of: Self.account)
    let item = try #require(try device.items(.waiting).first)
    try device.file.read { connection in
      let conflict = try ConflictWords(connection, of: Self.account).conflict(item)
      #expect(
        conflict.differences.contains { $0.mine == task.task.title },
        "\(conflict.differences)")
    }
  }

  @Test("Each write is kept to be sent with who, when and what; a write of nothing is not")
  func kept() async throws {
    let device = try await device()
    let sam = Self.account
    let oak = RecordID(try #require(try device.value("SELECT id FROM schools")))!
    _ = try await device.backend.schools.edit(oak, of: sam) { $0.city = "Lisbon" }
    _ = try await device.backend.schools.edit(oak, of: sam) { $0.city = "Lisbon" }
    _ = try await device.backend.quickTasks.add("Call the coach")
    let items = try device.items(.waiting)
    #expect(items.map(\.summary) == ["Changed s1 Oak: City"])
    #expect(items.map(\.person) == [sam])
    let differences = try device.file.read {
      try ColumnsOfFile($0).differences(items[0].changeset, of: sam)
    }
    #expect(differences.map(\.table) == [.schools])
    #expect(differences[0].set?["city"] == "Lisbon")
    #expect(differences[0].was?["city"] == .null)
    #expect(differences[0].set?["private_notes"] == nil)
  }

  @Test("A write that is rolled back leaves nothing to send")
  func rolledBack() async throws {
    let device = try await device()
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try device.file.write { connection in
        try connection.execute("UPDATE schools SET city = 'x'")
        throw Stop()
      }
    }
    #expect(try device.items(.waiting).isEmpty)
  }

  @Test(
    "What comes from the server is not sent back, and a disconnected file notes on what it does")
  func fetched() async throws {
    let device = try await device()
    try device.file.writeFetched { try $0.execute("UPDATE schools SET city = 'x'") }
    #expect(try device.items(.waiting).isEmpty)
    try Sharing.disconnect(device.file, Self.account)
    #expect(try Sharing.connections(of: device.file).isEmpty)
    #expect(try Sharing.status(of: device.file, for: Self.account) == SharingStatus())
    _ = try await device.backend.schools.add(for: Self.account) { $0.name = "Elm" }
    #expect(try device.count("schools") == 2)
    #expect(try device.allItems(.waiting).map(\.summary) == ["Added s2 Elm"])
    // Erasing a person disconnects all people of the file. The tables of the outbox, the list of
    // changes to send, are dropped, because they can contain the erased person's data.
    try Sharing.disconnectAll(device.file)
    let left = try device.value(
      "SELECT group_concat(name) FROM sqlite_schema WHERE name LIKE 'outbox%'")
    #expect(left == nil)
    #expect(throws: Problem.self) { try Sharing.disconnect(device.file, Self.account) }
  }

  @Test("Numbers come from the lease, in its order, and over its gaps")
  func leases() async throws {
    let device = try await device()
    try device.file.writeFetched { connection in
      try connection.setLease(.school, LeasedNumbers([51...52, 100_001...200_000]))
    }
    var handles: [String] = []
    for name in ["A", "B", "C"] {
      handles.append(
        try await device.backend.schools.add(for: Self.account) { $0.name = name }.row.reference
          .handle)
    }
    #expect(handles == ["s51", "s52", "s100001"])
  }

  @Test("A record gets another number without a look at all others of its kind")
  func moveByIndex() async throws {
    try await RunningServer.with { server in
      let device = try await athlete(server)
      let plans = try device.file.write { connection -> [String] in
        let school = try connection.one("SELECT id FROM schools") { row in try row.recordID(0) }
        try connection.handles.move(.school, school, to: 77)
        return try connection.cachedStatements.filter { $0.hasPrefix("DELETE FROM handles") }
          .flatMap { sql in
            try connection.query("EXPLAIN QUERY PLAN \(sql.replacing("?", with: "1"))") { row in
              try row.text(3)
            }
          }
      }
      #expect(plans.count == 2 && plans.allSatisfy { $0.contains("(kind=? AND ") }, "\(plans)")
    }
  }

  @Test("A number of another device is the record's, and whatever had it gets the next")
  func movedHandles() async throws {
    let device = try await device()
    let oak = RecordID(try #require(try device.value("SELECT id FROM schools")))!
    let other = FamilyDevice.ids.next()
    try device.file.writeFetched { connection in
      try connection.setLease(.school, LeasedNumbers([51...100]))
      try connection.handles.move(.school, other, to: 1)
      #expect(try connection.handles.number(.school, of: other) == 1)
      #expect(try connection.handles.number(.school, of: oak) == 51)
      try connection.handles.move(.school, oak, to: 51)
      #expect(try connection.handles.number(.school, of: oak) == 51)
    }
  }

  @Test("A second program does not sync the same file meanwhile")
  func lock() async throws {
    let device = try await device()
    let lock = try FileLock(.sync, beside: device.path)
    #expect(lock != nil)
    #expect(try FileLock(.sync, beside: device.path) == nil)
    lock?.end()
    #expect(try FileLock(.sync, beside: device.path) != nil)
  }
}
