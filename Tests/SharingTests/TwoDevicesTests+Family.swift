import Basics
import CivilTime
import Domain
import Foundation
import HTTP
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

// What an athlete and parents do at devices of their own.
extension TwoDevicesTests {
  @Test("A number that a helping parent gives offline is the record's everywhere, and stays")
  func helpersNumbers() async throws {
    try await RunningServer.with { server in
      let (first, parent, _) = try await withHelper(server)
      let sam = try await first.id()
      let school = try await parent.backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference
        .id
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Ash" }
      let number = "SELECT kind || number FROM handles WHERE id = '\(school)'"
      let given = try parent.value(number)
      try await first.sync()
      try await parent.sync()
      try await first.sync()
      #expect(try parent.value(number) == given)
      #expect(try first.value(number) == given)
    }
  }

  @Test("What is done is no news to the athlete or a parent, and no step about it is refused")
  func doneIsRead() async throws {
    try await RunningServer.with { server in
      let (first, parent, _) = try await withHelper(server)
      let sam = try await first.id()
      let task = TaskCatalogue.templates[1].id
      let deadlines =
        "SELECT count(*) || '' FROM notifications WHERE type = 'deadline_alert' AND read_at IS NULL"
      let now = first.account.clock.now
      let day = Zone.utc.day(of: now)
      _ = try await first.backend.timeline.setDueDate(task, to: day, of: sam)
      try await first.sync()
      try await parent.sync()
      for device in [first, parent] {
        _ = try await device.backend.notifications.generate(now: now, zone: .utc, .daily)
        try await device.sync()
      }
      // Other tasks of the catalogue can be due on these days. All notifications of this type are
      // therefore compared and not a fixed number.
      let unread = try first.value(deadlines)
      #expect(try unread != "0" && parent.value(deadlines) == unread)
      let due = try first.value(
        "SELECT group_concat(occasion, '/') FROM notifications WHERE type = 'deadline_alert'")
      let tasks = (due ?? "").split(separator: "/").compactMap { NotificationOccasion(String($0)) }
        .flatMap { $0.items.map(\.id) }
      #expect(tasks.contains(task))
      first.wait()
      parent.wait()
      _ = try await first.backend.timeline.setStatus((tasks, .skipped, sam))
      #expect(try first.value(deadlines) == "0")
      for device in [first, parent] {
        let outcome = try await device.sync()
        #expect(outcome.refused == 0 && outcome.held == 0)
      }
      #expect(try parent.value(deadlines) == unread)
      #expect(try await parent.backend.settleNotifications())
      #expect(try await !parent.backend.settleNotifications())
      let outcome = try await parent.sync()
      #expect(outcome.refused == 0 && outcome.held == 0 && outcome.sent == 1)
      let people = "{\(sam),\(try await parent.id())}"
      let there = try await server.admin.run(
        """
        SELECT count(*) - count(read_at) FROM public.notifications
        WHERE type = 'deadline_alert' AND user_id = ANY ($1::uuid[])
        """, [people])
      #expect(there.value == "0")
    }
  }

  @Test("A helper logs contacts and edits, and what that sets off for the athlete is there")
  func helpersWork() async throws {
    try await RunningServer.with { server in
      let (first, parent, _) = try await withHelper(server)
      let sam = try await first.id()
      let school = RecordID(try #require(try parent.value("SELECT id FROM schools")))!
      let coach = RecordID(try #require(try parent.value("SELECT id FROM coaches")))!
      try first.file.write { connection in
        try connection.execute(
          """
          INSERT INTO suggestion (id, athlete_id, rule_type, urgency, message, action_type, related_school_id, created_at, updated_at)
          VALUES (?1, ?2, 'interaction-gap', 'high', 'Write', 'log_interaction', ?3, ?4, ?4)
          """, FamilyDevice.ids.next(), sam, school, "2026-02-01T12:00:00.000Z")
      }
      try await first.sync()
      try await parent.sync()
      parent.wait()
      _ = try await parent.backend.interactions.add(for: sam) {
        $0.schoolID = school
        $0.coachID = coach
        $0.type = .known(.phoneCall)
        $0.direction = .known(.inbound)
        $0.occurredAt = parent.account.clock.now
      }
      _ = try await parent.backend.schools.edit(school, of: sam) { $0.notes = "near" }
      _ = try await parent.backend.undo.undo()
      let outcome = try await parent.sync()
      #expect(outcome.refused == 0 && outcome.held == 0 && outcome.sent == 3)
      try await parent.sync()
      _ = try await parent.backend.undo.redo()
      #expect(try await parent.sync().refused == 0)

      try await first.sync()
      #expect(try first.count("interactions") == 2)
      #expect(try first.value("SELECT notes FROM schools") == "near")
      #expect(try first.value("SELECT completed || '' FROM suggestion") == "0")
      #expect(try await first.backend.followOthersContacts(of: sam))
      #expect(try first.value("SELECT completed || '' FROM suggestion") == "1")
      let told = "SELECT count(*) || '' FROM notifications WHERE type = 'inbound_interaction'"
      #expect(try first.value(told) == "1")
      #expect(try await !first.backend.followOthersContacts(of: sam))
      try await first.sync()
      try await parent.sync()
      // The parent's file has the athlete's suggestion, and no notifications of the athlete.
      #expect(try parent.value("SELECT completed || '' FROM suggestion") == "1")
      #expect(try parent.value(told) == "0")
    }
  }

  @Test(
    "A coach's message that a parent planned is told once, whichever daily work comes to it first",
    arguments: [true, false])
  func plannedMessages(plansComeFirst: Bool) async throws {
    try await RunningServer.with { server in
      let (first, parent, _) = try await withHelper(server)
      let sam = try await first.id()
      let school = RecordID(try #require(try parent.value("SELECT id FROM schools")))!
      let coach = RecordID(try #require(try parent.value("SELECT id FROM coaches")))!
      _ = try await first.backend.followOthersContacts(of: sam)
      let planned = parent.account.clock.now.adding(days: 1)
      _ = try await parent.backend.interactions.add(for: sam) {
        ($0.schoolID, $0.coachID) = (school, coach)
        ($0.type, $0.direction) = (.known(.phoneCall), .known(.inbound))
        $0.occurredAt = planned
      }
      try await parent.sync()
      try await first.sync()
      first.wait(seconds: 25 * 3600)
      if plansComeFirst { try await first.backend.followPlannedContacts(of: sam) }
      _ = try await first.backend.followOthersContacts(of: sam)
      try await first.backend.followPlannedContacts(of: sam)
      #expect(
        try first.value(
          "SELECT count(*) || '' FROM notifications WHERE type = 'inbound_interaction'") == "1")
    }
  }

  @Test("A family that is made on a connected device has no code until the server makes one")
  func familyAfterConnecting() async throws {
    try await RunningServer.with { server in
      let device = try FamilyDevice(try await server.signedUp())
      device.person = try await device.backend.people.createAccount(
        NewAccount(role: .player, name: "Sam Lee", graduationYear: 2028)
      ).person.id
      try await device.connect(server)
      device.person = try await device.id()
      #expect(try await device.backend.families.create(named: nil).family.code == nil)
      try await device.sync()
      let code = try await device.sharing().renewCode()
      try await device.sync()
      #expect(try await device.backend.families.families().first?.family.code == code.text)
      let before = try await athlete(server)
      #expect(try await before.backend.families.families().first?.family.code != nil)
    }
  }

  @Test("A parent whom the athlete let in through a server knows the code, and cannot renew it")
  func codeOfParent() async throws {
    try await RunningServer.with { server in
      let (first, parent, family) = try await withHelper(server)
      let code = try await first.sharing().renewCode()
      try await parent.sync()
      let seen = try await parent.backend.families.families()
      #expect(seen.map(\.family.id) == [family])
      #expect(seen.map(\.family.code) == [code.text])
      #expect(seen.map(\.isOwner) == [false])
      await #expect(throws: Problem.self) { _ = try await parent.sharing().renewCode() }
      await #expect(throws: Problem.self) {
        _ = try await parent.backend.families.regenerateCode(ofFamily: family)
      }
    }
  }

  @Test("Who asks is known to the athlete, and who was turned away hears of it")
  func turnedAway() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let parent = try FamilyDevice(try await server.signedUp("parent"))
      parent.person = try await parent.backend.people.createAccount(
        NewAccount(role: .parent, name: "Dana Lee")
      ).person.id
      try await parent.connect(server)
      let code = try await first.sharing().renewCode()
      _ = try await parent.sharing().askToJoin(code)
      try await first.sync()
      try await parent.sync()
      let (sam, dana) = (try await first.id(), try await parent.id())
      #expect(try Sharing.status(of: first.file, for: sam).asking.map(\.person) == [dana])
      #expect(try Sharing.status(of: parent.file, for: dana).turnedAwayFrom == nil)
      #expect(try Sharing.status(of: parent.file, for: dana).hasAsked)
      #expect(try !Sharing.status(of: first.file, for: sam).hasAsked)
      try await first.sharing().answerJoin(dana, accept: false)
      try await first.sync()
      try await parent.sync()
      #expect(try Sharing.status(of: first.file, for: sam).asking.isEmpty)
      #expect(try !Sharing.status(of: parent.file, for: dana).hasAsked)
      #expect(
        try Sharing.status(of: parent.file, for: dana).turnedAwayFrom
          == "The family with the code \(code.text)")
    }
  }

  @Test("A parent withdraws a request, asks another family, and is let in there")
  func withdrawn() async throws {
    try await RunningServer.with { server in
      let (wrong, right) = (try await athlete(server), try await athlete(server))
      for device in [wrong, right] { try await device.connect(server) }
      let parent = try FamilyDevice(try await server.signedUp("parent"))
      // The parent began before the athlete, with a placeholder for the athlete and the family.
      parent.person = try await parent.backend.people.createFamilyAsParent(
        NewParentFamily(
          parent: NewAccount(role: .parent, name: "Dana Lee"),
          athlete: NewAccount(role: .player, name: "Sam"))
      ).parent.id
      try await parent.connect(server)
      parent.person = try await parent.id()
      let phone = try FamilyDevice(try await parent.account.another(of: server))
      try await phone.connect(server)
      let dana = try await parent.id()
      func rows() throws -> [[String]] {
        try ["users", "family_units", "family_members"].map { try parent.rows($0) }
      }
      func status(_ device: FamilyDevice) throws -> SharingStatus {
        try Sharing.status(of: device.file, for: dana)
      }
      let before = try rows()
      await #expect(throws: Problem.noOpenRequest) { try await parent.sharing().withdrawJoin() }
      for device in [parent, phone] {
        _ = try await parent.sharing().askToJoin(try await wrong.sharing().renewCode())
        for other in [parent, phone] {
          try await other.sync()
          #expect(try status(other).hasAsked)
        }
        #expect(try await device.sharing().withdrawJoin())
        #expect(try !status(device).hasAsked)
        for other in [parent, phone] {
          try await other.sync()
          #expect(try !status(other).hasAsked)
          #expect(try status(other).turnedAwayFrom == nil)
        }
        #expect(try await wrong.sharing().joinRequests().isEmpty)
        await #expect(throws: Problem.self) {
          try await wrong.sharing().answerJoin(dana, accept: true)
        }
        #expect(try rows() == before)
      }
      _ = try await parent.sharing().askToJoin(try await right.sharing().renewCode())
      try await parent.sync()
      try await right.sharing().answerJoin(dana, accept: true)
      #expect(try await !parent.sharing().withdrawJoin())
      #expect(
        try parent.value("SELECT group_concat(id) FROM family_units")
          == right.value("SELECT id FROM family_units"))
    }
  }

  @Test("A withdrawal and an admission at the same moment end in one of both")
  func withdrawnAtOnce() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let parent = try FamilyDevice(try await server.signedUp("parent"))
      parent.person = try await parent.backend.people.createAccount(
        NewAccount(role: .parent, name: "Dana Lee")
      ).person.id
      try await parent.connect(server)
      let dana = try await parent.id()
      let code = try await first.sharing().renewCode()
      @Sendable func admits() async -> Bool {
        do {
          try await first.sharing().answerJoin(dana, accept: true)
          return true
        } catch {
          return false
        }
      }
      for _ in 0..<4 {
        #expect(try await parent.sharing().askToJoin(code))
        async let withdrawal = parent.sharing().withdrawJoin()
        async let admission = admits()
        let (isWithdrawn, isLetIn) = try await (withdrawal, admission)
        #expect(isWithdrawn != isLetIn)
        let members = try await server.admin.run(
          "DELETE FROM public.family_members WHERE user_id = $1::uuid RETURNING 1",
          [dana.description])
        #expect(members.rows.count == (isLetIn ? 1 : 0))
        try await parent.sync()
      }
    }
  }

  @Test(
    "A parent who is erased keeps nobody of the family: no profile of another person is left in her file"
  )
  func erasedParent() async throws {
    try await RunningServer.with { server in
      let (first, parent) = try await withParent(server)
      let (sam, dana) = (try await first.id(), try await parent.id())
      #expect(try parent.count("users") == 2)
      // The erasure has to work in a connected file and in a file that was disconnected before,
      // which still stores how far it had fetched the server's changes.
      for isConnected in [true, false] {
        let copy = try FamilyDevice(parent.account)
        try FileManager.default.removeItem(atPath: copy.folder)
        try FileManager.default.copyItem(atPath: parent.folder, toPath: copy.folder)
        if !isConnected { try Sharing.disconnect(copy.file, dana) }
        try Sharing.disconnectErased(copy.file, dana)
        #expect(try copy.value("SELECT group_concat(id) FROM users") == "\(dana)")
        #expect(try copy.count("schools") == 0 && copy.count("family_units") == 0)
        #expect(try copy.value("SELECT 1 || '' FROM journal WHERE athlete = '\(sam)'") == nil)
      }
      // In the athlete's own file, `disconnectErased` must keep the family's records, because the
      // erasure deletes them afterwards. It removes the profile of the parent.
      let rows = try first.count("schools")
      try Sharing.disconnectErased(first.file, sam)
      #expect(try first.value("SELECT group_concat(id) FROM users") == "\(sam)")
      #expect(try first.count("schools") == rows && first.count("family_units") == 1)
    }
  }

  @Test("A parent who is removed keeps nothing of the family, and hears what was never sent")
  func removedParent() async throws {
    try await RunningServer.with { server in
      let (first, parent, family) = try await withHelper(server)
      let (sam, dana) = (try await first.id(), try await parent.id())
      _ = try await parent.backend.schools.add(for: sam) { $0.name = "Elm" }
      try await parent.backend.viewLog.record(.dashboard, of: sam)
      _ = try await first.backend.families.remove(dana, fromFamily: family)
      try await first.sync()
      // The server refuses the change, because she is no longer in the family. The device learns
      // this in the same sync and reports the change as never sent.
      let outcome = try await parent.sync()
      #expect(outcome.left == ["The Lees"])
      #expect(outcome.neverSent == ["Added s51 Elm"])
      #expect(outcome.refused == 0 && outcome.held == 0)
      #expect(outcome.backup == nil)
      #expect(try parent.count("schools") == 0)
      #expect(try parent.items(.waiting).isEmpty && parent.items(.refused).isEmpty)
      // Nothing of the family may be left in the parent's file: no step in the history, no change
      // of others to report, and no conflict to decide.
      #expect(
        try parent.value("SELECT group_concat(summary) FROM journal WHERE athlete = '\(sam)'")
          == nil)
      #expect(
        try Sharing.othersSteps(of: parent.file, toldTo: dana, limit: 9).isEmpty)
      #expect(try await parent.sharing().conflicts().isEmpty)
    }
  }

  @Test("Whom the athlete removed after the backup, the restored server does not let in again")
  func removedBeforeRestore() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, parent) = try await withParent(server)
      #expect(try parent.count("schools") == 1)
      let backup = try await ServerBackup(of: server)
      let family = RecordID(try #require(try first.value("SELECT id FROM family_units")))!
      _ = try await first.backend.families.remove(try await parent.id(), fromFamily: family)
      try await first.sync()
      try await backup.restore(server)
      try await first.sync()
      try await parent.sync()
      #expect(try parent.count("schools") == 0)
      #expect(try first.count("family_members") == 1)
    }
  }
}
