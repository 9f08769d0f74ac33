import Auth
import Basics
import CivilTime
import Domain
import HTTP
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import Sharing
import SharingTesting
import Supabase
import Testing

@testable import SharedFile

/// Tests of connecting a family's file with a server and syncing it, with a real server.
@Suite struct SharedFileTests {
  func problem(_ work: () async throws -> some Any) async -> Problem? {
    do {
      _ = try await work()
      return nil
    } catch {
      return error as? Problem
    }
  }

  /// Returns a computer with an athlete who has one school, connected to a new account.
  func connected(_ server: RunningServer) async throws -> (Computer, Device) {
    let computer = try Computer()
    let device = try server.device()
    try await device.signUp()
    let sam = try await computer.begin()
    _ = try await computer.backend.schools.add(for: sam) { $0.name = "Oak" }
    _ = try await computer.shared().connect(computer.request(server, device.email))
    return (computer, device)
  }

  @Test("The server names a session after the computer that signs in")
  func namesComputer() async throws {
    try await RunningServer.with { server in
      let computer = try Computer()
      let device = try server.device()
      try await device.signUp()
      try await computer.begin()
      _ = try await computer.shared(named: "José’s desk").connect(
        computer.request(server, device.email))
      let names = try await server.admin.run(
        """
        SELECT string_agg(DISTINCT device, ', ' ORDER BY device) FROM accounts.sessions
        WHERE person = $1::uuid
        """, [try await device.id])
      #expect(names.value == "A program, The program on José’s desk")
    }
  }

  @Test("Connecting sends the file, and the profile gets the id of the account")
  func connects() async throws {
    try await RunningServer.with { server in
      let computer = try Computer()
      let device = try server.device()
      let account = try #require(RecordID(try await device.signUp().user.id))
      let sam = try await computer.begin()
      _ = try await computer.backend.schools.add(for: sam) { $0.name = "Oak" }
      let request = computer.request(server, device.email)
      let plan = try await computer.shared().plan(request)
      #expect(plan.goes.contains("1 school") && plan.email == device.email, "\(plan)")
      let outcome = try await computer.shared().connect(request)
      #expect(outcome.sent > 0 && outcome.refused == 0 && outcome.backup != nil)
      #expect(computer.signedIn == account)
      #expect(computer.secrets.names == [ServerSession.name(of: account)])
      let status = try await computer.shared().status()
      #expect(status.email == device.email && status.waiting == 0)
      #expect(try await computer.shared().isSignedIn())
      #expect(await problem { try await computer.shared().plan(request) } == .connectedAlready)
      #expect(
        try await server.admin.run(
          "SELECT count(*) FROM public.schools WHERE user_id = $1", [account.description]
        ).value == "1")
    }
  }

  @Test(
    "What cannot be connected is said, and nothing is kept",
    arguments: [
      ("https://x.example.org", nil as String?, false, "Say the server's public key too."),
      ("http://x.example.org", "k", false, "`http://x.example.org` is no address that"),
      ("http://127.0.0.1.example.org", "k", false, "`http://127.0.0.1.example.org` is no address"),
      ("http://localhostess", "k", false, "`http://localhostess` is no address"),
      ("http://localhost:1", "k", true, "The made-up family is never connected"),
    ])
  func refusedRequests(
    address: String, key: String?, isMadeUp: Bool, words: String
  ) async throws {
    let computer = try Computer()
    try await computer.begin()
    let request = ConnectRequest(
      address: address, key: key, email: "a@example.org", password: Device.password)
    let said = await problem { try await computer.shared(isMadeUp: isMadeUp).plan(request) }
    #expect(said?.title.hasPrefix(words) == true, "\(String(describing: said))")
    #expect(
      await problem { try await computer.shared(isMadeUp: isMadeUp).connect(request) } == said)
    #expect(computer.secrets.names.isEmpty)
    #expect(try await computer.shared().status() == SharingStatus())
  }

  @Test("A server that does not answer, and a wrong password, leave the file as it was")
  func nothingConnected() async throws {
    try await RunningServer.with { server in
      let computer = try Computer()
      let sam = try await computer.begin()
      let request = computer.request(server, "a@example.org", address: "http://127.0.0.1:1")
      let offline = await problem { try await computer.shared().connect(request) }
      #expect(offline?.cause == .offline)
      #expect(offline?.fix?.hasPrefix("Nothing here was connected or changed.") == true)
      let device = try server.device()
      try await device.signUp()
      let wrong = computer.request(server, device.email, password: SecretText("not the password"))
      #expect(await problem { try await computer.shared().connect(wrong) }?.cause == .refused)
      #expect(computer.signedIn == sam && computer.secrets.names.isEmpty)
      #expect(await problem { try await computer.shared().own() } == .notConnected)
    }
  }

  @Test("An account with a family's records takes no second family")
  func twoFamilies() async throws {
    try await RunningServer.with { server in
      let (_, device) = try await connected(server)
      let other = try Computer()
      let kim = try await other.begin(.player, "Kim Oh")
      let said = await problem {
        try await other.shared().connect(other.request(server, device.email))
      }
      #expect(said?.title == "That account has a family's records already.")
      #expect(other.signedIn == kim && other.secrets.names.isEmpty)
      // A computer whose folder is empty connects to the account and fetches the family's records.
      let empty = try Computer()
      let outcome = try await empty.shared().connect(empty.request(server, device.email))
      #expect(outcome.fetched > 0 && empty.signedIn != nil)
    }
  }

  @Test("A folder without people and an account without records begin nothing")
  func nothingThere() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let computer = try Computer()
      let said = await problem {
        try await computer.shared().connect(computer.request(server, device.email))
      }
      #expect(said?.title == "That account has no records yet.")
      #expect(try computer.shared().connections().isEmpty && computer.secrets.names.isEmpty)
    }
  }

  @Test("A parent with a code connects an empty folder with a new account, and asks to join")
  func joins() async throws {
    try await RunningServer.with { server in
      let (athlete, _) = try await connected(server)
      let code = try await athlete.shared().gateway { _ in [] }.renewCode()
      let parent = try Computer()
      let email = try server.device().email
      let birthDate = try #require(CalendarDay("1980-05-31"))
      func request(_ name: String?) -> ConnectRequest {
        var request = parent.request(server, email)
        request.newAccount = NewServerAccount(birthDate: birthDate)
        request.joining = FamilyToJoin(code: code, name: name)
        return request
      }
      let planned = await problem { try await parent.shared().plan(request(nil)) }
      let unnamed = await problem { try await parent.shared().connect(request(nil)) }
      #expect(planned?.title == "Say your name too." && unnamed == planned)
      #expect(planned?.fix == "Usage:  account connect … --name NAME")
      var young = request("Dana Lee")
      young.newAccount?.birthDate = parent.backend.calendar.today().adding(months: -12 * 17)
      let tooYoung = await problem { try await parent.shared().plan(young) }
      #expect(tooYoung?.title == FamilyRefusal.tooYoungForParent.words)
      #expect(await problem { try await parent.shared().connect(young) } == tooYoung)
      #expect(parent.secrets.names.isEmpty)
      let outcome = try await parent.shared().connect(request("Dana Lee"))
      #expect(outcome.joining == .asked)
      let asking = try await athlete.shared().gateway { _ in [] }.joinRequests()
      #expect(asking.map(\.name) == ["Dana Lee"] && asking.first?.email == email)

      let other = try Computer()
      try await other.begin()
      let refused = await problem { try await other.shared().plan(request(nil)) }
      #expect(refused == .athleteJoinsNone)
    }
  }

  @Test("A new account at a server that sends e-mail is asked for, and not made before an answer")
  func asksForAccount() async throws {
    let bag = Mailbag()
    try await RunningServer.with(mail: bag.mail) { server in
      let computer = try Computer()
      try await computer.begin()
      var request = computer.request(server, try server.device().email)
      request.newAccount = NewServerAccount(birthDate: try #require(CalendarDay("1980-05-31")))
      let said = await problem { [request] in try await computer.shared().connect(request) }
      #expect(said?.title == "The account is asked for, and its address is to be confirmed.")
      #expect(said?.details == ["If you are under 18, a parent is asked by e-mail after that."])
      #expect(try computer.shared().connections().isEmpty)
    }
  }

  @Test("With an account that was made before a wrong code is told, and the file is connected")
  func wrongCode() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let parent = try Computer()
      let code = try #require(FamilyCode("FAM-AAAAAA"))
      func request(_ name: String?) -> ConnectRequest {
        var request = parent.request(server, device.email)
        request.joining = FamilyToJoin(code: code, name: name)
        return request
      }
      let said = await problem { try await parent.shared().connect(request(nil)) }
      #expect(said?.title == "Say your name too.")
      let outcome = try await parent.shared().connect(request("Dana Lee"))
      guard case .refused(let wrong)? = outcome.joining else {
        Issue.record("\(outcome)")
        return
      }
      #expect(wrong.title == "No family has the code FAM-AAAAAA.")
      #expect(try await parent.shared().isSignedIn())
    }
  }

  @Test(
    "An athlete who gives a code hears that only a parent joins, and nothing is connected",
    arguments: [nil as String?, "Sam Lee"])
  func athleteWithCode(name: String?) async throws {
    try await RunningServer.with { server in
      let (_, device) = try await connected(server)
      let phone = try Computer()
      var request = phone.request(server, device.email)
      request.joining = FamilyToJoin(code: try #require(FamilyCode("FAM-AAAAAA")), name: name)
      #expect(await problem { try await phone.shared().connect(request) } == .athleteJoinsNone)
      #expect(try phone.shared().connections().isEmpty && phone.secrets.names.isEmpty)
      request.joining = nil
      #expect(try await phone.shared().connect(request).fetched > 0)
    }
  }

  private func sessions(_ server: RunningServer, _ device: Device) async throws -> String? {
    try await server.admin.run(
      """
      SELECT count(*) FROM accounts.sessions AS s JOIN accounts.people AS p ON p.id = s.person
      WHERE p.email = $1
      """, [device.email]
    ).value
  }

  @Test("Who is refused after signing in leaves no session at the server")
  func refusedSession() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      let before = try await sessions(server, device)
      // An athlete cannot join a family with a code.
      let phone = try Computer()
      var joining = phone.request(server, device.email)
      joining.joining = FamilyToJoin(code: try #require(FamilyCode("FAM-AAAAAA")), name: nil)
      #expect(await problem { try await phone.shared().connect(joining) } == .athleteJoinsNone)
      #expect(try await sessions(server, device) == before, "\(server.log.all)")
      // The account has a family's records, so another athlete's file is not connected to it.
      let other = try Computer()
      try await other.begin(.player, "Kim Oh")
      let second = other.request(server, device.email)
      #expect(await problem { try await other.shared().connect(second) }?.cause == .conflict)
      #expect(try await sessions(server, device) == before, "\(server.log.all)")
      // The account is another person's in this file. That person's own session must stay.
      try await computer.begin(.parent, "Dana Lee")
      let taken = computer.request(server, device.email)
      #expect(await problem { try await computer.shared().connect(taken) }?.cause == .conflict)
      #expect(try await sessions(server, device) == before, "\(server.log.all)")
      #expect(try await computer.shared().syncQuietly().signedOut.isEmpty)
    }
  }
}
