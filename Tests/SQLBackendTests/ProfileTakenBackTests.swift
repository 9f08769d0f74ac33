import Basics
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

@Suite("A profile taken back")
struct ProfileTakenBackTests {
  @Test("Who takes back their own profile is nobody, and can do it again")
  func again() async throws {
    let folder = try TemporaryFolder()
    let program = ActingProcess()
    let backend = program.backend(folder.path + "/compass.sqlite")
    let made = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    program.person = made.person.id
    _ = try await backend.undo.undo()
    program.person = nil
    #expect(try await backend.people.profiles().isEmpty)
    #expect(try await backend.undo.redo().summary == "Made the profile of Sam Lee")
    #expect(try await backend.people.profiles().map(\.reference.id) == [made.person.id])
  }

  @Test("Where somebody is left, nobody redoes without signing in")
  func somebodyLeft() async throws {
    let folder = try TemporaryFolder()
    let program = ActingProcess()
    let backend = program.backend(folder.path + "/compass.sqlite")
    let sam = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    let max = try await backend.people.createAccount(NewAccount(role: .player, name: "Max Roe"))
    program.person = max.person.id
    _ = try await backend.undo.undo()
    program.person = nil
    await #expect(throws: Problem.self) { try await backend.undo.redo() }
    #expect(try await backend.people.profiles().map(\.reference.id) == [sam.person.id])
  }

  @Test("A profile with a passphrase and a sign-in stays, and it is said in words why")
  func guarded() async throws {
    let folder = try TemporaryFolder()
    let program = ActingProcess()
    let backend = program.backend(folder.path + "/compass.sqlite")
    let sam = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    program.person = sam.person.id
    try backend.dataFile.write { connection in
      try connection.execute(
        "INSERT INTO local_credentials (user_id, passphrase_hash) VALUES (?, 'x')", sam.person.id)
      for token in ["a", "b"] {
        try connection.execute(
          "INSERT INTO local_sessions VALUES (?, ?, '2026-02-10', '2026-02-11')", token,
          sam.person.id)
      }
    }
    do {
      _ = try await backend.undo.undo()
      Issue.record("it was taken back")
    } catch {
      #expect(
        error
          == Problem(
            .conflict, "Something else still belongs to it, so nothing was changed.",
            details: [
              "A sign-in on this computer belongs to the profile.",
              "The passphrase belongs to the profile.",
            ], fix: "To erase a profile and all that is its own:  erase person"))
    }
    #expect(try await backend.people.profiles().map(\.reference.id) == [sam.person.id])
  }

  @Test("Every table that a step can touch has words", arguments: CompassSchema.schema.sharedTables)
  func words(_ table: String) {
    #expect(TableWords.words(table) != "other data")
  }
}
