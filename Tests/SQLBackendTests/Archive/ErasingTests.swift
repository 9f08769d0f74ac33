import Basics
import CivilTime
import DemoFamily
import Domain
import Foundation
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

@Suite struct ErasingTests {
  private static let marker = "MARKER-7f3a"
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend

  init() throws {
    folder = try TemporaryFolder()
    backend = program.backend("\(folder.path)/compass.sqlite")
  }

  @Test("The log of a file that is in use is never deleted, whatever stands in it")
  func logInUse() async throws {
    let (athlete, _) = try await markedAthlete()
    let log = backend.dataFile.path + "-wal"
    func inode() throws -> UInt64? {
      try FileManager.default.attributesOfItem(atPath: log)[.systemFileNumber] as? UInt64
    }
    let before = try inode()
    let text = Data(athlete.description.utf8)
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).range(of: text) != nil)
    _ = try backend.dataFile.removeCopies(holding: [athlete.description])
    #expect(try inode() == before)
    _ = try await backend.schools.add(for: athlete) { $0.name = "Afterwards" }
  }

  /// Creates an athlete whose data contains the marker text in every place that stores text.
  ///
  /// The test erases the athlete and then looks for the marker.
  private func markedAthlete(_ name: String = marker) async throws -> (RecordID, FamilyUnit) {
    let athlete = try await backend.athlete("Sam \(name)")
    program.person = athlete
    let page = try await backend.families.create("Family \(name)")
    let rows: [(ReferenceKind, [String: String])] = [
      (
        .school,
        ["name": "School \(name)", "notes": name, "private_notes": #"{"\#(athlete)":"\#(name)"}"#]
      ),
      (.coach, ["school": "School \(name)", "role": "head", "first_name": "A", "last_name": name]),
      (
        .interaction,
        ["school": "School \(name)", "type": "email", "occurred_at": "2026-02-01", "content": name]
      ),
      (
        .offer,
        [
          "school": "School \(name)", "offer_type": "partial", "offer_date": "2026-02-01",
          "notes": name,
        ]
      ),
      (.event, ["name": name, "type": "camp", "start_date": "2026-02-01"]),
      (
        .metric,
        ["metric_type": "other", "value": "1", "recorded_date": "2026-02-01", "notes": name]
      ),
      (.document, ["title": name, "type": "resume", "file_url": name + ".pdf"]),
      (.recommendationLetter, ["writer_name": name]),
    ]
    for (kind, values) in rows {
      let row = values.mapValues { JSONValue.string($0) }
      _ = try await backend.archive.importRows(
        request(kind, [JSONObject(row.map { ($0.key, $0.value) })]), for: athlete)
    }
    for id in try await backend.events.list(ListQuery(), of: athlete).rows.map(\.reference.id) {
      _ = try await backend.events.delete(id, of: athlete)
    }
    _ = try await backend.quickTasks.add("Buy \(name)")
    try await backend.devicePreferences.set(("filter", name))
    try backend.dataFile.write { connection in
      try connection.execute(
        "INSERT INTO local_credentials (user_id, passphrase_hash) VALUES (?, ?)", athlete, name)
      try connection.execute(
        "INSERT INTO local_sessions VALUES (?, ?, '2026-01-01', '2027-01-01')", name, athlete)
    }
    _ = try await backend.archive.backUp()
    return (athlete, page.family)
  }

  /// Returns the names of all files in the folder that contain the text.
  private func files(with text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(name)")
      return bytes?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("Erasing a family leaves no byte of it in the file, its log, the journal and the backups")
  func nothingIsLeft() async throws {
    let (athlete, family) = try await markedAthlete()
    #expect(try files(with: Self.marker).count >= 3)
    let preview = try await backend.archive.erasurePreview(.family(family.id))
    #expect(try files(with: Self.marker).count >= 3)
    let erasure = try await backend.archive.erase(.family(family.id))
    #expect(erasure == preview)
    #expect(erasure.people.map(\.id) == [athlete])
    #expect(erasure.records.contains(KindCount(.school, 1)))
    #expect(erasure.records.contains(KindCount(.quickTask, 1)))
    #expect(erasure.journalSteps >= 10)
    #expect(!erasure.backups.isEmpty)
    backend.dataFile.close()
    #expect(try files(with: Self.marker) == [])
    #expect(try files(with: athlete.description) == [])
    #expect(try files(with: family.id.description) == [])
    #expect(try backend.dataFile.findings() == [])
  }

  @Test("Others in the file keep everything, and get a fresh backup")
  func othersStay() async throws {
    let (other, _) = try await markedAthlete("STAYS")
    let kept = try await backend.everything().tables
    _ = try await markedAthlete()
    let person = try #require(program.person)
    let erasure = try await backend.archive.erase(.person(person))
    #expect(erasure.people.map(\.id) == [person])
    backend.dataFile.close()
    #expect(try files(with: Self.marker) == [])
    program.person = other
    #expect(try await backend.everything().tables == kept)
    #expect(try await backend.archive.backups().contains { $0.name.contains("after-erase") })
    #expect(try await backend.undo.undo().isUndone)
  }

  @Test("A parent who goes leaves the athlete's data and takes every mention along")
  func parentsGo() async throws {
    let demo = DemoFamily.make(now: ActingProcess.start, zone: .utc)
    try backend.fill(from: ExportSource(demo))
    let parent = try #require(demo.people.first { $0.role == .known(.parent) }).id
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE schools SET updated_by = ?1", parent)
      try connection.execute("UPDATE coaches SET private_notes = json_object(?1, 'x')", parent)
    }
    program.person = parent
    _ = try await backend.archive.erase(.person(parent))
    backend.dataFile.close()
    #expect(try files(with: parent.description) == [])
    program.person = demo.athlete.id
    #expect(
      try await backend.schools.list(ListQuery(), of: demo.athlete.id).total == demo.schools.count)
  }

  @Test("Nobody erases somebody else, and a parent no family")
  func authority() async throws {
    let demo = DemoFamily.make(now: ActingProcess.start, zone: .utc)
    try backend.fill(from: ExportSource(demo))
    let parent = try #require(demo.people.first { $0.role == .known(.parent) }).id
    let family = ErasureScope.family(demo.family.id)
    for (actor, scope, expected): (RecordID, ErasureScope, Cause) in [
      (parent, family, .refused), (parent, .person(demo.athlete.id), .refused),
      (demo.athlete.id, .person(parent), .refused),
    ] {
      program.person = actor
      #expect(await cause { _ = try await backend.archive.erasurePreview(scope) } == expected)
      #expect(await cause { _ = try await backend.archive.erase(scope) } == expected)
    }
    program.person = try await backend.athlete("Mia Stranger")
    #expect(await cause { _ = try await backend.archive.erase(family) } == .notFound)
    program.person = nil
    #expect(await cause { _ = try await backend.archive.erase(family) } == .signInNeeded)
  }

  @Test("A handle that was erased is given to nobody else")
  func handlesAreNotReused() async throws {
    let (athlete, _) = try await markedAthlete()
    _ = try await backend.archive.erase(.person(athlete))
    let next = try await backend.athlete("Mia New")
    program.person = next
    let report = try await backend.archive.importRows(
      request(.school, [["name": "Yale"]]), for: next)
    #expect(report.added.map(\.handle) == ["s2"])
  }

  @Test("One person after another can be erased, and no handle comes back")
  func oneAfterAnother() async throws {
    _ = try await markedAthlete("STAYS")
    for name in ["A", "B", "C"] {
      let (athlete, _) = try await markedAthlete(name)
      _ = try await backend.archive.erase(.person(athlete))
    }
    let next = try await backend.athlete("Mia New")
    program.person = next
    let report = try await backend.archive.importRows(
      request(.school, [["name": "Yale"]]), for: next)
    #expect(report.added.map(\.handle) == ["s5"])
  }

  @Test(
    "Whatever fails after the deletion, nobody is told that nothing was changed",
    arguments: [
      Cause.storage(.full), .failed,
    ])
  func failureAfterDeletion(_ cause: Cause) async throws {
    let (_, family) = try await markedAthlete()
    let failure = Problem(
      cause, "secrets/session could not be read.", details: ["Nothing was changed."],
      fix: "Check that it is yours.")
    let problem = await #expect(throws: Problem.self) {
      _ = try await backend.erase(.family(family.id)) { _ throws(Problem) in throw failure }
    }
    let told = try #require(problem)
    #expect(told.title == "The data is deleted, but copies of it are still on the disk.")
    #expect(told.details.first == failure.title)
    #expect(told.fix == failure.fix)
    #expect(!told.details.contains { $0.contains("Nothing was changed") })
  }

  @Test("An erasure that was interrupted is gone on with by whoever comes next")
  func interrupted() async throws {
    let (other, _) = try await markedAthlete("STAYS")
    let (athlete, family) = try await markedAthlete()
    let interruption = Problem(.interrupted, "Stopped.")
    let problem = await #expect(throws: Problem.self) {
      _ = try await backend.erase(.family(family.id)) { _ throws(Problem) in throw interruption }
    }
    #expect(problem?.title == "The data is deleted, but copies of it are still on the disk.")
    #expect(problem?.details.contains("Stopped.") == true)
    // After the erasure the file has only one profile left, that of the other person. The program
    // must not sign this person in automatically.
    #expect(try backend.deviceValues()[RememberedProfile.key] == RememberedProfile.nobody)
    program.person = other
    let next = program.backend(backend.dataFile.path)
    #expect(
      try next.unfinishedErasure() == UnfinishedErasure(people: [athlete], families: [family.id]))
    var asked: [UnfinishedErasure] = []
    try await next.goOnErasing { erasure throws(Problem) in asked.append(erasure) }
    #expect(asked.map(\.people) == [[athlete]])
    #expect(try next.unfinishedErasure() == nil)
    try await next.goOnErasing { erasure throws(Problem) in asked.append(erasure) }
    #expect(asked.count == 1)
    for text in [athlete.description, athlete.description.filter { $0 != "-" }, Self.marker] {
      #expect(try files(with: text) == [], "\(text)")
    }
    #expect(try await next.people.profiles().map(\.reference.id) == [other])
  }

  @Test("A damaged note of an unfinished erasure does not keep the program from ending it")
  func damagedNote() async throws {
    let (athlete, family) = try await markedAthlete()
    let interruption = Problem(.interrupted, "Stopped.")
    _ = await #expect(throws: Problem.self) {
      _ = try await backend.erase(.family(family.id)) { _ throws(Problem) in throw interruption }
    }
    try backend.dataFile.write { connection in
      try connection.execute(
        "UPDATE compass_meta SET value = value || ' p12 x' WHERE key = 'erasing'")
    }
    var asked: [UnfinishedErasure] = []
    try await backend.goOnErasing { erasure throws(Problem) in asked.append(erasure) }
    #expect(asked.map(\.people) == [[athlete]])
    #expect(try backend.unfinishedErasure() == nil)
  }

  @Test(
    "Copies that killed programs left go too, whatever the version called them; other files are named"
  )
  func strays() async throws {
    let (athlete, family) = try await markedAthlete()
    backend.dataFile.close()
    let file = backend.dataFile.path
    let own = [
      "\(file).carrying", "\(file).restoring-wal", "\(file).new", "\(file).part-00000000000000ab-1",
      "\(folder.path)/backups/damaged-compass.sqlite-wal", "\(folder.path)/backups/x.partial",
    ]
    let text = Data(
      ("x" + String(repeating: " ", count: (1 << 20) - 10) + athlete.description).utf8)
    for path in own + ["\(folder.path)/mine.json"] { try text.write(to: URL(filePath: path)) }
    let erasure = try await backend.archive.erase(.family(family.id))
    #expect(erasure.copiesOfOthers == ["mine.json"])
    backend.dataFile.close()
    #expect(try files(with: athlete.description) == ["mine.json"])
  }

  @Test("Backups that have the erased person under another id go too, and those of others stay")
  func otherIDs() async throws {
    let other = try await backend.athlete("Mia STAYS")
    program.person = other
    let kept = try [
      backend.dataFile.backUp(reason: "own-id"),
      withOtherID(other, in: backend.dataFile.backUp(reason: "other-id")),
    ]
    let athlete = try await backend.athlete("Sam \(Self.marker)")
    program.person = athlete
    _ = try await backend.schools.add(for: athlete) { $0.name = "School \(Self.marker)" }
    let unreadable = "\(folder.path)/backups/compass-unreadable.sqlite"
    try Data("no database".utf8).write(to: URL(filePath: unreadable))
    let gone = try [
      withOtherID(athlete, in: backend.dataFile.backUp(reason: "before-connect")), unreadable,
    ]
    let preview = try await backend.archive.erasurePreview(.person(athlete))
    let erasure = try await backend.archive.erase(.person(athlete))
    #expect(erasure == preview)
    #expect(erasure.backups.count == gone.count)
    backend.dataFile.close()
    #expect(try files(with: Self.marker) == [])
    for path in gone { #expect(!FileManager.default.fileExists(atPath: path), "\(path)") }
    for path in kept { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
  }

  /// Replaces a person's id in a backup, as if the person had been connected to a server since.
  private func withOtherID(_ person: RecordID, in path: String) throws -> String {
    var bytes = try Data(contentsOf: URL(filePath: path))
    let id = Data(person.description.utf8)
    let other = Data(String(person.description.reversed()).utf8)
    while let place = bytes.range(of: id) { bytes.replaceSubrange(place, with: other) }
    try bytes.write(to: URL(filePath: path))
    return path
  }
}
