import Basics
import CivilTime
import Testing

@testable import Auth

@Suite("Setting and removing a passphrase")
struct PassphraseTests {
  let machine = FakeMachine.withSamAndDana()
  let sam = FakeMachine.sam
  let dana = FakeMachine.dana

  private func failure(_ body: () async throws(Problem) -> Void) async -> Problem? {
    do throws(Problem) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Its length and letters follow rule 4.15",
    arguments: [
      ("Abcdef1", AuthFailure.passphraseLength(7)),
      ("Abcdefg1", nil),
      (String(repeating: "aB3é", count: 32), nil),
      (String(repeating: "aB3é", count: 32) + "x", .passphraseLength(129)),
      ("abcdefg1", .passphraseTooPlain),
      ("ABCDEFG1", .passphraseTooPlain),
      ("Abcdefgh", .passphraseTooPlain),
      ("", .passphraseLength(0)),
    ])
  func rules(text: String, fault: AuthFailure?) {
    #expect(PassphraseRules.fault(in: SecretText(text)) == fault)
  }

  @Test("The first passphrase needs none before it, and from then on it is asked for")
  func first() async throws {
    try await machine.client.setPassphrase(SecretText("Curve8ball"), for: sam)
    let problem = await failure { () throws(Problem) in _ = try await machine.client.signIn(sam) }
    #expect(problem?.cause == .signInNeeded)
    _ = try await machine.client.signIn(sam, passphrase: SecretText("Curve8ball"))
  }

  @Test("Another passphrase needs the present one")
  func change() async throws {
    let new = SecretText("Curve8ball")
    for current in [nil, FakeMachine.wrong] {
      let problem = await failure { () throws(Problem) in
        try await machine.client.setPassphrase(new, current: current, for: dana)
      }
      #expect(problem?.cause == .signInNeeded)
      #expect(machine.state.credentials[dana]?.passphraseHash == "hash:thgil7robraH")
    }
    try await machine.client.setPassphrase(new, current: FakeMachine.right, for: dana)
    #expect(machine.state.credentials[dana]?.passphraseHash == "hash:llab8evruC")
  }

  @Test("With another passphrase every earlier token ends, and the one who changed it goes on")
  func tokensEnd() async throws {
    _ = try await machine.client.signIn(dana, passphrase: FakeMachine.right)
    let before = try #require(try await machine.client.currentSession()?.tokenDigest)
    let new = SecretText("Curve8ball")
    try await machine.client.setPassphrase(new, current: FakeMachine.right, for: dana)
    let after = try #require(try await machine.client.currentSession()?.tokenDigest)
    #expect(after != before)
    #expect(Array(machine.state.sessions.keys) == [after])
    try await machine.client.removePassphrase(current: new, for: dana)
    #expect(machine.state.sessions[after] == nil)
  }

  @Test("Where the passphrase cannot be stored, the token is what it was")
  func nothingChanges() async throws {
    _ = try await machine.client.signIn(dana, passphrase: FakeMachine.right)
    let (sessions, secrets) = (machine.state.sessions, machine.state.secrets)
    // Simulates another process, which changes the stored credential just before this process
    // writes it.
    machine.change { contents in
      contents.intrusion = { $0[FakeMachine.dana]?.failedTries = 7 }
    }
    let problem = await failure { () throws(Problem) in
      try await machine.client.setPassphrase(
        SecretText("Curve8ball"), current: FakeMachine.right, for: dana)
    }
    #expect(problem != nil)
    #expect(machine.state.sessions == sessions)
    #expect(machine.state.secrets == secrets)
  }

  @Test("A refused passphrase costs no try and changes nothing")
  func refused() async {
    let problem = await failure { () throws(Problem) in
      try await machine.client.setPassphrase(
        SecretText("short"), current: FakeMachine.wrong, for: dana)
    }
    #expect(problem?.title == "A passphrase has 8 to 128 characters; this one has 5.")
    #expect(machine.state.verified == 0)
    #expect(machine.state.credentials[dana]?.failedTries == 0)
  }

  @Test("Removing it needs it, and there must be one")
  func remove() async throws {
    let wrong = await failure { () throws(Problem) in
      try await machine.client.removePassphrase(current: FakeMachine.wrong, for: dana)
    }
    #expect(wrong?.title == "That is not Dana Lee's passphrase.")
    try await machine.client.removePassphrase(current: FakeMachine.right, for: dana)
    _ = try await machine.client.signIn(dana)
    let none = await failure { () throws(Problem) in
      try await machine.client.removePassphrase(current: FakeMachine.right, for: dana)
    }
    #expect(none == AuthFailure.noPassphrase(name: "Dana Lee").problem)
  }

  @Test("A change ends the person's other sessions and keeps this one")
  func otherSessions() async throws {
    let mine = try await machine.client.signIn(dana, passphrase: FakeMachine.right)
    machine.change { contents in
      contents.sessions["elsewhere"] = mine
      contents.sessions["sam"] = SignInSession(
        userID: FakeMachine.sam, startedAt: mine.startedAt, expiresAt: mine.expiresAt)
    }
    try await machine.client.setPassphrase(
      SecretText("Curve8ball"), current: FakeMachine.right, for: dana)
    #expect(machine.state.sessions["elsewhere"] == nil)
    #expect(machine.state.sessions["sam"] != nil)
    let now = try await machine.client.currentSession()
    #expect(now?.userID == mine.userID && now?.expiresAt == mine.expiresAt)
  }

  @Test("No failure shows a passphrase")
  func neverShown() async {
    for text in ["Harbor7lighT", "short", String(repeating: "secret", count: 30)] {
      let problem = await failure { () throws(Problem) in
        try await machine.client.setPassphrase(
          SecretText(text), current: SecretText("Wrong1" + text), for: dana)
      }
      let words = String(describing: problem)
      #expect(problem != nil && !words.contains(text) && !words.contains("Wrong1"))
    }
  }
}

@Suite("How long a session lasts")
struct SessionRulesTests {
  let start = Instant(milliseconds: 1_770_000_000_000)

  @Test(
    "Remembered for 30 days, otherwise for one",
    arguments: [(SessionLength.month, 30), (.day, 1), (.process, 1)])
  func lengths(length: SessionLength, days: Int) {
    #expect(SignInSessionRules.expiry(of: length, from: start) == start.adding(days: days))
  }

  @Test(
    "The last five minutes are warned of, and the end is the end",
    arguments: [
      (Int64(-300_001), SignInSessionRules.Phase.active),
      (-300_000, .endsSoon(milliseconds: 300_000)),
      (-1, .endsSoon(milliseconds: 1)),
      (0, .expired),
      (1, .expired),
    ])
  func phase(offset: Int64, phase: SignInSessionRules.Phase) {
    let session = SignInSession(
      userID: FakeMachine.sam, startedAt: start, expiresAt: start.adding(days: 1))
    let now = session.expiresAt.adding(milliseconds: offset)
    #expect(SignInSessionRules.phase(of: session, at: now) == phase)
  }
}

@Suite("Nothing provided")
struct UnimplementedTests {
  @Test("A capability nobody gave names itself, the endpoint and the feature")
  func named() async {
    let client = Dependencies(for: "Account")[AuthClient.self]
    do throws(Problem) {
      try await client.signOut()
      Issue.record("It did something.")
    } catch {
      #expect(error.title == "Account called AuthClient.signOut, and nothing provides it.")
    }
  }

  @Test("An endpoint has the name of its property")
  func names() {
    let gateways: [any Gateway] = [AuthClient(), CredentialStore(), SecretStore()]
    for gateway in gateways {
      for property in Mirror(reflecting: gateway).children {
        let endpoint = Mirror(reflecting: property.value).children.first { $0.label == "name" }
        #expect(endpoint?.value as? String == property.label, "in \(type(of: gateway))")
      }
    }
  }
}
