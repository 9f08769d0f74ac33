import Domain
import FeatureKit
import Testing

@testable import SQLBackend

@Suite("A profile taken back")
struct ProfileTakenBackTests {
  @Test("Who takes back their own profile is nobody, and can do it again")
  func again() async throws {
    let folder = try TemporaryFolder()
    let desk = Desk()
    let backend = desk.backend(folder.path + "/compass.sqlite")
    let made = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    desk.person = made.person.id
    _ = try await backend.undo.undo()
    desk.person = nil
    #expect(try await backend.people.profiles().isEmpty)
    #expect(try await backend.undo.redo().summary == "Made the profile of Sam Lee")
    #expect(try await backend.people.profiles().map(\.reference.id) == [made.person.id])
  }

  @Test("Where somebody is left, nobody redoes without signing in")
  func somebodyLeft() async throws {
    let folder = try TemporaryFolder()
    let desk = Desk()
    let backend = desk.backend(folder.path + "/compass.sqlite")
    let sam = try await backend.people.createAccount(NewAccount(role: .player, name: "Sam Lee"))
    let max = try await backend.people.createAccount(NewAccount(role: .player, name: "Max Roe"))
    desk.person = max.person.id
    _ = try await backend.undo.undo()
    desk.person = nil
    await #expect(throws: Problem.self) { try await backend.undo.redo() }
    #expect(try await backend.people.profiles().map(\.reference.id) == [sam.person.id])
  }
}
