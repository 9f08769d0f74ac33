import Auth
import Basics
import CivilTime
import DemoFamily
import Domain
import Foundation
import JSON
import Persistence
import SQLite
import Synchronization
import Testing

@testable import SQLBackend

/// Tests which people have to give their passphrases before a command restores or copies the whole
/// file, because it contains the data of all of them.
@Suite("The whole file")
struct WholeFileTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily
  private let right = SecretText("Harbor7light")

  init() throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
  }

  /// The archive's gateway, with a check of passphrases that accepts the same passphrase for all
  /// people.
  private var archive: ArchiveGateway {
    backend.archive { [right] _, passphrase throws(Problem) in
      guard passphrase == right else {
        throw AuthFailure.wrongPassphrase(name: "Somebody", waitMilliseconds: 0).problem
      }
    }
  }

  private func guardProfile(of person: RecordID) async throws {
    _ = try await backend.credentials.replace(
      nil, with: Credential(userID: person, passphraseHash: "hash"))
  }

  private func copied(_ passphrases: [SecretText]) async throws -> Int {
    let count = Mutex(0)
    try await archive.copyFile(agreedWith: passphrases) { bytes in
      count.withLock { $0 += bytes.count }
    }
    return count.withLock { $0 }
  }

  @Test("A parent backs up, and neither takes the file along nor looks into a backup nor restores")
  func parents() async throws {
    let parent = try #require(demo.parents.first).id
    program.person = parent
    _ = try await archive.backUp()
    let name = try #require(try await archive.backups().first?.name)
    #expect(await cause { _ = try await copied([]) } == .refused)
    #expect(await cause { _ = try await archive.contents(of: name) } == .refused)
    #expect(await cause { _ = try await archive.restore(from: name) } == .refused)
    for use in WholeFileUse.allCases {
      let isAllowed = await cause { _ = try await archive.guards(of: use) } == nil
      #expect(isAllowed == (use == .backUp), "\(use)")
    }
  }

  @Test("Whoever else has a passphrase has to give it, in the order of the handles")
  func othersAgree() async throws {
    _ = try await archive.backUp()
    let name = try #require(try await archive.backups().first?.name)
    #expect(try await copied([]) > 0)
    // The acting person has given the passphrase when signing in, so the command does not ask for
    // it again.
    try await guardProfile(of: demo.athlete.id)
    #expect(try await archive.guards(of: .takeAlong).isEmpty)
    for parent in demo.parents.reversed() { try await guardProfile(of: parent.id) }
    let guards = try await archive.guards(of: .restore)
    #expect(Set(guards.map(\.id)) == Set(demo.parents.map(\.id)))
    #expect(guards.map(\.handle) == guards.map(\.handle).sorted())
    #expect(try await archive.guards(of: .backUp).isEmpty)
    let before = try backend.dataFile.canonicalDump()
    let wrong = SecretText("wrong")
    for given in [[], [right], [wrong, right], [right, wrong]] {
      #expect(await cause { _ = try await copied(given) } == .signInNeeded)
      #expect(
        await cause { _ = try await archive.restore(from: name, agreedWith: given) }
          == .signInNeeded)
    }
    #expect(try backend.dataFile.canonicalDump() == before)
    #expect(try await archive.backups().count == 1)
    #expect(try await copied([right, right]) > 0)
    _ = try await archive.restore(from: name, agreedWith: [right, right])
  }

  @Test("A backend that is told of nobody who proves takes no passphrase for right")
  func nobodyProves() async throws {
    try await guardProfile(of: try #require(demo.parents.first).id)
    #expect(
      await cause { try await backend.archive.copyFile(agreedWith: [right]) { _ in } }
        == .signInNeeded)
  }

  @Test("Nobody's backups push out another's, and each keeps their newest ten")
  func shelves() async throws {
    let names = { try await archive.backups().map(\.name) }
    _ = try await archive.backUp()
    let casey = try #require(try await names().first)
    #expect(casey.hasSuffix("-by-hand-p3.sqlite") || casey.hasSuffix("-by-hand-p1.sqlite"))
    _ = try backend.dataFile.backUp(reason: "before-version-2")
    let parent = try #require(demo.parents.first).id
    program.person = parent
    for _ in 1...12 {
      program.wait()
      _ = try await archive.backUp()
    }
    let all = try await names()
    #expect(all.contains(casey))
    #expect(all.contains { $0.hasSuffix("-before-version-2.sqlite") })
    #expect(all.count == 12)
    program.person = demo.athlete.id
    for _ in 1...11 {
      program.wait()
      _ = try await archive.importRows(
        request(.school, [["name": .string("S\(try await names().count)\(program.person!)")]]),
        for: demo.athlete.id)
      _ = try await archive.backUp()
    }
    #expect(try await names().count == 21)
    #expect(try await !names().contains(casey))
  }

  @Test("A browser that was signed out since a backup stays so, and one that came since stays in")
  func browserSessions() async throws {
    let key = DevicePreferenceKey.browserSessions
    try backend.setDeviceValue("of the backup", for: key)
    _ = try await archive.backUp()
    let name = try #require(try await archive.backups().first?.name)
    for now in ["of today", nil] {
      try backend.setDeviceValue(now, for: key)
      _ = try await archive.restore(from: name)
      #expect(try backend.deviceValues()[key] == now)
    }
  }

  @Test("A file that lost a table has nobody to ask: its backups are listed and restored")
  func lostTable() async throws {
    let before = try backend.dataFile.canonicalDump()
    _ = try await archive.backUp()
    for parent in demo.parents { try await guardProfile(of: parent.id) }
    try backend.dataFile.write { try $0.execute("DROP TABLE handles") }
    program.person = nil
    #expect(await cause { _ = try await backend.schools.list(of: demo.athlete.id) } != nil)
    let name = try #require(try await archive.backups().first?.name)
    #expect(try await archive.guards(of: .restore).isEmpty)
    // The file is damaged, and a backup of it would be damaged too, so the command must be refused.
    #expect(await cause { _ = try await copied([]) } != nil)
    let named = try await archive.contents(of: name)
    #expect(named.isAlone)
    let kept = try await archive.restore(from: name, rights: .taken(named.rights))
    #expect(kept.contains("/damaged-"))
    #expect(try backend.dataFile.canonicalDump() == before)
  }

  @Test(
    "The end of a name says whose backup it is",
    arguments: [
      ("compass-20260210T120000000Z-by-hand-p2.sqlite", "p2"),
      ("/a-p9/compass-20260210T120000000Z-by-hand-p12-2.sqlite", "p12"),
      ("compass-20260210T120000000Z-before-version-2.sqlite", nil),
      ("compass-20260210T120000000Z-by-hand.sqlite", nil),
      ("compass-20260210T120000000Z-by-hand-pal.sqlite", nil), ("p3.sqlite", "p3"), ("", nil),
    ])
  func owners(name: String, owner: String?) {
    #expect(BackupShelf.owner(of: name).map(String.init) == owner)
  }

  // MARK: The rights in a backup that is restored

  private func sql(_ path: String, _ statements: String) throws {
    let connection = try DatabaseConnection(path: path, .readWrite)
    for statement in statements.split(separator: ";") {
      try connection.execute(String(statement))
    }
  }

  /// Returns the path of a backup that SQL statements have changed, as an attacker could change it
  /// before a restore.
  private func doctored(_ statements: String) async throws -> String {
    let kept = try await archive.backUp()
    let path = "\(folder.path)/doctored.sqlite"
    try FileManager.default.copyItem(atPath: kept, toPath: path)
    try sql(path, statements)
    return path
  }

  private func rights() throws -> FileRights {
    try backend.dataFile.read { try RightsRows(connection: $0).read() }
  }

  @Test(
    "An older backup takes no passphrase away, lets no removed parent in and makes no old code valid"
  )
  func olderBackup() async throws {
    let parents = demo.parents.map(\.id)
    let kept = try await archive.backUp()
    let school = try #require(demo.schools.first)
    _ = try await backend.schools.delete(school.id, of: demo.athlete.id)
    try await guardProfile(of: demo.athlete.id)
    _ = try await backend.families.remove(parents[0], fromFamily: demo.family.id)
    _ = try await backend.families.regenerateCode(ofFamily: demo.family.id)
    let before = try rights()
    let told = try await archive.contents(of: kept).rights.map(\.words)
    #expect(told.contains { $0.hasSuffix("would have no passphrase.") }, "\(told)")
    #expect(told.contains { $0.contains("would be in the family of") }, "\(told)")
    #expect(told.contains { $0.hasSuffix("would have another family code.") }, "\(told)")
    _ = try await archive.restore(from: kept)
    #expect(try rights() == before)
    #expect(
      try await backend.schools.show(school.id, of: demo.athlete.id).row.school.id == school.id)
    #expect(try backend.dataFile.findings() == [])
  }

  @Test(
    "A backup that another program changed gives nobody a right",
    arguments: [
      "INSERT INTO users (id, full_name, role) VALUES ('\(stranger)', 'Eve', 'player')",
      """
      INSERT INTO users (id, full_name, role) VALUES ('\(stranger)', 'Eve', 'parent');
      INSERT INTO family_members (id, family_unit_id, user_id, role, added_at)
      SELECT '\(stranger)', id, '\(stranger)', 'parent', '2026-01-01T00:00:00.000Z' FROM family_units
      """,
      "UPDATE users SET role = 'player' WHERE role = 'parent'",
      """
      INSERT INTO users (id, full_name, role) VALUES ('\(stranger)', 'Eve', 'player');
      UPDATE family_units SET player_user_id = '\(stranger)'
      """,
      "UPDATE family_units SET family_code = 'FAM-EVEEVEEV'",
      "UPDATE family_members SET helps = '[\"records\",\"metrics\",\"tasks\"]' WHERE role = 'parent'",
      """
      INSERT INTO local_credentials (user_id, passphrase_hash)
      SELECT id, 'known' FROM users WHERE role = 'player'
      """,
      """
      INSERT INTO local_sessions (token_digest, user_id, started_at, expires_at)
      SELECT 'known', id, '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z' FROM users
      WHERE role = 'player'
      """,
    ])
  func doctoredBackup(_ statements: String) async throws {
    let before = try rights()
    let path = try await doctored(statements)
    let told = try await archive.contents(of: path).rights
    _ = try await archive.restore(from: path)
    let after = try rights()
    #expect(after.families == before.families && after.members == before.members)
    #expect(after.people.filter { $0.name != "Eve" } == before.people)
    #expect(
      after.people.filter { $0.name == "Eve" }.allSatisfy {
        $0.role == "parent" && $0.passphrase == nil
      })
    let sessions = try backend.dataFile.read { connection in
      try connection.one("SELECT count(*) FROM local_sessions") { row in try row.int(0) }
    }
    #expect(sessions == 0)
    #expect(!told.isEmpty || statements.contains("local_sessions"))
    #expect(try backend.dataFile.findings() == [])
  }

  @Test("A step that another program changed in a backup changes no right when it is undone")
  func doctoredStep() async throws {
    let parent = try #require(demo.parents.first).id
    _ = try await backend.families.remove(parent, fromFamily: demo.family.id)
    let path = try await doctored(
      "UPDATE journal SET person = '\(parent)', operation = 'updateProfile'")
    _ = try await archive.restore(from: path)
    program.person = parent
    #expect(await cause { _ = try await backend.undo.undo() } == .conflict)
    #expect(try !rights().members.contains { $0.person == parent })
  }

  @Test("What changed a right before a backup can be undone after its restore into the same file")
  func sameStep() async throws {
    let parent = try #require(demo.parents.first).id
    _ = try await backend.families.remove(parent, fromFamily: demo.family.id)
    _ = try await archive.restore(from: try await archive.backUp())
    _ = try await backend.undo.undo()
    #expect(try rights().members.contains { $0.person == parent })
  }

  private static let stranger = "6f9619ff-8b86-4011-b42d-00c04fc964ff"

  @Test("What was agreed to is taken, and a right that changed after the question is not")
  func agreed() async throws {
    let kept = try await archive.backUp()
    let parent = try #require(demo.parents.first).id
    _ = try await backend.families.remove(parent, fromFamily: demo.family.id)
    let asked = try await archive.contents(of: kept)
    #expect(!asked.isAlone && asked.rights.count == 1)
    try await guardProfile(of: demo.athlete.id)
    #expect(
      await cause { _ = try await archive.restore(from: kept, rights: .taken(asked.rights)) }
        == .conflict)
    let again = try await archive.contents(of: kept).rights
    _ = try await archive.restore(from: kept, rights: .taken(again))
    #expect(try rights().members.contains { $0.person == parent })
  }

  @Test("In a file without people nothing is taken that was not named")
  func emptyFile() async throws {
    let kept = try await archive.backUp()
    let other = program.backend("\(folder.path)/other.sqlite")
    #expect(await cause { _ = try await other.archive.restore(from: kept) } == .conflict)
    let asked = try await other.archive.contents(of: kept)
    #expect(asked.isAlone && asked.rights.count >= demo.people.count)
    _ = try await other.archive.restore(from: kept, rights: .taken(asked.rights))
    #expect(try other.dataFile.canonicalDump() == backend.dataFile.canonicalDump())
  }

  @Test("A person who came after the backup stays, without losing a right")
  func newcomer() async throws {
    let kept = try await archive.backUp()
    let before = try rights()
    let path = "\(folder.path)/compass.sqlite"
    try backend.dataFile.write { connection in
      try connection.execute(
        "INSERT INTO users (id, full_name, role, email) VALUES (?, 'Mia', 'parent', 'mia@example.com')",
        Self.stranger)
      try connection.execute(
        """
        INSERT INTO family_members (id, family_unit_id, user_id, role, added_at)
        SELECT ?1, id, ?1, 'parent', '2026-01-01T00:00:00.000Z' FROM family_units
        """, Self.stranger)
    }
    _ = try await archive.restore(from: kept)
    let after = try rights()
    #expect(after.people.count == before.people.count + 1)
    #expect(after.members.contains { $0.person == RecordID(Self.stranger) })
    #expect(try backend.dataFile.findings() == [], "\(path)")
  }
}
