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
