import Basics
import CivilTime
import HTTP
import JSON
import Testing

@testable import Supabase

@Suite("A session with a server")
struct SessionTests {
  @Test("Signing in keeps the session with all the server says, and tokens print as dots")
  func signIn() async throws {
    try await Setting.with { setting in
      let session = try #require(try await setting.auth.session())
      #expect(session.user.email == "sam@example.org")
      #expect(session.user.json["favourite_colour"] == "green")
      #expect(setting.store.kept == session)
      // The expiry is measured with this device's clock, because the server's clock may differ.
      #expect(session.expiresAt == setting.clock.now.adding(seconds: 3_600))
      #expect(!"\(session)".contains("refresh-token") && !"\(session)".contains("access-"))
    }
  }

  @Test("The headers of a sign-in are sent with what begins a session, and with nothing else")
  func headersOfSignIn() async throws {
    try await Setting.with(signedIn: false) { setting in
      let auth = setting.auth
      func sends(_ work: () async throws -> Void) async throws -> Bool {
        try await work()
        return await setting.server.lastHeaders["Of-Sign-In"] == "yes"
      }
      let password = SecretText(SmallServer.password)
      let begin = [
        try await sends { _ = try await auth.signUp(email: "new@example.org", password: password) },
        try await sends { _ = try await auth.signIn(email: "sam@example.org", password: password) },
      ]
      #expect(begin == [true, true])
      let others = [
        try await sends { _ = try await auth.user() },
        try await sends {
          setting.clock.move(seconds: 3_600)
          _ = try await auth.session()
        },
        try await sends { try await auth.signOut() },
      ]
      #expect(others == [false, false, false])
    }
  }

  @Test("A wrong password is told as that, and signs nobody in")
  func wrongPassword() async throws {
    try await Setting.with(signedIn: false) { setting in
      let failure = await failure {
        try await setting.auth.signIn(email: "sam@example.org", password: SecretText("wrong"))
      }
      guard case .auth(let refusal) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(refusal.code == .invalidCredentials && refusal.status == .badRequest)
      let found1 = try await setting.auth.session()
      #expect(found1 == nil)
    }
  }

  @Test("Signing up signs in, waits for an e-mail, or is refused; half a session is none of these")
  func signUp() async throws {
    try await Setting.with(signedIn: false) { setting in
      func signUp(_ email: String) async throws(SupabaseFailure) -> SupabaseAuth.SignUp {
        try await setting.auth.signUp(email: email, password: SecretText("hunter2"))
      }
      let waits = try await signUp("wait@example.org")
      guard case .unconfirmed(let user) = waits else {
        Issue.record("\(waits)")
        return
      }
      #expect(user.email == "sam@example.org")
      let half = await failure {
        try await signUp("half@example.org")
      }
      #expect(half == .unreadable(.ok))
      let there = await failure {
        try await signUp("there@example.org")
      }
      #expect(
        there
          == .auth(
            AuthRefusal(
              status: 422, code: .userAlreadyExists, message: "User already registered")))
      let weak = await failure {
        try await signUp("weak@example.org")
      }
      // The server's message quotes the password. It must not appear in logs, so the client drops
      // it.
      #expect(
        weak
          == .auth(
            AuthRefusal(
              status: 422, code: .weakPassword, message: "", reasons: ["length", "pwned"])))
      let found2 = try await setting.auth.session()
      #expect(found2 == nil)
      guard case .signedIn = try await signUp("new@example.org") else {
        Issue.record("Nobody is signed in.")
        return
      }
    }
  }

  @Test("A token is renewed before it ends, and kept before it is used")
  func beforeTheEnd() async throws {
    try await Setting.with { setting in
      let first = try #require(try await setting.auth.session())
      setting.clock.move(seconds: 3_539)
      let found3 = try await setting.auth.session()
      #expect(found3 == first)
      setting.clock.move(seconds: 1)
      let second = try #require(try await setting.auth.session())
      #expect(second.refreshToken != first.refreshToken && setting.store.kept == second)
      #expect(await setting.server.refreshes == 1)
    }
  }

  @Test(
    "A token that lives for a minute is renewed when half of that is over, not at every request")
  func shortLife() async throws {
    try await Setting.with(signedIn: false) { setting in
      await setting.server.giveTokens(life: 60)
      try await setting.signIn()
      _ = try await setting.auth.session()
      setting.clock.move(seconds: 29)
      _ = try await setting.auth.session()
      #expect(await setting.server.refreshes == 0)
      setting.clock.move(seconds: 1)
      _ = try await setting.auth.session()
      #expect(await setting.server.refreshes == 1)
    }
  }

  @Test("Many that wait for a new token wait for one request")
  func together() async throws {
    try await Setting.with { setting in
      await setting.server.expireTokens()
      await setting.server.hold()
      let client = setting.client
      let tasks = (0..<20).map { _ in
        Task { try await client.rows(TableQuery("schools")).count }
      }
      await setting.server.arrival()
      await setting.server.letGo()
      for task in tasks {
        let found4 = try await task.value
        #expect(found4 == 2)
      }
      #expect(await setting.server.refreshes == 1)
    }
  }

  @Test(
    "Two programs on one device renew one after the other, and the second takes what the first kept"
  )
  func twoPrograms() async throws {
    try await Setting.with { setting in
      let other = try await setting.another()
      _ = try await other.auth.session()
      await setting.server.expireTokens()
      await setting.server.hold()
      let (one, two) = (setting.client, other.client)
      let first = Task { try await one.rows(TableQuery("schools")).count }
      let second = Task { try await two.rows(TableQuery("schools")).count }
      await setting.server.arrival()
      await setting.server.letGo()
      let found5 = try await first.value
      #expect(found5 == 2)
      let found6 = try await second.value
      #expect(found6 == 2)
      #expect(await setting.server.refreshes == 1)
    }
  }

  @Test("A clock that is set back an hour makes one request more, and no end of the session")
  func clockSetBack() async throws {
    try await Setting.with { setting in
      setting.clock.move(seconds: -3_600)
      await setting.server.expireTokens()
      let found7 = try await setting.client.rows(TableQuery("schools")).count
      #expect(found7 == 2)
      #expect(await setting.server.refreshes == 1)
      // The device's clock was set forward, so the device believes that its valid token has
      // expired. The client must renew the token and send the request.
      setting.clock.move(seconds: 100_000)
      let found8 = try await setting.client.rows(TableQuery("schools")).count
      #expect(found8 == 2)
      #expect(await setting.server.refreshes == 2)
    }
  }

  @Test("A session that was ended elsewhere is said to be over, once, and then nobody is signed in")
  func revoked() async throws {
    try await Setting.with { setting in
      await setting.server.expireTokens()
      await setting.server.revokeSession()
      let first = await failure {
        try await setting.client.rows(TableQuery("schools"))
      }
      #expect(first == .sessionEnded(.refreshTokenNotFound))
      let found9 = try await setting.auth.session()
      #expect(found9 == nil)
      #expect(setting.store.kept == nil)
    }
  }

  @Test("Without a connection a token that is still good is used, and an old one is kept for later")
  func offline() async throws {
    try await Setting.with { setting in
      let session = try #require(try await setting.auth.session())
      setting.clock.move(seconds: 3_550)
      await setting.server.fail("/auth/v1/token", .rest(500, "", "broken"), times: 9)
      let found10 = try await setting.auth.session()
      #expect(found10 == session)
      setting.clock.move(seconds: 50)
      let failure = await failure { try await setting.auth.session() }
      #expect(failure == .unavailable(.internalError, wait: nil))
      #expect(setting.store.kept == session)
    }
  }

  @Test("An answer to a renewal that was lost is asked for again, and the session goes on")
  func lostAnswer() async throws {
    try await Setting.with { setting in
      setting.clock.move(seconds: 3_600)
      // The device stores its old refresh token again, as if the answer with the next one had been
      // lost.
      let before = setting.store.kept
      _ = try await setting.auth.session()
      try await setting.store.keeper.keep(before)
      let again = try await setting.another()
      again.clock.move(seconds: 3_600)
      let (mine, theirs) = (try await setting.auth.session(), try await again.auth.session())
      #expect(mine != nil && mine?.refreshToken == theirs?.refreshToken)
    }
  }

  @Test("A session that cannot be kept is told of, and is kept when that works again")
  func notKept() async throws {
    try await Setting.with { setting in
      let problem = Problem(.failed, "The disk is full.")
      let before = setting.store.kept
      setting.store.fail(problem)
      setting.clock.move(seconds: 3_600)
      let failure = await failure { try await setting.auth.session() }
      #expect(failure == .sessionNotKept(problem) && setting.store.kept == before)
      setting.store.fail(nil)
      let session = try await setting.auth.session()
      #expect(session != before && setting.store.kept == session)
      #expect(await setting.server.refreshes == 1)
    }
  }

  @Test("A session that another program on this device deleted is not renewed")
  func deletedElsewhere() async throws {
    try await Setting.with { setting in
      _ = try await setting.auth.session()
      try await setting.store.keeper.keep(nil)
      setting.clock.move(seconds: 3_600)
      await #expect(throws: SupabaseFailure.signedOut) { try await setting.auth.session() }
      let after = try await setting.auth.session()
      #expect(after == nil && setting.store.kept == nil)
      #expect(await setting.server.refreshes == 0)
    }
  }

  @Test("Who signs out while a token is renewed stays signed out")
  func signOutMeanwhile() async throws {
    try await Setting.with { setting in
      await setting.server.hold()
      setting.clock.move(seconds: 3_600)
      let auth = setting.auth
      let asking = Task { try await auth.session() }
      await setting.server.arrival()
      try await setting.auth.forget()
      await setting.server.letGo()
      await #expect(throws: SupabaseFailure.signedOut) { try await asking.value }
      let after = try await setting.auth.session()
      #expect(after == nil && setting.store.kept == nil)
    }
  }

  @Test("Signing out forgets the session, also where the server knows it no more")
  func signOut() async throws {
    try await Setting.with { setting in
      try await setting.auth.signOut(.everywhere)
      #expect(await setting.server.asked.last == "POST /auth/v1/logout?scope=global")
      #expect(setting.store.kept == nil)
      try await setting.signIn()
      await setting.server.fail("/auth/v1/logout", .auth(403, "session_not_found", "gone"))
      try await setting.auth.signOut()
      let found11 = try await setting.auth.session()
      #expect(found11 == nil)
      try await setting.signIn()
      try await setting.auth.signOut(.others)
      #expect(setting.store.kept != nil)
    }
  }

  @Test(
    "A session that is over ends no other one, and is kept where its account was deleted",
    arguments: [("session_not_found", false), ("user_not_found", true)])
  func sessionOver(code: String, isKept: Bool) async throws {
    try await Setting.with { setting in
      let ended = SupabaseFailure.sessionEnded(AuthCode(rawValue: code))
      await setting.server.fail("/auth/v1/logout", .auth(403, code, "gone"))
      #expect(await failure { try await setting.auth.signOut(.others) } == ended)
      #expect((setting.store.kept != nil) == isKept)
      try await setting.signIn()
      await setting.server.fail("/auth/v1/user", .auth(403, code, "gone"))
      #expect(await failure { try await setting.auth.user() } == ended)
      #expect((setting.store.kept != nil) == isKept)
    }
  }

  @Test("A device without a session, or with a token that has expired, says what it did to others")
  func signOutOthers() async throws {
    try await Setting.with { setting in
      await setting.server.fail("/auth/v1/logout", .auth(401, "bad_jwt", "token is expired"))
      try await setting.auth.signOut(.others)
      #expect(await setting.server.refreshes == 1 && setting.store.kept != nil)
      try await setting.auth.forget()
      #expect(await failure { try await setting.auth.signOut(.others) } == .signedOut)
      try await setting.auth.signOut()
    }
  }

  @Test("A device that cannot tell the server stays signed in, and says why")
  func signOutOffline() async throws {
    try await Setting.with { setting in
      await setting.server.fail("/auth/v1/logout", .rest(503, "", "away"), times: 3)
      let failure = await failure { try await setting.auth.signOut() }
      #expect(failure == .unavailable(.unavailable, wait: nil) && setting.store.kept != nil)
    }
  }

  @Test("A server that is busy for a moment is told once more that a session has ended")
  func signOutBusy() async throws {
    try await Setting.with { setting in
      await setting.server.fail("/auth/v1/logout", .rest(503, "", "busy"), times: 2)
      try await setting.auth.signOut()
      #expect(setting.store.kept == nil)
    }
  }

  @Test("The account is read with a token that is renewed where it has to be")
  func user() async throws {
    try await Setting.with { setting in
      let found12 = try await setting.auth.user().email
      #expect(found12 == "sam@example.org")
      await setting.server.expireTokens()
      let found13 = try await setting.auth.update(["data": ["a": 1]]).email
      #expect(found13 == "sam@example.org")
      #expect(await setting.server.refreshes == 1)
      #expect(await setting.server.lastBody == ["data": ["a": 1]])
    }
  }

  @Test("A code nobody knows is kept as it came, in either shape of an error")
  func unknownCodes() async throws {
    try await Setting.with(signedIn: false) { setting in
      let shapes: [JSONValue] = [
        ["code": "brand_new", "message": "Something new"],
        ["code": 400, "error_code": "brand_new", "msg": "Something new"],
        ["error_code": "brand_new", "error_description": "Something new"],
      ]
      for shape in shapes {
        await setting.server.fail("/auth/v1/token", .json(418, shape))
        let failure = await failure {
          try await setting.auth.signIn(
            email: "sam@example.org", password: SecretText(SmallServer.password))
        }
        #expect(
          failure
            == .auth(AuthRefusal(status: 418, code: "brand_new", message: "Something new")))
      }
    }
  }
}
