import Basics
import CivilTime
import Domain
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

/// Tests a file in which several people have accounts, as on a family's computer.
@Suite(.serialized)
struct SeveralAccountsTests {
  /// A family's computer with one file: the athlete is connected to the server, and the father has
  /// a profile and is a member of the family in this file only.
  private struct Computer {
    var athlete: FamilyDevice
    var father: FamilyDevice
    var family: RecordID
    var oak: RecordID
  }

  private func computer(_ server: RunningServer) async throws -> Computer {
    let athlete = try FamilyDevice(try await server.signedUp())
    let sam = try await athlete.backend.people.createAccount(
      NewAccount(role: .player, name: "Sam Lee", graduationYear: 2028)
    ).person.id
    athlete.person = sam
    let family = try await athlete.backend.families.create(named: "The Lees").family
    let oak = try await athlete.backend.schools.add(for: sam) { $0.name = "Oak" }.row.reference.id
    let father = FamilyDevice(try await server.signedUp("parent"), at: athlete)
    father.person = try await father.backend.people.createAccount(
      NewAccount(role: .parent, name: "Dana Lee")
    ).person.id
    let code = try #require(
      try await athlete.backend.families.families().first?.family.code)
    _ = try await father.backend.families.join(code: code)
    _ = try await athlete.backend.families.setHelp(
      of: try #require(father.person), inFamily: family.id, to: [.records])
    try await athlete.connect(server)
    return Computer(athlete: athlete, father: father, family: family.id, oak: oak)
  }

  /// Lets the father's account join the family on the server: he asks with the family code, and the
  /// athlete accepts.
  private func letIn(_ computer: Computer) async throws {
    let code = try await computer.athlete.sharing().renewCode()
    _ = try await computer.father.sharing().askToJoin(code)
    try await computer.athlete.sharing().answerJoin(try await computer.father.id(), accept: true)
    try await computer.athlete.sync()
    try await computer.father.sync()
  }

  private func helps(_ computer: Computer) async throws {
    _ = try await computer.athlete.backend.families.setHelp(
      of: try await computer.father.id(), inFamily: computer.family, to: [.records])
    try await computer.athlete.sync()
    try await computer.father.sync()
  }

  /// Returns a computer whose father has connected his account, was admitted, and may change
  /// records.
  private func helping(
    _ server: RunningServer
  ) async throws -> (computer: Computer, sam: RecordID) {
    let computer = try await computer(server)
    try await computer.father.connect(server)
    try await letIn(computer)
    try await helps(computer)
    return (computer, try #require(computer.athlete.person))
  }

  /// Returns another connected device of the same person.
  private func phone(of device: FamilyDevice, _ server: RunningServer) async throws -> FamilyDevice
  {
    let phone = try FamilyDevice(try await device.account.another(of: server))
    try await phone.connect(server)
    phone.person = try await phone.id()
    return phone
  }

  @Test(
    "What a father builds on a deleted school waits for him alone, and is out of the file until then"
  )
  func builtOnDeleted() async throws {
    try await RunningServer.with { server in
      let (computer, sam) = try await helping(server)
      let phone = try await phone(of: computer.athlete, server)
      let coach = try await computer.father.backend.coaches.add(for: sam) {
        $0.schoolID = computer.oak
        $0.firstName = "Jo"
        $0.lastName = "March"
        $0.role = .known(.head)
      }.row.reference.id
      _ = try await computer.father.backend.interactions.add(
        RecordChange<Interaction> {
          $0.meet(coach)
          $0.type = .known(.email)
          $0.direction = .known(.outbound)
          $0.occurredAt = Instant("2026-02-01T12:00:00.000Z")!
        }, for: sam)
      _ = try await phone.backend.schools.delete(computer.oak, of: sam)
      try await phone.sync()
      #expect(try await computer.athlete.sync().held == 0)
      #expect(try computer.athlete.count("schools") == 0)
      #expect(try computer.athlete.count("coaches") == 0)
      #expect(try computer.athlete.count("interactions") == 0)
      #expect(try await computer.athlete.sharing().conflicts().isEmpty)
      #expect(try await computer.father.sharing().conflicts().count == 2)
    }
  }

  @Test("An account of another role is not taken, and one with rows is told from an empty one")
  func whoseAccount() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      #expect(try await computer.athlete.sharing().hasRows())
      let parent = try FamilyDevice(try await server.signedUp("parent"))
      parent.person = try await parent.backend.people.createAccount(
        NewAccount(role: .parent, name: "Dana Lee")
      ).person.id
      try await parent.connect(server)
      #expect(try await !parent.sharing().hasRows())
      for (device, role, words) in [
        (parent, "player", "That account is a parent's, and this profile is an athlete's."),
        (
          computer.athlete, "parent",
          "That account is an athlete's, and this profile is a parent's."
        ),
      ] {
        let problem = await #expect(throws: Problem.self) {
          try await device.sharing().openProfile(role: role, name: nil, graduationYear: nil)
        }
        #expect(problem?.title == words)
      }
    }
  }

  @Test("What somebody without an account does waits, however much it is, and holds up nobody")
  func withoutAccount() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      let sam = try #require(computer.athlete.person)
      for number in 0..<60 {
        _ = try await computer.father.backend.schools.edit(computer.oak, of: sam) {
          $0.city = "City \(number)"
        }
      }
      _ = try await computer.athlete.backend.schools.add(for: sam) { $0.name = "Elm" }
      let outcome = try await computer.athlete.sync()
      #expect(outcome.sent == 1)
      #expect(try computer.athlete.allItems(.waiting).count == 60)
      let status = try Sharing.status(of: computer.athlete.file, for: sam)
      #expect(status.waiting == 0)
      let his = try Sharing.status(
        of: computer.athlete.file, for: try #require(computer.father.person))
      #expect(his.email == nil)
      #expect(his.waiting == 60)
    }
  }

  @Test(
    "Each one's token sends what they did; a father waits with what is the family's until he is let in"
  )
  func eachTheirOwn() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      let sam = try #require(computer.athlete.person)
      _ = try await computer.father.backend.schools.edit(computer.oak, of: sam) {
        $0.city = "Lisbon"
      }
      try await computer.father.connect(server)
      let dana = try await computer.father.id()
      #expect(try Sharing.connections(of: computer.athlete.file).map(\.account) == [sam, dana])
      #expect(try Sharing.status(of: computer.athlete.file, for: dana).isAwaited)
      #expect(try computer.father.items(.waiting).map(\.person).contains(dana))
      try await computer.athlete.sync()
      #expect(try await city(server, computer.oak) == nil)

      try await letIn(computer)
      #expect(try !Sharing.status(of: computer.athlete.file, for: dana).isAwaited)
      // The athlete has permitted the father to change records in this file, but not yet on the
      // server, which refuses his change. Only the father, and not the athlete, decides about the
      // refused change.
      let his = try await computer.father.sharing().conflicts()
      #expect(his.map(\.isHeld) == [false])
      #expect(try await computer.athlete.sharing().conflicts().isEmpty)
      try await helps(computer)
      _ = try await computer.father.sharing().keep(
        his[0].number, .mine, journal: computer.father.backend.stepJournal)
      try await computer.father.sync()
      #expect(try await city(server, computer.oak) == "Lisbon")
      let writers = try await server.admin.run(
        "SELECT DISTINCT person::text FROM compass.steps WHERE person IN ($1::uuid, $2::uuid)",
        [sam.description, dana.description]
      ).rows.compactMap { $0[0] }
      #expect(Set(writers) == [sam.description, dana.description])
    }
  }

  private func city(_ server: RunningServer, _ school: RecordID) async throws -> String? {
    try await server.admin.run(
      "SELECT city FROM schools WHERE id = $1", [school.description]
    ).rows.first?[0]
  }

  @Test("Neither is told what the other decides, or what the other alone is told")
  func apart() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      try await computer.father.connect(server)
      try await letIn(computer)
      let sam = try #require(computer.athlete.person)
      let dana = try await computer.father.id()
      // The athlete's phone adds a recommendation letter, which only the athlete may see, and
      // changes a school, which the father may see too.
      let phone = try await phone(of: computer.athlete, server)
      phone.wait(seconds: 100)
      _ = try await phone.backend.letters.add(for: sam) { $0.writerName = "Ms Secret" }
      _ = try await phone.backend.schools.edit(computer.oak, of: sam) { $0.city = "Porto" }
      try await phone.sync()
      try await computer.athlete.sync()
      try await computer.father.sync()
      func told(_ person: RecordID) throws -> [String] {
        try Sharing.othersSteps(of: computer.athlete.file, toldTo: person, limit: 9).map(\.summary)
      }
      #expect(try told(sam).contains { $0.contains("Secret") })
      #expect(try !told(dana).contains { $0.contains("Secret") })
      #expect(try told(dana).contains { $0.contains("Oak") })
      // The father changes a school in this file. The two people of this computer must not be told
      // of it as a change of another device.
      try await helps(computer)
      _ = try await computer.father.backend.schools.edit(computer.oak, of: sam) { $0.city = "Faro" }
      let before = try (told(sam).count, told(dana).count)
      try await computer.father.sync()
      try await computer.athlete.sync()
      #expect(try (told(sam).count, told(dana).count) == before)
    }
  }

  @Test(
    "Who is removed keeps their profile here, what they had waiting goes, and the family stays for whoever is in it"
  )
  func removed() async throws {
    try await RunningServer.with { server in
      let (computer, sam) = try await helping(server)
      let dana = try await computer.father.id()
      let elm = try await computer.father.backend.schools.add(for: sam) { $0.name = "Elm" }
        .row.reference.id
      _ = try await computer.father.backend.schools.edit(computer.oak, of: sam) { $0.city = "Faro" }
      _ = try await computer.athlete.backend.schools.edit(elm, of: sam) { $0.city = "Braga" }
      let phone = try await phone(of: computer.athlete, server)
      _ = try await phone.backend.families.remove(dana, fromFamily: computer.family)
      try await phone.sync()

      // The father has added a school that can never be sent after his removal, and the athlete has
      // edited it. A second round of syncs must not change the result of the first round.
      for _ in 0..<2 {
        try await computer.athlete.sync()
        try await computer.father.sync()
      }
      #expect(
        try computer.athlete.value("SELECT full_name FROM users WHERE id = '\(dana)'") == "Dana Lee"
      )
      #expect(try computer.athlete.rows("schools").count == 1)
      #expect(try computer.athlete.value("SELECT city FROM schools") == nil)
      #expect(try computer.athlete.value("SELECT count(*) || '' FROM family_members") == "1")
      #expect(try computer.father.items(.waiting).isEmpty)
      let told = try await computer.father.sharing().tellOfLeaving()
      #expect(told.left == ["The Lees"])
      #expect(told.neverSent.count == 2)
      #expect(try await computer.father.sharing().tellOfLeaving().left.isEmpty)
      #expect(try await computer.athlete.sharing().tellOfLeaving().left.isEmpty)
      #expect(
        try await computer.athlete.sharing().conflicts().map(\.summary) == ["Changed s2 Elm: City"])
    }
  }

  @Test("A number that either gives is the record's on every device, and stays")
  func numbers() async throws {
    try await RunningServer.with { server in
      let (computer, sam) = try await helping(server)
      let his = try await computer.father.backend.schools.add(for: sam) { $0.name = "Elm" }
        .row.reference
      try await computer.father.sync()
      let phone = try await phone(of: computer.father, server)
      try await computer.athlete.sync()
      for device in [phone, computer.athlete] {
        let number = try device.value(
          "SELECT number || '' FROM handles WHERE kind = 's' AND id = '\(his.id)'")
        #expect(number.map { "s\($0)" } == his.handle)
      }
    }
  }

  @Test("At a server nobody takes back that they left")
  func leaving() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      try await computer.father.connect(server)
      try await letIn(computer)
      _ = try await computer.father.backend.families.leave(family: computer.family)
      try await computer.father.sync()
      let problem = await #expect(throws: Problem.self) {
        _ = try await computer.father.backend.undo.undo()
      }
      #expect(
        problem?.title == "At a server, coming into a family and leaving it are not taken back.")
      #expect(try computer.father.value("SELECT count(*) || '' FROM family_members") == "1")
    }
  }

  @Test("With one account gone the file stays connected for the other, and numbers are leased anew")
  func disconnecting() async throws {
    try await RunningServer.with { server in
      let (computer, sam) = try await helping(server)
      try Sharing.disconnect(computer.athlete.file, sam)
      _ = try await computer.father.backend.schools.add(for: sam) { $0.name = "Elm" }
      let outcome = try await computer.father.sync()
      #expect(outcome.sent == 1)
      // The athlete is disconnected from the server. The father's sync of the same file must not
      // send what she changes from now on.
      _ = try await computer.athlete.backend.schools.edit(computer.oak, of: sam) {
        $0.city = "Faro"
      }
      _ = try await computer.father.sync()
      #expect(try await city(server, computer.oak) == nil)
      #expect(try Sharing.status(of: computer.athlete.file, for: sam).waiting == 1)
      // The father is removed on the server. In this shared file, the removal must delete none of
      // the athlete's data.
      let phone = try await phone(of: computer.athlete, server)
      _ = try await phone.backend.families.remove(
        try await computer.father.id(), fromFamily: computer.family)
      try await phone.sync()
      try await computer.father.sync()
      #expect(try computer.athlete.count("schools") == 2)
      try await computer.athlete.connect(server)
      #expect(try await city(server, computer.oak) == "Faro")
    }
  }

  @Test("Much is taken away only when it may be, and until then nothing is")
  func much() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      let sam = try #require(computer.athlete.person)
      for number in 0..<30 {
        _ = try await computer.athlete.backend.schools.add(for: sam) { $0.name = "S \(number)" }
      }
      try await computer.athlete.sync()
      let phone = try await phone(of: computer.athlete, server)
      let all = try phone.file.read { connection in
        try connection.query("SELECT id FROM schools WHERE name LIKE 'S %'") { try $0.recordID(0) }
      }
      for school in all { _ = try await phone.backend.schools.delete(school, of: sam) }
      _ = try await phone.backend.schools.edit(computer.oak, of: sam) { $0.city = "Faro" }
      try await phone.sync()

      var sharing = try await computer.athlete.sharing()
      sharing.mayTakeMuch = false
      for _ in 0..<2 {
        let outcome = try await sharing.sync()
        #expect(outcome.wouldRemove >= 30)
        #expect(outcome.removed == 0)
        #expect(try computer.athlete.count("schools") == 31)
        #expect(try Sharing.status(of: computer.athlete.file, for: sam).asksToRemove >= 30)
      }
      // A sync asks before it deletes so many records. While the question is not answered, new
      // changes must still be sent.
      _ = try await computer.athlete.backend.schools.add(for: sam) { $0.name = "Elm" }
      #expect(try await sharing.sync().sent == 1)
      sharing.mayTakeMuch = true
      let outcome = try await sharing.sync()
      #expect(outcome.backup != nil)
      #expect(try computer.athlete.count("schools") == 2)
      #expect(
        try computer.athlete.value("SELECT city FROM schools WHERE id = '\(computer.oak)'")
          == "Faro")
      #expect(try Sharing.status(of: computer.athlete.file, for: sam).asksToRemove == 0)
    }
  }

  @Test(
    "Who leaves while another account of the file fetches everything anew takes nothing of that one's away"
  )
  func fetchingAnew() async throws {
    try await RunningServer.with { server in
      let computer = try await computer(server)
      try await computer.father.connect(server)
      try await letIn(computer)
      let sam = try #require(computer.athlete.person)
      _ = try await computer.athlete.backend.schools.add(for: sam) { $0.name = "Elm" }
      // `beginAnew` makes the file fetch everything again, as after a restore of the server. The
      // test then goes on as if the connection had broken before anything was fetched.
      try await computer.athlete.sharing().beginAnew()
      _ = try await computer.father.backend.families.leave(family: computer.family)
      try await computer.father.sync()
      #expect(try computer.athlete.count("schools") == 2)
      #expect(try computer.athlete.items(.waiting).map(\.summary) == ["Added s2 Elm"])
      try await computer.athlete.sync()
      #expect(try computer.athlete.items(.waiting).isEmpty)
      #expect(try computer.athlete.count("schools") == 2)
    }
  }
}
