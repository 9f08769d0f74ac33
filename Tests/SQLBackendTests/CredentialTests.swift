import Auth
import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests credentials and sessions, which are in local tables of a file: they are not shared, and
/// undo does not change them.
@Suite struct CredentialTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() throws {
    folder = try TemporaryFolder()
    backend = program.backend(folder.path + "/compass.sqlite")
  }

  private func session(_ digest: String, _ person: RecordID, days: Int) -> SignInSession {
    SignInSession(
      userID: person, startedAt: ActingProcess.start,
      expiresAt: ActingProcess.start.adding(days: days),
      tokenDigest: digest)
  }

  @Test("A credential is replaced only while it is what it was thought to be")
  func compareAndSwap() async throws {
    let sam = try await backend.athlete("Sam")
    let store = backend.credentials
    let first = Credential(userID: sam, passphraseHash: "hash", failedTries: 0, lastTriedAt: nil)
    var second = first
    second.failedTries = 1
    second.lastTriedAt = ActingProcess.start
    #expect(try await store.credential(sam) == nil)
    #expect(try await store.replace(nil, with: first))
    #expect(try await !store.replace(nil, with: second))
    #expect(try await store.replace(first, with: second))
    #expect(try await store.credential(sam) == second)
    #expect(try await store.profiles().map(\.hasPassphrase) == [true])
  }

  @Test("Sessions are found by their digest until they end or are ended")
  func sessions() async throws {
    let sam = try await backend.athlete("Sam")
    let dana = try await backend.parent("Dana")
    let store = backend.credentials
    for stored in [
      session("a", sam, days: 1), session("b", sam, days: 30), session("c", dana, days: 30),
    ] {
      try await store.save(stored)
    }
    #expect(try await store.session("a") == session("a", sam, days: 1))
    #expect(try await store.session("x") == nil)
    try await store.deleteExpiredSessions(ActingProcess.start.adding(days: 1))
    #expect(try await store.session("a") == nil)
    try await store.deleteSessions(sam)
    #expect(try await store.session("b") == nil)
    try await store.deleteSession("c")
    #expect(try await store.session("c") == nil)
  }

  @Test("Who came with a sync signs in only with an account or a passphrase of this file")
  func cameWithSync() async throws {
    let store = backend.credentials
    let (sam, alex) = (try await backend.athlete("Sam"), try await backend.athlete("Alex"))
    let (dana, left) = (try await backend.parent("Dana"), try await backend.parent("Left"))
    #expect(try await store.profiles().map(\.name) == ["Sam", "Alex", "Dana", "Left"])
    try backend.file.write { connection in
      let outbox = try Outbox.make(in: connection)
      for person in [sam, alex, dana] {
        try outbox.setClaimed(TableName.users.description, person)
      }
      for person in [sam, alex] { try outbox.add(person, email: "\(person)@example.org") }
      // Alex has disconnected. The rows that Alex had fetched stay in the file.
      let cursor = Outbox.Cursor(
        scope: alex, kind: "person", era: "1", revision: 1, table: "", id: alex.description)
      try outbox.setCursors([cursor], of: alex)
      try outbox.remove(alex)
      // A profile of this kind stands for a person whose profile no account here may read.
      try connection.execute("UPDATE users SET created_at = NULL WHERE id = ?", left)
    }
    let mia = try await backend.athlete("Mia")
    #expect(try await store.profiles().map(\.name) == ["Sam", "Alex", "Mia"])
    #expect(try await backend.people.profiles().count == 5)
    _ = try await store.replace(nil, with: Credential(userID: dana, passphraseHash: "hash"))
    #expect(try await store.profiles().map(\.name) == ["Sam", "Alex", "Dana", "Mia"])
    #expect(try await store.profiles().last?.id == mia)
    _ = try await store.replace(
      Credential(userID: dana, passphraseHash: "hash"), with: Credential(userID: dana))
    #expect(try await store.profiles().map(\.name) == ["Sam", "Alex", "Dana", "Mia"])
  }

  @Test("Undo takes nobody's sign-in away, and nobody out of the file who has one")
  func outsideUndo() async throws {
    let sam = try await backend.athlete("Sam")
    program.person = sam
    let store = backend.credentials
    _ = try await store.replace(
      nil, with: Credential(userID: sam, passphraseHash: "hash", failedTries: 0, lastTriedAt: nil))
    _ = try await backend.timeline.completeTask(task("9-01"), of: sam)
    _ = try await backend.undo.undo()
    #expect(try await store.credential(sam)?.passphraseHash == "hash")
    #expect(await cause { _ = try await backend.undo.undo() } == .conflict)
    #expect(try await store.profiles().count == 1)
  }
}
