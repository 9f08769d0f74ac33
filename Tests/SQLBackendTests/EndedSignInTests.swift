import Auth
import Basics
import CivilTime
import DemoFamily
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests that a person cannot act any more after their sign-in has ended, for example because
/// another process has signed the person out. Every transaction checks this again.
@Suite("A person whose sign-in has ended")
struct EndedSignInTests {
  private let folder: TemporaryFolder
  private let program = ActingProcess()
  private let backend: SQLBackend
  private let demo: MadeUpFamily
  private let casey: RecordID
  private let token = String(repeating: "a", count: 64)

  init() async throws {
    folder = try TemporaryFolder()
    (backend, demo) = try program.demo(in: folder)
    casey = demo.athlete.id
  }

  enum Ending: String, CaseIterable {
    case signedOut, signedInElsewhere, ranOut, passphraseSet, signedOutByName, erased

    /// Whether only a sign-in with a passphrase can end in this way. Such a sign-in has a session.
    /// The other ways also end a sign-in by name, without a passphrase.
    var needsSession: Bool {
      switch self {
      case .signedOut, .signedInElsewhere, .ranOut: true
      case .passphraseSet, .signedOutByName, .erased: false
      }
    }
  }

  private func standOn(_ ending: Ending) async throws {
    guard ending.needsSession else {
      program.ground = .name(isRemembered: true)
      return
    }
    _ = try await backend.credentials.replace(
      nil, with: Credential(userID: casey, passphraseHash: "hash"))
    try await backend.credentials.save(
      SignInSession(
        userID: casey, startedAt: ActingProcess.start,
        expiresAt: ActingProcess.start.adding(days: 1),
        tokenDigest: token))
    program.ground = .session(tokenDigest: token)
  }

  private func end(_ ending: Ending) async throws {
    switch ending {
    case .signedOut: try await backend.credentials.deleteSession(token)
    case .signedInElsewhere:
      try await backend.credentials.deleteSessions(casey)
      try await backend.credentials.save(
        SignInSession(
          userID: casey, startedAt: ActingProcess.start,
          expiresAt: ActingProcess.start.adding(days: 1),
          tokenDigest: String(repeating: "b", count: 64)))
    case .ranOut: program.wait(seconds: 24 * 3600)
    case .passphraseSet:
      _ = try await backend.credentials.replace(
        nil, with: Credential(userID: casey, passphraseHash: "hash"))
    case .signedOutByName:
      try backend.setDeviceValue(RememberedProfile.nobody, for: RememberedProfile.key)
    case .erased:
      let other = program.backend("\(folder.path)/compass.sqlite")
      _ = try await other.archive.erase(.person(casey))
    }
  }

  /// One call of each kind: reading, writing with and without an undo step, undoing, and operations
  /// on the whole file. All of them must be refused after the access has ended.
  private var calls: [(name: String, run: () async throws -> Void)] {
    let (backend, casey) = (backend, casey)
    let school = demo.schools[0].id
    let family = demo.family.id
    return [
      ("read", { _ = try await backend.people.signedInPerson() }),
      ("step", { _ = try await backend.schools.add(for: casey) { $0.name = "Elm" } }),
      ("delete", { _ = try await backend.schools.delete(school, of: casey) }),
      ("remember", { try await backend.devicePreferences.set(("theme", "dark")) }),
      ("view", { try await backend.viewLog.record(.school, id: school, of: casey) }),
      ("try a code", { _ = try await backend.families.join("FAM-AAAAAA") }),
      ("family", { _ = try await backend.families.regenerateCode(family) }),
      ("quick task", { _ = try await backend.quickTasks.add("Run") }),
      ("undo", { _ = try await backend.undo.undo() }),
      ("redo", { _ = try await backend.undo.redo() }),
      ("history", { _ = try await backend.undo.history(limit: 10) }),
      ("export", { _ = try await backend.everything() }),
      (
        "import",
        { _ = try await backend.archive.importEverything(ExportSource([])) }
      ),
      (
        "rows",
        { _ = try await backend.archive.importRows(request(.school, [["name": "X"]]), for: casey) }
      ),
      ("backups", { _ = try await backend.archive.backups() }),
      ("backup", { _ = try await backend.archive.backUp() }),
      ("copy", { try await backend.archive.copyFile { _ in } }),
      ("erase", { _ = try await backend.archive.erase(.person(casey)) }),
      ("preview", { _ = try await backend.archive.erasurePreview(.person(casey)) }),
    ]
  }

  @Test("Reads nothing and writes nothing", arguments: Ending.allCases)
  func nothingGoesOn(ending: Ending) async throws {
    try await standOn(ending)
    // This step gives `undo` something to undo, and shows that the person can still write before
    // the session ends.
    _ = try await backend.schools.add(for: casey) { $0.name = "Oak" }
    try await end(ending)
    let before = try everything()
    for call in calls {
      #expect(await cause { try await call.run() } == .sessionExpired, "\(call.name)")
    }
    #expect(try everything() == before)
    if ending == .erased { #expect(!before.contains(casey.description)) }
  }

  @Test("A choice by name that --profile made does not end with the one that is remembered")
  func askedByName() async throws {
    program.ground = .name(isRemembered: false)
    try await end(.signedOutByName)
    _ = try await backend.people.signedInPerson()
  }

  @Test("What is refused says how to go on")
  func words() async throws {
    try await standOn(.signedOut)
    try await end(.signedOut)
    let problem = await refusal { _ = try await backend.people.signedInPerson() }
    #expect(problem?.title == "Your session has expired. Sign in again.")
    #expect(problem?.fix == "Sign in:  account sign-in")
  }

  /// Returns every row of every table, including the tables that are local to this file.
  private func everything() throws -> String {
    try backend.dataFile.read { connection in
      let tables = try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      ) { try $0.text(0) }
      return try tables.map { table in
        let columns = try connection.query(
          "SELECT name FROM pragma_table_info(?)", table
        ) { "quote(\(DatabaseConnection.quoted(try $0.text(0))))" }
        return try connection.query(
          "SELECT \(columns.joined(separator: "||'|'||")) FROM \(table) ORDER BY 1"
        ) { table + " " + (try $0.text(0)) }.joined(separator: "\n")
      }.joined(separator: "\n")
    }
  }
}
