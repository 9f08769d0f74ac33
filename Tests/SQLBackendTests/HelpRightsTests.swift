import Basics
import CivilTime
import DemoFamily
import Domain
import Glibc
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests that no imported file and no old backup gives a parent the right to write.
///
/// Only the athlete can give this right (domain.md 10.10).
@Suite("Rights to help, and files that come in")
struct HelpRightsTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily
  private let parent: RecordID

  init() throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
    parent = try #require(demo.parents.first).id
  }

  private func allow(_ areas: Set<HelpArea>) async throws {
    program.person = demo.athlete.id
    _ = try await backend.families.setHelp(of: parent, inFamily: demo.family.id, to: areas)
  }

  private func stored(_ backend: SQLBackend) throws -> [String] {
    try backend.dataFile.read { connection in
      try connection.query("SELECT helps FROM family_members WHERE helps <> '[]'") { row in
        try row.text(0)
      }
    }
  }

  private func adding(_ backend: SQLBackend) async -> Cause? {
    program.person = parent
    defer { program.person = demo.athlete.id }
    return await cause {
      _ = try await backend.schools.add(for: demo.athlete.id) { $0.name = "Oak" }
    }
  }

  @Test("An export brings nobody's rights into an empty file")
  func importing() async throws {
    try await allow([.records])
    let exported = try await backend.everything().tables
    let rights = exported.first { $0.name == "family_members" }?.rows
      .compactMap { $0.values["helps"]?.string }
    // The exported file contains the parent's rights to help, and the import must ignore them.
    #expect(rights?.contains(#"["records"]"#) == true)
    let other = program.backend("\(folder.path)/other.sqlite")
    _ = try await other.archive.importEverything(exported)
    #expect(try stored(other) == [])
    #expect(await adding(other) == .refused)
    #expect(await adding(backend) == nil)
  }

  @Test(
    "A backup brings back no right that was taken since, and takes none away that was given since")
  func restoring() async throws {
    try await allow([.records, .tasks])
    _ = try await backend.archive.backUp()
    let name = try #require(try await backend.archive.backups().first?.name)
    try await allow([.tasks, .metrics])
    _ = try await backend.archive.restore(from: name)
    #expect(try stored(backend) == [#"["metrics","tasks"]"#])
    #expect(await adding(backend) == .refused)
  }

  @Test("A right that still stands outlives a restore")
  func kept() async throws {
    try await allow([.records])
    _ = try await backend.archive.backUp()
    let name = try #require(try await backend.archive.backups().first?.name)
    _ = try await backend.archive.restore(from: name)
    #expect(try stored(backend) == [#"["records"]"#])
    #expect(await adding(backend) == nil)
  }

  @Test(
    "In the place of a file that cannot be read, a right comes back only by a yes to it",
    arguments: [nil, "users", "family_members"])
  func wreck(damagedTable: String?) async throws {
    try await allow([.records])
    _ = try await backend.archive.backUp()
    let name = try #require(try await backend.archive.backups().first?.name)
    let page = try damagedTable.map { table in
      try backend.dataFile.read { connection in
        try connection.one("SELECT rootpage FROM sqlite_master WHERE name = ?", table) {
          try $0.int(0)
        }
      }
    }
    backend.dataFile.close()
    try overwrite("\(folder.path)/compass.sqlite", page: page)
    let again = program.backend("\(folder.path)/compass.sqlite")
    #expect(await cause { _ = try await again.archive.restore(from: name) } == .conflict)
    let named = try await again.archive.contents(of: name).rights
    #expect(named.contains { $0.words.hasSuffix("would help with: schools and contacts") })
    _ = try await again.archive.restore(from: name, rights: .taken(named))
    #expect(try stored(again) == [#"["records"]"#])
    #expect(await adding(again) == nil)
  }

  /// Overwrites a page of the file, or the whole file if no page is named.
  private func overwrite(_ path: String, page: Int?) throws {
    let file = try #require(fopen(path, page == nil ? "w" : "r+"))
    fseek(file, ((page ?? 1) - 1) * 4096, SEEK_SET)
    fputs(String(repeating: "This is no database.", count: 204), file)
    fclose(file)
  }

  @Test("A word that another program wrote for a right gives none")
  func unknownWords() async throws {
    for helps in [#"["everything"]"#, "records", "{\"records\":true}", "[1]"] {
      try backend.dataFile.write { connection in
        try connection.execute(
          "UPDATE family_members SET helps = ? WHERE user_id = ?", helps, parent)
      }
      #expect(await adding(backend) == .refused, "\(helps)")
    }
    // The right to write records counts only for a parent. A member with another role must be
    // refused, whatever the column `helps` contains.
    try backend.dataFile.write { connection in
      try connection.execute(
        "UPDATE family_members SET helps = '[\"records\"]', role = 'player' WHERE user_id = ?",
        parent)
    }
    #expect(await adding(backend) == .refused)
  }

  @Test("What a parent wrote outlives their own erasure, and bears the athlete's name from then on")
  func erasing() async throws {
    try await allow(Set(HelpArea.allCases))
    let athlete = demo.athlete.id
    program.person = parent
    let school = try await backend.schools.add(for: athlete) {
      $0.name = "Oak"
      $0.status = .known(.contacted)
    }.row.reference.id
    let interaction = try await backend.interactions.add(for: athlete) {
      ($0.schoolID, $0.type, $0.occurredAt) = (school, .known(.email), ActingProcess.start)
    }.row.reference.id
    let document = try await backend.documents.add(for: athlete) {
      ($0.title, $0.type, $0.fileURL) = ("Tape", .known(.transcript), "https://example.org/t")
    }.row.reference.id
    _ = try await backend.timeline.skipTask(task("12-16"), of: athlete)
    _ = try await backend.archive.erase(.person(parent))
    program.person = athlete
    let logged = try await backend.interactions.show(interaction, of: athlete).interaction
    #expect(logged.loggedBy == athlete)
    let kept = try await backend.documents.show(document, of: athlete).document
    #expect(kept.uploadedBy == athlete && kept.createdBy == nil)
    let details = try await backend.schools.show(school, of: athlete)
    #expect(details.row.school.createdBy == nil)
    #expect(details.statusHistory.map(\.changedBy.id) == [athlete])
    #expect(try backend.dataFile.findings() == [])
  }
}
