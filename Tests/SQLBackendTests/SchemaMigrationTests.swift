import Basics
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests that a later version of the program opens this version's files and backups.
@Suite struct SchemaMigrationTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private var path: String { folder.path + "/compass.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(
    with school: String, schema: Schema = CompassSchema.schema
  ) async throws -> SQLBackend {
    let backend = program.backend(path, schema: schema)
    let sam = try await backend.athlete("Sam", graduationYear: nil)
    program.person = sam
    _ = try await backend.schools.add(for: sam) { $0.name = school }
    return backend
  }

  private func schools(of backend: SQLBackend) async throws -> [String] {
    let sam = try #require(program.person)
    return try await backend.schools.list(of: sam).rows.map(\.reference.title)
  }

  private func version(of path: String) throws -> Int {
    try DatabaseConnection(path: path, .readOnly).one("PRAGMA user_version") { row in try row.int(0)
    }
  }

  @Test("A file is brought up to date once, with a copy kept of what it was")
  func broughtUpToDate() async throws {
    let old = try await file(with: "Elm")
    old.dataFile.close()
    let backend = program.backend(path, schema: .withMottoes)
    #expect(try await schools(of: backend) == ["Elm"])
    #expect(try backend.dataFile.findings() == [])
    let copies = try backend.dataFile.backups.list()
    #expect(copies.count == 1)
    let ending = "before-version-\(Schema.withMottoes.version).sqlite"
    #expect(copies.allSatisfy { $0.hasSuffix(ending) })
    backend.dataFile.close()
    let again = program.backend(path, schema: .withMottoes)
    #expect(try await schools(of: again) == ["Elm"])
    #expect(try again.dataFile.backups.list() == copies)
  }

  @Test("What was done before the newest migrations is undone after them", arguments: 6...9)
  func undoneAfterMigrations(version: Int) async throws {
    let old = try await file(with: "Elm", schema: CompassSchema.schema.upTo(version: version))
    old.dataFile.close()
    let backend = program.backend(path)
    #expect(try await backend.undo.undo().operation == "addSchool")
    #expect(try await schools(of: backend).isEmpty)
  }

  @Test("This program touches no file of a later one")
  func newer() async throws {
    let later = program.backend(path, schema: .withMottoes)
    program.person = try await later.athlete("Sam")
    later.dataFile.close()
    let old = program.backend(path)
    #expect(
      await cause { _ = try await old.notifications.unreadCount() } == .storage(.tooNew))
    #expect(try version(of: path) == Schema.withMottoes.version)
  }

  @Test("A backup is restored and brought up to date; the backup stays as it was")
  func backup() async throws {
    let old = try await file(with: "Elm")
    let kept = try old.dataFile.backUp()
    let name = String(kept.split(separator: "/").last ?? "")
    old.dataFile.close()
    let backend = program.backend(path, schema: .withMottoes)
    _ = try await backend.schools.add(for: #require(program.person)) { $0.name = "Oak" }
    _ = try await backend.archive.restore(from: name)
    #expect(try await schools(of: backend) == ["Elm"])
    #expect(try version(of: kept) == CompassSchema.schema.version)
    #expect(try version(of: path) == Schema.withMottoes.version)
  }
}
