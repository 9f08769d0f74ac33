import Auth
import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import SQLite
import Synchronization
import Testing

@testable import SQLBackend

/// Who may do what with the file as a whole.
@Suite("The whole file")
struct WholeFileTests {
  private let folder: TemporaryFolder
  private let desk = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily
  private let right = SecretText("Harbor7light")

  init() throws {
    folder = try TemporaryFolder()
    backend = desk.backend("\(folder.path)/compass.sqlite")
    demo = DemoFamily.make(now: ActingProcess.start, zone: .utc)
    try backend.fill(from: ExportSource(demo))
    desk.person = demo.athlete.id
  }

  /// The archive over passphrases that are all the same.
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
    desk.person = parent
    _ = try await archive.backUp()
    let name = try #require(try await archive.backups().first)
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
    let name = try #require(try await archive.backups().first)
    #expect(try await copied([]) > 0)
    // One's own passphrase was given when one signed in.
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
    let names = { try await archive.backups() }
    _ = try await archive.backUp()
    let casey = try #require(try await names().first)
    #expect(casey.hasSuffix("-by-hand-p3.sqlite") || casey.hasSuffix("-by-hand-p1.sqlite"))
    _ = try backend.dataFile.backUp(reason: "before-version-2")
    let parent = try #require(demo.parents.first).id
    desk.person = parent
    for _ in 1...12 {
      desk.wait()
      _ = try await archive.backUp()
    }
    let all = try await names()
    #expect(all.contains(casey))
    #expect(all.contains { $0.hasSuffix("-before-version-2.sqlite") })
    #expect(all.count == 12)
    desk.person = demo.athlete.id
    for _ in 1...11 {
      desk.wait()
      _ = try await archive.importRows(
        request(.school, [["name": .string("S\(try await names().count)\(desk.person!)")]]),
        for: demo.athlete.id)
      _ = try await archive.backUp()
    }
    #expect(try await names().count == 21)
    #expect(try await !names().contains(casey))
  }

  @Test("A file that lost a table has nobody to ask: its backups are listed and restored")
  func lostTable() async throws {
    let before = try backend.dataFile.canonicalDump()
    _ = try await archive.backUp()
    for parent in demo.parents { try await guardProfile(of: parent.id) }
    try backend.dataFile.write { try $0.execute("DROP TABLE handles") }
    desk.person = nil
    #expect(await cause { _ = try await backend.schools.list(of: demo.athlete.id) } != nil)
    let name = try #require(try await archive.backups().first)
    #expect(try await archive.guards(of: .restore).isEmpty)
    // To take the file along is not to mend it.
    #expect(await cause { _ = try await copied([]) } != nil)
    #expect(try await archive.restore(from: name).contains("/damaged-"))
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
}
