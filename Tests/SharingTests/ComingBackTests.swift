import Basics
import CivilTime
import Domain
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

/// Tests of files that were disconnected and connect again, of parents who started without an
/// athlete, and of a server that was restored without a new era (an id; when it changes, devices
/// fetch everything again).
@Suite(.serialized)
struct ComingBackTests {
  private func reconnect(_ device: FamilyDevice, _ server: RunningServer) async throws
    -> SyncOutcome
  {
    let account = try await device.id()
    try Sharing.connect(
      device.file,
      Sharing.Connection(
        address: server.address, key: server.publicKey, account: account,
        email: device.account.email), profile: account, device: FamilyDevice.ids.next())
    return try await device.sync()
  }

  @Test(
    "Who connects a file again writes over nothing newer, and what both changed is for them to decide"
  )
  func reconnected() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      try Sharing.disconnect(second.file, sam)
      _ = try await first.backend.schools.edit(school, of: sam) {
        $0.notes = "newer"
        $0.city = "Lima"
      }
      try await first.sync()
      second.wait(seconds: 600)
      _ = try await second.backend.schools.edit(school, of: sam) { $0.city = "Lisbon" }
      _ = try await second.backend.schools.edit(school, of: sam) { $0.state = "CA" }
      let metric = RecordID(try #require(try second.value("SELECT id FROM performance_metrics")))!
      _ = try await second.backend.metrics.delete(metric, of: sam)
      _ = try await second.backend.schools.add(for: sam) { $0.name = "Elm" }
      let outcome = try await reconnect(second, server)
      #expect(outcome.held == 1 && outcome.sent == 3)
      #expect(try second.value("SELECT notes FROM schools WHERE id = '\(school)'") == "newer")
      #expect(try second.value("SELECT city FROM schools WHERE id = '\(school)'") == "Lima")
      let held = try await second.sharing().conflicts()
      #expect(held.flatMap(\.differences).map(\.mine) == ["Lisbon"])
      #expect(held.flatMap(\.differences).map(\.theirs) == ["Lima"])
      try await first.sync()
      #expect(try first.value("SELECT notes FROM schools WHERE id = '\(school)'") == "newer")
      #expect(try first.value("SELECT state FROM schools WHERE id = '\(school)'") == "CA")
      // The second device has deleted and added rows while the first one was disconnected. After
      // the sync, the first device has deleted the same rows, and it lists the changes of the
      // second one.
      #expect(try first.count("schools") == 2 && first.count("performance_metrics") == 0)
      #expect(
        try Sharing.othersSteps(of: first.file, toldTo: sam, limit: 9).map(\.summary).contains(
          "Added Elm"))
      for table in TwoDevicesTests.shared where table != "handles" {
        #expect(try second.rows(table) == first.rows(table), "\(table)")
      }
    }
  }

  @Test("What a helper wrote while her file was disconnected goes when it is connected again")
  func parentReconnected() async throws {
    try await RunningServer.with { server in
      let (first, parent, _) = try await withHelper(server)
      let sam = try await first.id()
      try Sharing.disconnect(parent.file, try await parent.id())
      _ = try await parent.backend.schools.add(for: sam) { $0.name = "Elm" }
      let outcome = try await reconnect(parent, server)
      #expect(outcome.refused == 0)
      try await first.sync()
      #expect(try first.count("schools") == 2)
    }
  }

  @Test(
    "A server that was restored and not told so takes nothing back; when it is told, what was deleted stays so"
  )
  func forgottenRestored() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      let metric = RecordID(try #require(try second.value("SELECT id FROM performance_metrics")))!
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      let backup = try await ServerBackup(of: server)
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "of today" }
      _ = try await first.backend.metrics.delete(metric, of: sam)
      try await first.sync()
      try await second.sync()
      try await backup.restoreUntold(server)
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Elm" }
      await #expect(throws: Problem.forgotten) { try await first.sync() }
      await #expect(throws: Problem.forgotten) { try await second.sync() }
      #expect(try second.value("SELECT notes FROM schools") == "of today")
      #expect(try first.items(.waiting).count == 1)

      _ = try await server.admin.run("SELECT compass.begin_era()")
      try await first.sync()
      try await second.sync()
      try await first.sync()
      for device in [first, second] {
        #expect(try device.count("performance_metrics") == 0)
        #expect(try device.value("SELECT notes FROM schools WHERE id = '\(school)'") == "of today")
        #expect(try device.count("schools") == 2)
      }
      let there = try await server.admin.run(
        "SELECT count(*) FROM performance_metrics WHERE id = $1", [metric.description])
      #expect(there.value == "0")
    }
  }

  /// Returns the device of a parent who started before the athlete: the athlete's profile and the
  /// family are placeholders that exist in this file only.
  private func parentFirst(_ server: RunningServer) async throws -> FamilyDevice {
    let parent = try FamilyDevice(try await server.signedUp("parent"))
    parent.person = try await parent.backend.people.createFamilyAsParent(
      NewParentFamily(
        parent: NewAccount(role: .parent, name: "Dana Lee"),
        athlete: NewAccount(role: .player, name: "Sam"))
    ).parent.id
    return parent
  }

  @Test(
    "A parent who began alone is let in: her untouched beginning goes, and her family work is sent")
  func placeholder() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let parent = try await parentFirst(server)
      #expect(try parent.count("family_units") == 1)
      try await parent.connect(server)
      parent.person = try await parent.id()
      let code = try await first.sharing().renewCode()
      _ = try await parent.sharing().askToJoin(code)
      try await first.sharing().answerJoin(try await parent.id(), accept: true)
      try await first.sync()
      let family = RecordID(try #require(try first.value("SELECT id FROM family_units")))!
      _ = try await first.backend.families.setHelp(
        of: try await parent.id(), inFamily: family, to: [.records])
      try await first.sync()
      try await parent.sync()
      #expect(try parent.value("SELECT group_concat(id) FROM family_units") == "\(family)")
      #expect(try parent.count("users") == 2)
      // The sync removed the placeholder family and also the step that created it. With this step,
      // `undo` would offer to undo something that no longer exists.
      await #expect(throws: Problem.nothingToUndo) { try await parent.backend.undo.undo() }
      _ = try await parent.backend.schools.add(for: try await first.id()) { $0.name = "Elm" }
      let outcome = try await parent.sync()
      #expect(outcome.sent == 1 && outcome.refused == 0)
      #expect(try parent.items(.waiting).isEmpty)
      try await first.sync()
      #expect(try first.count("schools") == 2)
      try await parent.backend.viewLog.record(.dashboard, of: try await first.id())
      try await parent.sync()
      try await first.sync()
      let views = try await first.backend.viewLog.views(of: try await first.id(), limit: 5)
      #expect(views.rows.map(\.parent.id) == [try await parent.id()])
    }
  }

  @Test("What she kept for a family of her own computer stays, is said, and holds nothing up")
  func touchedPlaceholder() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let parent = try await parentFirst(server)
      let own = RecordID(
        try #require(try parent.value("SELECT player_user_id FROM family_units")))!
      parent.person = own
      _ = try await parent.backend.schools.add(for: own) { $0.name = "Her own" }
      parent.person = RecordID(
        try #require(try parent.value("SELECT id FROM users WHERE role = 'parent'")))
      try await parent.connect(server)
      parent.person = try await parent.id()
      let code = try await first.sharing().renewCode()
      _ = try await parent.sharing().askToJoin(code)
      try await first.sharing().answerJoin(try await parent.id(), accept: true)
      try await first.sync()
      try await parent.sync()
      #expect(try parent.count("family_units") == 2)
      let status = try Sharing.status(of: parent.file, for: try await parent.id())
      #expect(status.familiesOfThisComputer.count == 1)
      #expect(!status.isAwaited && status.waiting == 0)
    }
  }
}
