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

// What devices do after their server was restored from a backup.
extension TwoDevicesTests {
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
}
