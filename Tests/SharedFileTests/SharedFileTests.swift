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
  private func problem(_ work: () async throws -> some Any) async -> Problem? {
    do {
      _ = try await work()
      return nil
    } catch {
      return error as? Problem
    }
  }

  /// Returns a computer with an athlete who has one school, connected to a new account.
  private func connected(_ server: RunningServer) async throws -> (Computer, Device) {
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
      #expect(status.isSignedIn && status.email == device.email && status.waiting == 0)
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
      #expect(try await parent.shared().status().isSignedIn)
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
      #expect(try await sessions(server, device) == before)
      // The account has a family's records, so another athlete's file is not connected to it.
      let other = try Computer()
      try await other.begin(.player, "Kim Oh")
      let second = other.request(server, device.email)
      #expect(await problem { try await other.shared().connect(second) }?.cause == .conflict)
      #expect(try await sessions(server, device) == before)
      // The account is another person's in this file. That person's own session must stay.
      try await computer.begin(.parent, "Dana Lee")
      let taken = computer.request(server, device.email)
      #expect(await problem { try await computer.shared().connect(taken) }?.cause == .conflict)
      #expect(try await sessions(server, device) == before)
      #expect(try await computer.shared().syncQuietly().signedOut.isEmpty)
    }
  }

  @Test("A parent whose profile came with a sync uses this computer with their own account alone")
  func parentComes() async throws {
    try await RunningServer.with { server in
      let (computer, _) = try await connected(server)
      let code = try await computer.shared().gateway { _ in [] }.renewCode()
      let parent = try Computer()
      var joining = parent.request(server, try server.device().email)
      joining.newAccount = NewServerAccount(birthDate: try #require(CalendarDay("1980-05-31")))
      joining.joining = FamilyToJoin(code: code, name: "Dana Lee")
      _ = try await parent.shared().connect(joining)
      let dana = try #require(parent.signedIn)
      try await computer.shared().own().answerJoin(dana, accept: true)
      _ = try await computer.shared().sync(mayTakeMuch: false)
      func names() async throws -> [String] {
        try await computer.backend.credentials.profiles().map(\.name)
      }
      #expect(try await computer.backend.people.profiles().count == 2)
      #expect(try await names() == ["Sam Lee"])

      computer.signedIn = nil
      let stranger = try server.device()
      try await stranger.signUp()
      let refused = computer.request(server, stranger.email)
      let said = await problem { try await computer.shared().connect(refused) }
      #expect(said?.title == "Nobody in this file has that account.")
      var new = computer.request(server, try server.device().email)
      new.newAccount = joining.newAccount
      #expect(await problem { try await computer.shared().connect(new) }?.cause == .signInNeeded)
      #expect(computer.secrets.names.count == 1)

      let own = computer.request(server, joining.email)
      #expect(try await computer.shared().plan(own).goes.isEmpty)
      _ = try await computer.shared().connect(own)
      #expect(computer.signedIn == dana && computer.secrets.names.count == 2)
      #expect(try await names() == ["Sam Lee", "Dana Lee"])
      #expect(try await computer.shared().status().isSignedIn)
    }
  }

  @Test("Each person of a file uses their own account, and decides with or without one")
  func severalPeople() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      let sam = try #require(computer.signedIn)
      try await computer.begin(.parent, "Dana Lee")
      #expect(await problem { try await computer.shared().own() } == .noAccountOfYours)
      #expect(try await computer.shared().deciding().conflicts().isEmpty)
      let status = try await computer.shared().status()
      #expect(status.email == nil && status.others == [device.email] && !status.isSignedIn)
      let elsewhere = computer.request(
        server, "dana@example.org", address: "https://other.example.org")
      #expect(
        await problem { try await computer.shared().plan(elsewhere) }?.title.hasPrefix(
          "This file is connected to another server") == true)
      // The server's web address with a slash at its end means the same server. Dana's request must
      // therefore be refused because it names Sam's account, and not because it names a second
      // server.
      let again = computer.request(server, device.email, address: server.address + "/")
      #expect(
        await problem { try await computer.shared().connect(again) }?.title
          == "That account is somebody else's in this file.")
      // Sam adds a school. While no person is signed in on this computer, a sync is refused; after
      // Sam is signed in again, it sends the school.
      computer.signedIn = sam
      _ = try await computer.backend.schools.add(for: sam) { $0.name = "Elm" }
      computer.signedIn = nil
      #expect(
        await problem { try await computer.shared().sync(mayTakeMuch: false) }?.cause
          == .signInNeeded)
      computer.signedIn = sam
      #expect(try await computer.shared().sync(mayTakeMuch: false).sent == 1)
    }
  }

  @Test("A device that is signed out says so, signs in again, and sends what waited")
  func signedOut() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      let sam = try #require(computer.signedIn)
      for name in computer.secrets.names { try await computer.secrets.store.remove(name) }
      _ = try await computer.backend.schools.add(for: sam) { $0.name = "Elm" }
      #expect(
        await problem { try await computer.shared().sync(mayTakeMuch: false) }?.cause
          == .signInNeeded)
      #expect(await problem { try await computer.shared().signOutOthers() }?.cause == .signInNeeded)
      #expect(try await computer.shared().syncQuietly().signedOut == [device.email])
      #expect(try await !computer.shared().status().isSignedIn)
      #expect(
        await problem { try await computer.shared().signIn(SecretText("a wrong password")) }?.cause
          == .refused)
      #expect(try await computer.shared().signIn(Device.password).sent == 1)
      try await computer.shared().signOutOthers()
      // The account gets a new e-mail address on the server, as if it was changed in a browser.
      // This computer still has the old one stored. Signing in with the old e-mail address must
      // fail, and with the new one succeed.
      _ = try await server.admin.run(
        "UPDATE accounts.people SET email = 'new-' || email WHERE email = $1", [device.email])
      for name in computer.secrets.names { try await computer.secrets.store.remove(name) }
      #expect(
        await problem { try await computer.shared().signIn(Device.password) }?.cause == .refused)
      _ = try await computer.shared().signIn(Device.password, email: "New-" + device.email)
      #expect(try await computer.shared().status().isSignedIn)
      #expect(
        try Sharing.connections(of: computer.backend.dataFile).map(\.email) == [
          "new-" + device.email
        ])
    }
  }

  @Test("A device whose session the server has ended signs out no others, and says so")
  func endedAtServer() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      try await device.auth.signOut(.everywhere)
      #expect(try await computer.shared().status().isSignedIn, "the device still has its token")
      #expect(
        await problem { try await computer.shared().signOutOthers() }
          == SupabaseFailure.signedOut.problem)
      #expect(try await !computer.shared().status().isSignedIn)
      _ = try await computer.shared().signIn(Device.password)
      try await computer.shared().signOutOthers()
    }
  }

  @Test("A password is changed with the current one alone")
  func passwords() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      let new = SecretText("another long password")
      #expect(
        await problem {
          try await computer.shared().changePassword(from: Device.password, to: Device.password)
        }?.title == "The new password is the one you have.")
      #expect(
        await problem { try await computer.shared().changePassword(from: new, to: new) }?.cause
          == .usage)
      #expect(
        await problem {
          try await computer.shared().changePassword(from: SecretText("no password of it"), to: new)
        }?.cause == .refused)
      try await computer.shared().changePassword(from: Device.password, to: new)
      // Changing the password must not end the session of this device. On another device, the old
      // password must be refused.
      _ = try await computer.shared().sync(mayTakeMuch: false)
      let other = try Device(server, email: device.email)
      #expect(
        await failure {
          try await other.auth.signIn(email: device.email, password: Device.password)
        }
          != nil)
    }
  }

  @Test("Disconnecting tells what was not sent, and forgets the session")
  func disconnects() async throws {
    try await RunningServer.with { server in
      let (computer, _) = try await connected(server)
      let sam = try #require(computer.signedIn)
      _ = try await computer.backend.schools.add(for: sam) { $0.name = "Elm" }
      #expect(try await computer.shared().disconnect() == 1)
      #expect(computer.stopped == 1 && computer.secrets.names.isEmpty)
      #expect(try await computer.shared().status().address == nil)
      #expect(await problem { try await computer.shared().disconnect() } == .notConnected)
    }
  }

  @Test("A person is erased at the server first, and nothing here changes before it has answered")
  func erased() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      let sam = try #require(computer.signedIn)
      var waiting = HTTPClient.direct.waiting
      waiting.sleep = { _ in }
      let unreachable = HTTPClient(waiting: waiting) {
        _, _, _ async throws(HTTPFailure) -> ArrivingResponse in
        throw .refused(host: "away")
      }
      let said = await problem { try await computer.shared(http: unreachable).eraseAtServer() }
      #expect(said?.title == "The server did not answer, so nothing was erased here.")
      #expect(try computer.shared().connections().count == 1 && computer.stopped == 0)
      #expect(try await computer.shared().serverToEraseAt()?.address == server.address)

      let erased = try #require(try await computer.shared().eraseAtServer())
      #expect(!erased.keepsAccount && erased.address == server.address)
      #expect(computer.stopped == 1 && computer.secrets.names.isEmpty)
      #expect(try computer.shared().connections().isEmpty)
      #expect(
        try await server.admin.run(
          "SELECT count(*) FROM public.users WHERE id = $1", [sam.description]
        ).value == "0")
      let other = try Device(server, email: device.email)
      #expect(
        await failure {
          try await other.auth.signIn(email: device.email, password: Device.password)
        }
          != nil)
    }
  }

  @Test(
    "An account that another device erased can be erased here too, also when the token has expired",
    arguments: [false, true])
  func erasedElsewhere(isExpired: Bool) async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      _ = try await device.client.call("compass_erase_me", [:])
      if isExpired { server.clock.move(seconds: 3_600) }
      let erased = try #require(try await computer.shared().eraseAtServer())
      #expect(!erased.keepsAccount && erased.address == server.address)
      #expect(computer.stopped == 1 && computer.secrets.names.isEmpty)
      #expect(try computer.shared().connections().isEmpty)
    }
  }

  @Test("A computer whose account was erased elsewhere says so, whatever it asks")
  func saysErased() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      _ = try await device.client.call("compass_erase_me")
      #expect(try await !computer.shared().status().isErased)
      #expect(
        await problem { try await computer.shared().sync(mayTakeMuch: false) } == .erasedThere)
      let status = try await computer.shared().status()
      #expect(status.isErased && status.isSignedIn)
      #expect(await problem { try await computer.shared().signOutOthers() } == .erasedThere)
      #expect(await problem { try await computer.shared().signIn(Device.password) } == .erasedThere)
      _ = try await computer.shared().disconnect()
      #expect(try await computer.shared().status() == SharingStatus())
    }
  }

  @Test("Somebody without the account of the file erases nothing at the server")
  func notTheirs() async throws {
    try await RunningServer.with { server in
      let (computer, device) = try await connected(server)
      try await computer.begin(.parent, "Dana Lee")
      let said = await problem { try await computer.shared().eraseAtServer() }
      #expect(said?.fix == "Let \(device.email) disconnect it first:  account disconnect")
      #expect(try computer.shared().connections().count == 1)
    }
  }
}
