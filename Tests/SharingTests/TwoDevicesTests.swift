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

/// Tests several devices of one family that sync their files through a real server.
@Suite(.serialized)
struct TwoDevicesTests {
  /// The tables in which two devices of an athlete must have equal rows after a sync.
  static let shared = [
    "schools", "coaches", "events", "interactions", "offers", "performance_metrics", "documents",
    "recommendation_letters", "school_status_history", "athlete_task", "suggestion",
    "notifications", "user_preferences", "family_units", "family_members", "handles",
  ]

  @Test("What an athlete has goes to the server, and comes whole to an empty device")
  func newDevice() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      let before = try first.rows("schools").count
      let outcome = try await first.connect(server)
      #expect(outcome.refused == 0)
      #expect(try first.value("SELECT value FROM outbox_facts WHERE key = 'left_here'") == nil)
      #expect(try first.items(.waiting).isEmpty)

      let second = try FamilyDevice(try await first.account.another(of: server))
      try await second.connect(server)
      second.person = try await second.id()
      for table in Self.shared where table != "handles" {
        #expect(try second.rows(table) == first.rows(table), "\(table)")
      }
      #expect(try second.rows("schools").count == before)
      #expect(try second.value("SELECT name FROM schools") == "São École")
      #expect(try second.value("SELECT full_name FROM users") == "Sam Lee")
    }
  }

  @Test("A sync with nothing new is one request, and the first one of another device three")
  func requests() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let network = BadNetwork(seed: 1)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      second.person = try await second.id()
      #expect(
        network.calledFunctions() == ["compass_pull", "compass_handles", "compass_handles"])
      try await second.sync()
      #expect(network.calledFunctions() == ["compass_pull"])
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      _ = try await second.backend.schools.edit(school, of: try await second.id()) {
        $0.notes = "new"
      }
      try await second.sync()
      #expect(network.calledFunctions() == ["compass_push", "compass_pull"])
      try await second.sync()
      #expect(network.calledFunctions() == ["compass_pull"])
    }
  }

  @Test("A change on one device is on the other after both synced, and undo travels too")
  func backAndForth() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)

      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      _ = try await second.backend.schools.edit(school, of: sam) { $0.priorityTier = .known(.b) }
      let added = try await second.backend.schools.add(for: sam) { $0.name = "Oak" }
      #expect(added.row.reference.handle == "s51")
      let outcome = try await second.sync()
      #expect(outcome.sent == 2)
      let fetched = try await first.sync()
      #expect(fetched.fetched >= 2)
      #expect(
        try first.value("SELECT priority_tier FROM schools WHERE id = '\(school)'") == "B")
      #expect(
        try first.value(
          "SELECT '' || number FROM handles WHERE kind = 's' AND id = '\(added.row.reference.id)'")
          == "51")
      _ = try await second.backend.undo.undo()
      try await second.sync()
      let removed = try await first.sync()
      #expect(removed.removed == 1)
      #expect(try first.count("schools") == 1)
      for table in Self.shared where table != "handles" {
        #expect(try second.rows(table) == first.rows(table), "\(table)")
      }
    }
  }

  @Test(
    "A name in another form than the server stores is changed again without a conflict, and written on two devices",
    arguments: ["\u{FF33}am Lee", "Zoe\u{308} Lee ", "\u{FB01}nn Lee"])
  func nameForms(name: String) async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      func rename(_ device: FamilyDevice, _ name: String) async throws -> SyncOutcome {
        var edit = ProfileEdit()
        edit.fullName = .set(name)
        _ = try await device.backend.people.updateProfile(of: sam, edit)
        return try await device.sync()
      }
      // The second device has not fetched the name when it writes the same one.
      for (device, name) in [(first, name), (second, name), (first, "Kim Lee")] {
        let outcome = try await rename(device, name)
        #expect(outcome.held == 0 && outcome.refused == 0, "\(name)")
      }
      let stored = try await server.admin.run(
        "SELECT full_name FROM public.users WHERE id = $1::uuid", [sam.description])
      #expect(stored.value == "Kim Lee")
    }
  }

  @Test("A note that another device changed in its form alone is a changed note")
  func noteForms() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "\u{FB01}nn" }
      for device in [first, second] { try await device.sync() }
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "finn" }
      try await first.sync()
      _ = try await second.backend.schools.edit(school, of: sam) { $0.notes = "second" }
      #expect(try await second.sync().held == 1)
    }
  }

  @Test(
    "Two who change one column meanwhile: the later one is held, and its file shows the server's value"
  )
  func conflict() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!

      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "from the first" }
      _ = try await second.backend.schools.edit(school, of: sam) { $0.notes = "from the second" }
      // The measurement has nothing to do with the note that is in conflict, so it must be sent.
      _ = try await second.backend.metrics.add(for: sam) {
        $0.type = .known(.velocity)
        $0.value = 86
        $0.recordedDate = CalendarDay("2026-02-03")!
      }
      // The city is another column of the school whose note is in conflict. This change must be
      // sent too.
      _ = try await second.backend.schools.edit(school, of: sam) { $0.city = "Lisbon" }
      try await first.sync()
      let outcome = try await second.sync()
      #expect(outcome.held == 1)
      #expect(outcome.sent == 2)
      #expect(try second.value("SELECT notes FROM schools") == "from the first")
      #expect(try second.value("SELECT city FROM schools") == "Lisbon")
      #expect(try second.items(.held).count == 1)
      #expect(try second.items(.held).first?.answer?.contains("from the second") == true)
      try await first.sync()
      #expect(try first.count("performance_metrics") == 2)
      for table in Self.shared where table != "handles" {
        #expect(try second.rows(table) == first.rows(table), "\(table)")
      }
    }
  }

  @Test(
    "A server that was restored gets back what it lacks; what two devices have otherwise since then is decided by people"
  )
  func restored() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      let backup = try await ServerBackup(of: server)

      _ = try await first.backend.schools.add(for: sam) { $0.name = "Elm" }
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "first" }
      try await first.sync()
      try await second.sync()
      // The first device does not sync before the restore, so it never fetches this note and knows
      // only its own.
      _ = try await second.backend.schools.edit(school, of: sam) { $0.notes = "second" }
      try await second.sync()
      try await backup.restore(server)
      _ = try await first.backend.schools.edit(school, of: sam) { $0.city = "Lisbon" }

      let brought = try await first.sync()
      #expect(brought.held == 0 && brought.removed == 0)
      #expect(try first.count("schools") == 2)
      let after = try await second.sync()
      #expect(after.removed == 0)
      #expect(try second.count("schools") == 2)
      // After the restore it is unknown which of the two notes is the later one. The server keeps
      // the first device's note, and the second device shows its own one as a conflict.
      #expect(try second.value("SELECT notes FROM schools WHERE id = '\(school)'") == "first")
      #expect(try second.value("SELECT city FROM schools WHERE id = '\(school)'") == "Lisbon")
      for device in [first, second] {
        #expect(try Self.restores(in: device, of: sam) == 1)
      }
      let held = try #require(try await second.sharing().conflicts().first)
      #expect(held.summary == "What this device had before the server was restored")
      #expect(held.differences.map(\.mine) == ["second"])
      #expect(held.differences.map(\.theirs) == ["first"])
      _ = try await second.sharing().keep(
        held.number, .mine, journal: second.backend.stepJournal)
      try await second.sync()
      try await first.sync()
      #expect(try first.value("SELECT notes FROM schools WHERE id = '\(school)'") == "second")
      for table in Self.shared where table != "handles" {
        #expect(try second.rows(table) == first.rows(table), "\(table)")
      }
    }
  }

  /// Returns how many restores of the server a device's history shows.
  private static func restores(in device: FamilyDevice, of person: RecordID) throws -> Int {
    try Sharing.othersSteps(of: device.file, toldTo: person, limit: 99).count {
      $0.person == nil && $0.summary == "The server was restored from a backup"
    }
  }

  @Test("A restore is in the history, whichever request of the first sync after it is interrupted")
  func interruptedAfterRestore() async throws {
    try await RunningServer.withOwnDatabase { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let network = BadNetwork(seed: 1)
      let second = try FamilyDevice(
        try await first.account.another(of: server, http: network.client))
      try await second.connect(server)
      let sam = try await second.id()
      second.person = sam
      let backup = try await ServerBackup(of: server)
      for requests in 0..<12 {
        try await backup.restore(server)
        network.set(good: true, dyingAfter: requests)
        _ = try? await second.sync()
        network.set(good: true)
        try await second.sync()
        #expect(try Self.restores(in: second, of: sam) == requests + 1)
      }
    }
  }

  @Test(
    "A restore is in the history of a copy that a server makes anew, and of no device that connects",
    arguments: [(true, true, 1), (true, false, 0), (false, true, 0)])
  func restoreBeforeConnecting(isRestored: Bool, isCopyAtServer: Bool, count: Int) async throws {
    try await RunningServer.withOwnDatabase { server in
      let first = try await athlete(server)
      try await first.connect(server)
      if isRestored { try await ServerBackup(of: server).restore(server) }
      let second = try FamilyDevice(try await first.account.another(of: server))
      let sam = try await second.id()
      try Sharing.connect(
        second.file,
        Sharing.Connection(
          address: server.address, key: server.publicKey, account: sam,
          email: second.account.email), profile: nil, device: FamilyDevice.ids.next())
      second.person = sam
      for _ in 0..<2 {
        var sharing = try await second.sharing()
        sharing.isCopyAtServer = isCopyAtServer
        _ = try await sharing.sync()
        #expect(try Self.restores(in: second, of: sam) == count)
      }
    }
  }

  @Test("A device that is newer than its server learns of a restore as soon as the server tells it")
  func restoreToldLater() async throws {
    try await RunningServer.withOwnDatabase { server in
      let device = try await athlete(server)
      try await device.connect(server)
      let sam = try #require(device.person)
      let backup = try await ServerBackup(of: server)
      let newer = try #require(
        try await server.admin.run(
          "SELECT pg_get_functiondef('public.compass_restored()'::regprocedure)"
        ).value)
      let older = newer.replacing("'at', CASE", with: "'of no older server', CASE")
      #expect(older != newer)
      _ = try await server.admin.run(older)
      try await backup.restore(server)
      try await device.sync()
      #expect(try Self.restores(in: device, of: sam) == 0)
      _ = try await server.admin.run(newer)
      try await device.sync()
      #expect(try Self.restores(in: device, of: sam) == 1)
    }
  }

  @Test("After a restore no number is given to another record")
  func numbersAfterRestore() async throws {
    try await RunningServer.withOwnDatabase { server in
      let first = try await athlete(server)
      try await first.connect(server)
      let backup = try await ServerBackup(of: server)
      func another() async throws -> FamilyDevice {
        let device = try FamilyDevice(try await first.account.another(of: server))
        try await device.connect(server)
        device.person = try await device.id()
        return device
      }
      func school(_ name: String, on device: FamilyDevice) async throws -> Reference {
        let sam = try await device.id()
        return try await device.backend.schools.add(for: sam) { $0.name = name }.row.reference
      }
      // The backup knows neither this device nor the numbers that it leases.
      let second = try await another()
      let elm = try await school("Elm", on: second)
      try await second.sync()
      try await backup.restore(server)

      let third = try await another()
      let oak = try await school("Oak", on: third)
      try await third.sync()
      let numberOfOak = try #require(Int(oak.handle.dropFirst()))
      #expect(elm.handle == "s51" && numberOfOak > 2_050 && numberOfOak % 50 == 1)
      try await second.sync()
      try await third.sync()
      for device in [second, third] {
        for school in [elm, oak] {
          let number = try device.value(
            "SELECT '' || number FROM handles WHERE kind = 's' AND id = '\(school.id)'")
          #expect(number.map { "s\($0)" } == school.handle)
        }
      }
    }
  }

  @Test("After the account was deleted another device reads that, also when its token has expired")
  func accountDeleted() async throws {
    try await RunningServer.withOwnDatabase { server in
      let (first, second, _) = try await pair(server)
      let schools = try second.rows("schools")
      // `sharing()` reads the account from a session whose token is valid, so it is called before
      // the token expires.
      let sharing = try await second.sharing()
      _ = try await first.sharing().eraseThere()
      await #expect(throws: Problem.erasedThere) { try await sharing.sync() }
      server.clock.move(seconds: 3_600)
      for _ in 0..<2 {
        await #expect(throws: Problem.erasedThere) { try await sharing.sync() }
      }
      #expect(try second.rows("schools") == schools)
    }
  }

  @Test("A server that knows nobody, under the same address, takes nothing and is sent nothing")
  func emptyServer() async throws {
    try await RunningServer.withOwnDatabase { server in
      let nothing = try await ServerBackup(of: server)
      let device = try await athlete(server)
      try await device.connect(server)
      let sam = try #require(device.person)
      let before = try Self.shared.map { try device.rows($0) }
      try await nothing.restore(server)

      await #expect(throws: Problem.unknownThere) { try await device.sync() }
      await #expect(throws: Problem.unknownThere) { try await device.sharing().again() }
      #expect(try Self.shared.map { try device.rows($0) } == before)
      _ = try await device.backend.schools.add(for: sam) { $0.name = "Elm" }
      await #expect(throws: Problem.unknownThere) { try await device.sync() }
      #expect(try device.count("schools") == 2)
      #expect(try device.items(.waiting).count == 1)
      #expect(try device.items(.held).isEmpty)
      let there = try await server.admin.run("SELECT count(*) FROM compass.scopes")
      #expect(there.value == "0")
    }
  }

  @Test("A table of any kind that was imported on two devices is noticed")
  func importedTwice() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      for device in [first, second] {
        let backend = device.backend
        let elm = try await backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference.id
        _ = try await backend.coaches.add(for: sam) {
          $0.schoolID = elm
          $0.firstName = "Bo"
          $0.lastName = "Smith"
          $0.role = .known(.head)
        }
        _ = try await backend.interactions.add(for: sam) {
          $0.schoolID = elm
          $0.subject = "Hello"
          $0.type = .known(.email)
          $0.direction = .known(.outbound)
          $0.occurredAt = Instant("2026-02-09T12:00:00.000Z")!
        }
        _ = try await backend.metrics.add(for: sam) {
          $0.type = .known(.velocity)
          $0.value = 80
          $0.recordedDate = CalendarDay("2026-02-03")!
        }
        _ = try await backend.events.add(for: sam) {
          $0.name = "Spring camp"
          $0.type = .known(.camp)
          $0.startDate = CalendarDay("2026-04-03")!
        }
      }
      try await first.sync()
      #expect(
        try await second.sync().twice.map { $0.prefix { $0.isLetter } } == [
          "s", "c", "i", "e", "m",
        ])
      let twice = try await first.sync().twice
      #expect(twice.count == 5 && twice.allSatisfy { $0.contains(" like ") })
      #expect(try await first.sync().twice.isEmpty)
    }
  }

  @Test("What was let go can be made anew after all")
  func letGo() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "first" }
      _ = try await second.backend.schools.delete(school, of: sam)
      try await first.sync()
      try await second.sync()
      let held = try #require(try await second.sharing().conflicts().first)
      #expect(held.differences.contains { $0.mine == "deleted" && $0.theirs == "first" })
      let journal = second.backend.stepJournal
      _ = try await second.sharing().keep(held.number, .theirs, journal: journal)
      #expect(try await second.sharing().conflicts().isEmpty)
      #expect(try second.count("schools") == 1)
      // The conflict is decided, so the same decision again changes nothing.
      _ = try await second.sharing().keep(held.number, .theirs, journal: journal)
      second.wait(seconds: 86_400)
      _ = try await second.sharing().keep(held.number, .mine, journal: journal)
      #expect(try second.count("schools") == 0)
      await #expect(throws: Problem.self) {
        _ = try await second.sharing().keep(held.number, .mine, journal: journal)
      }
    }
  }

  @Test("What was done on another device stands in the history, under the name it has here")
  func othersSteps() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      #expect(try Sharing.othersSteps(of: second.file, toldTo: sam, limit: 9).isEmpty)
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Elm" }
      _ = try await second.backend.schools.add(for: sam) { $0.name = "Ash" }
      try await first.sync()
      try await second.sync()
      let told = try Sharing.othersSteps(of: second.file, toldTo: sam, limit: 9)
      #expect(told.map(\.summary) == ["Added Elm"])
      #expect(told.map(\.person) == ["Sam Lee"])
      #expect(told.map(\.handle) == ["s2"])
    }
  }

  @Test("What the program wrote by itself on two devices is nobody's to decide")
  func programsOwn() async throws {
    try await RunningServer.with { server in
      let (first, second, _) = try await pair(server)
      try await first.backend.prepareToShare()
      try await second.backend.prepareToShare()
      try await first.sync()
      let outcome = try await second.sync()
      #expect(outcome.held == 0 && outcome.refused == 0)
      #expect(try second.items(.held).isEmpty && second.items(.waiting).isEmpty)
      #expect(try second.rows("user_preferences") == first.rows("user_preferences"))
    }
  }

  @Test("What is deleted while the first upload is interrupted stays deleted")
  func deletedMeanwhile() async throws {
    try await RunningServer.with { server in
      let first = try await athlete(server)
      let sam = try await first.id()
      try Sharing.connect(
        first.file,
        Sharing.Connection(
          address: server.address, key: server.publicKey, account: sam, email: first.account.email),
        profile: first.person, device: FamilyDevice.ids.next())
      first.person = sam
      try await first.sync()
      // The device was killed at the end of its first upload. The server has all rows, and the
      // device still believes that it has to send them.
      try first.file.writeFetched { connection in
        try Outbox(connection)?.setFact(Sharing.Fact.uploading, "first")
      }
      let school = RecordID(try #require(try first.value("SELECT id FROM schools")))!
      _ = try await first.backend.schools.delete(school, of: sam)
      _ = try await first.backend.schools.add(for: sam) { $0.name = "Elm" }
      let added = RecordID(
        try #require(try first.value("SELECT id FROM schools WHERE name = 'Elm'")))!
      _ = try await first.backend.schools.edit(added, of: sam) { $0.city = "Lima" }
      let outcome = try await first.sync()
      #expect(outcome.held == 0 && outcome.refused == 0)
      #expect(try first.count("schools") == 1)
      let second = try FamilyDevice(try await first.account.another(of: server))
      try await second.connect(server)
      #expect(try second.value("SELECT group_concat(name || city) FROM schools") == "ElmLima")
    }
  }
}
