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

// Private notes, which only their author's devices have.
extension TwoDevicesTests {
  @Test("A first private note is taken back and done again after a sync")
  func firstNote() async throws {
    try await RunningServer.with { server in
      let (first, _, sam) = try await pair(server)
      let coach = RecordID(try #require(try first.value("SELECT id FROM coaches")))!
      _ = try await first.backend.coaches.edit(coach, of: sam) {
        $0.setPrivateNote("kind", of: sam)
      }
      try await first.sync()
      _ = try await first.backend.undo.undo()
      try await first.sync()
      try await first.sync()
      _ = try await first.backend.undo.redo()
      #expect(try await first.sync().refused == 0)
      #expect(try first.value("SELECT private_notes FROM coaches")?.contains("kind") == true)
    }
  }

  @Test("A record on which another device of the same person wrote a note is not deleted unseen")
  func unseenNote() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let coach = RecordID(try #require(try first.value("SELECT id FROM coaches")))!
      _ = try await first.backend.coaches.edit(coach, of: sam) {
        $0.setPrivateNote("kind", of: sam)
      }
      try await first.sync()
      _ = try await second.backend.coaches.delete(coach, of: sam)
      #expect(try await second.sync().held == 1)
      #expect(try second.value("SELECT private_notes FROM coaches")?.contains("kind") == true)
    }
  }

  @Test("A note that another program wrote is changed and deleted by devices that fetched it")
  func noteOfAnotherProgram() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = try await first.backend.schools.add(for: sam) { $0.name = "Oak" }.row.reference
        .id
      try await first.sync()
      let row: JSONValue = [
        "id": .string(FamilyDevice.ids.next().description), "user_id": .string(sam.description),
        "table_name": "schools", "record_id": .string(school.description), "note": "kind",
      ]
      let made = try await server.ask(
        .post, "/rest/v1/private_notes", token: try await first.account.token, row)
      #expect(made.status.code == 201)
      try await second.sync()
      let note = "SELECT private_notes FROM schools WHERE id = '\(school)'"
      #expect(try second.value(note)?.contains("kind") == true)
      _ = try await second.backend.schools.edit(school, of: sam) {
        $0.setPrivateNote("near", of: sam)
      }
      let changed = try await second.sync()
      #expect(changed.held == 0 && changed.refused == 0)
      try await first.sync()
      #expect(try first.value(note)?.contains("near") == true)
      _ = try await first.backend.schools.delete(school, of: sam)
      let deleted = try await first.sync()
      #expect(deleted.held == 0 && deleted.refused == 0)
      try await second.sync()
      #expect(try second.value("SELECT id FROM schools WHERE id = '\(school)'") == nil)
    }
  }

  @Test(
    "Several coaches are not deleted in one step over a note that another device wrote on one of them"
  )
  func unseenNoteAmongSeveral() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try first.value("SELECT id FROM schools")))!
      _ = try await first.backend.coaches.add(for: sam) {
        $0.schoolID = school
        $0.firstName = "Bo"
        $0.lastName = "Smith"
        $0.role = .known(.head)
      }
      try await first.sync()
      try await second.sync()
      let coaches = try second.file.read { connection in
        try connection.query("SELECT id FROM coaches ORDER BY id") { row in try row.recordID(0) }
      }
      #expect(coaches.count == 2)
      _ = try await first.backend.coaches.edit(coaches[0], of: sam) {
        $0.setPrivateNote("kind", of: sam)
      }
      try await first.sync()
      _ = try await second.backend.coaches.delete(coaches, of: sam)
      #expect(try await second.sync().held == 1)
      #expect(try second.count("coaches") == 2)
    }
  }
}
