import Auth
import Basics
import CivilTime
import Testing

@Suite("Signing in")
struct SignInTests {
  let machine = FakeMachine.withSamAndDana()
  let sam = FakeMachine.sam
  let dana = FakeMachine.dana

  private func failure(_ body: () async throws(Problem) -> some Any) async -> Problem? {
    do throws(Problem) {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test("A profile without a passphrase signs in by name")
  func byName() async throws {
    let profile = try await machine.client.profile(named: "sam")
    let session = try await machine.client.signIn(profile.id)
    #expect(session.userID == sam)
    #expect(try await machine.client.currentSession() == session)
  }

  @Test("A right passphrase signs in, and the store never sees the token itself")
  func rightPassphrase() async throws {
    _ = try await machine.client.signIn(dana, passphrase: FakeMachine.right)
    let token = try #require(machine.state.secrets["session"]).revealed
    #expect(token == String(repeating: "01", count: 32))
    #expect(machine.state.sessions.count == 1)
    #expect(machine.state.sessions[token] == nil)
  }

  @Test("A profile with a passphrase does not sign in without it", arguments: [nil, ""])
  func passphraseNeeded(typed: String?) async {
    let problem = await failure { () throws(Problem) in
      try await machine.client.signIn(dana, passphrase: typed.map(SecretText.init))
    }
    #expect(problem == AuthFailure.passphraseNeeded(name: "Dana Lee").problem)
    #expect(machine.state.sessions.isEmpty && machine.state.secrets.isEmpty)
    #expect(machine.state.credentials[dana]?.failedTries == 0)
  }

  @Test("Signing in ends whoever was signed in on this device")
  func replaces() async throws {
    _ = try await machine.client.signIn(sam)
    _ = try await machine.client.signIn(dana, passphrase: FakeMachine.right)
    #expect(machine.state.sessions.values.map(\.userID) == [dana])
  }

  @Test("A wrong try leaves whoever was signed in alone")
  func wrongKeepsSession() async throws {
    let session = try await machine.client.signIn(sam)
    _ = await failure { () throws(Problem) in
      try await machine.client.signIn(dana, passphrase: FakeMachine.wrong)
    }
    #expect(try await machine.client.currentSession() == session)
  }

  @Test("A disk that is full keeps whoever was signed in, or lets in who comes", arguments: 0...5)
  func fullDisk(writes: Int) async throws {
    let before = try await machine.client.signIn(sam)
    machine.change { $0.room = writes }
    let problem = await failure { () throws(Problem) in
      try await machine.client.signIn(dana, passphrase: FakeMachine.right)
    }
    machine.change { $0.room = nil }
    let session = try #require(try await machine.client.currentSession())
    #expect(problem == nil ? session.userID == dana : session == before)
    #expect((problem == nil) == (writes >= 2))
  }

  @Test("A session of one process is written nowhere")
  func processOnly() async throws {
    let session = try await machine.client.signIn(sam, for: .process)
    #expect(session.userID == sam)
    #expect(machine.state.sessions.isEmpty && machine.state.secrets.isEmpty)
    #expect(try await machine.client.currentSession() == nil)
  }

  @Test("After signing out nothing of the session is left")
  func signOut() async throws {
    _ = try await machine.client.signIn(sam)
    try await machine.client.signOut()
    #expect(machine.state.sessions.isEmpty && machine.state.secrets.isEmpty)
    #expect(try await machine.client.currentSession() == nil)
    try await machine.client.signOut()
  }

  @Test("A session that ran out says so once and is forgotten")
  func expired() async throws {
    _ = try await machine.client.signIn(sam, for: .day)
    machine.wait(milliseconds: 86_400_000)
    let problem = await failure { () throws(Problem) in try await machine.client.currentSession() }
    #expect(problem?.cause == .sessionExpired)
    #expect(problem?.title == "Your session has expired. Sign in again.")
    #expect(problem?.fix == "Sign in:  account sign-in")
    #expect(machine.state.sessions.isEmpty && machine.state.secrets.isEmpty)
    #expect(try await machine.client.currentSession() == nil)
  }

  @Test("A token whose session is gone signs nobody in and is dropped")
  func unknownToken() async throws {
    machine.change { $0.secrets["session"] = SecretText("0101") }
    #expect(try await machine.client.currentSession() == nil)
    #expect(machine.state.secrets.isEmpty)
  }

  @Test("Signing in sweeps out the sessions that ran out")
  func sweeps() async throws {
    let old = SignInSession(
      userID: dana, startedAt: Instant(milliseconds: 0), expiresAt: machine.state.now)
    machine.change { $0.sessions["old"] = old }
    _ = try await machine.client.signIn(sam)
    #expect(machine.state.sessions["old"] == nil)
  }

  @Test("Somebody who is not of this file cannot sign in")
  func nobody() async {
    let id = RecordID(high: 9, low: 9)
    let problem = await failure { () throws(Problem) in try await machine.client.signIn(id) }
    #expect(problem?.cause == .notFound)
  }

  @Test(
    "A profile is named by handle, whole name or beginnings",
    arguments: [
      ("p2", "Dana Lee"), ("P2", "Dana Lee"), ("dana", "Dana Lee"), ("SAM LEE", "Sam Lee"),
      ("le d", "Dana Lee"),
    ])
  func named(typed: String, name: String) async throws {
    #expect(try await machine.client.profile(named: typed).name == name)
  }

  @Test(
    "A name that two people have is told apart where people choose, and is typed as a short name",
    arguments: [
      (nil, "Sam Lee", "Sam Lee", "p1  Sam Lee"),
      ("class of 2027", "Sam Lee · class of 2027", "p1", "p1  Sam Lee · class of 2027"),
    ] as [(String?, String, String, String)])
  func sameNames(difference: String?, name: String, typed: String, choice: String) {
    let profile = Profile(
      id: sam, handle: "p1", name: "Sam Lee", role: "player", hasPassphrase: false,
      difference: difference)
    #expect(profile.distinctName == name)
    #expect(profile.typedName == typed)
    #expect(profile.choice == choice)
  }

  @Test("Words that fit two people or nobody sign in nobody")
  func ambiguous() async {
    let two = await failure { () throws(Problem) in try await machine.client.profile(named: "lee") }
    #expect(two?.title == "`lee` fits 2 people. Use one of:")
    #expect(two?.details == ["  p1  Sam Lee", "  p2  Dana Lee"])
    #expect(two?.exitCode == .usage)
    let none = await failure { () throws(Problem) in try await machine.client.profile(named: "bo") }
    #expect(none?.title == "No person called `bo` keeps data in this file.")
    #expect(none?.exitCode == .notFound)
    let blank = await failure { () throws(Problem) in try await machine.client.profile(named: "") }
    #expect(blank?.exitCode == .notFound)
  }
}
