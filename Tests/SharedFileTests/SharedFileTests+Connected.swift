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

// Tests of a connected file: the people in it, their sessions, and the end of their accounts.
extension SharedFileTests {
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
      #expect(said?.title == "No person in this file has that account.")
      var new = computer.request(server, try server.device().email)
      new.newAccount = joining.newAccount
      #expect(await problem { try await computer.shared().connect(new) }?.cause == .signInNeeded)
      #expect(computer.secrets.names.count == 1)

      let own = computer.request(server, joining.email)
      #expect(try await computer.shared().plan(own).goes.isEmpty)
      _ = try await computer.shared().connect(own)
      #expect(computer.signedIn == dana && computer.secrets.names.count == 2)
      #expect(try await names() == ["Sam Lee", "Dana Lee"])
      #expect(try await computer.shared().isSignedIn())
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
      #expect(status.email == nil && status.others == [device.email])
      #expect(try await !computer.shared().isSignedIn())
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
          == "That account is another person's in this file.")
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
      #expect(try await !computer.shared().isSignedIn())
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
      #expect(try await computer.shared().isSignedIn())
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
      #expect(try await computer.shared().isSignedIn(), "the device still has its token")
      #expect(
        await problem { try await computer.shared().signOutOthers() }
          == SupabaseFailure.signedOut.problem)
      #expect(try await !computer.shared().isSignedIn())
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
      #expect(status.isErased)
      #expect(try await computer.shared().isSignedIn())
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
