import Basics
import Glibc
import Persistence
import SQLite
import Testing

@testable import Persistence

/// Tests that a damaged data file is reported in plain words and can be restored from a backup,
/// also with a folder, a pipe or a link at the path of one of SQLite's log files.
@Suite("Wrecks")
struct WreckTests {
  let folder = Folder()
  let file: DataFile
  let backup: String

  init() throws {
    file = folder.open()
    try file.write { try $0.execute("INSERT INTO schools (id, name) VALUES ('s1', 'Ohio State')") }
    backup = try file.backUp()
    file.close()
  }

  private func names() throws -> [String] {
    try file.read { try $0.query("SELECT name FROM schools") { row in try row.text(0) } }
  }

  static let obstacles: [(suffix: String, kind: String)] = ["-wal", "-shm", "-journal"].flatMap {
    suffix in
    ["a folder", "a pipe", "a link"].map { (suffix, $0) }
  }

  private func put(_ kind: String, at path: String) {
    unlink(path)
    switch kind {
    case "a folder": mkdir(path, 0o700)
    case "a pipe": mkfifo(path, 0o600)
    default: symlink(path, path)
    }
  }

  @Test(
    "What is no file in the place of the log or its index is named, and a restore sets it aside",
    arguments: obstacles)
  func obstacle(suffix: String, kind: String) throws {
    put(kind, at: folder.file + suffix)
    let error = SQLiteError.inTheWay(path: folder.file + suffix, kind: kind)
    #expect(throws: error) { try file.read { _ in } }
    let problem = file.problem(for: error)
    #expect(
      problem.title
        == "\(folder.file)\(suffix) is \(kind), and not the file that belongs there.")
    #expect(file.isWreck(error))
    let aside = try file.restore(from: backup)
    #expect(try names() == ["Ohio State"])
    #expect(SystemFile.isTaken(aside + suffix))
    #expect(try file.findings().isEmpty)
  }

  @Test("A link where the log should be is refused also when it leads to a file")
  func linkedLog() throws {
    write(Array("not ours".utf8), to: folder.path + "/elsewhere")
    symlink(folder.path + "/elsewhere", folder.file + "-wal")
    #expect(throws: SQLiteError.inTheWay(path: folder.file + "-wal", kind: "a link")) {
      try file.read { _ in }
    }
    #expect(contents(folder.path + "/elsewhere") == Array("not ours".utf8))
  }

  @Test(
    "A file of ours that lost tables says which, is no backup of anything, and can be restored",
    arguments: [
      ("DROP TABLE handles", ["The table handles is missing."]),
      (
        "DROP TABLE coaches; DROP TABLE compass_meta; DROP TABLE journal",
        [
          "The table coaches is missing.", "The table compass_meta is missing.",
          "The table journal is missing.",
        ]
      ),
      (
        "ALTER TABLE members DROP COLUMN role",
        ["The table members has another form than ours."]
      ),
    ])
  func lostTables(sql: String, findings: [String]) throws {
    try DatabaseConnection(path: folder.file, .readWrite).executeScript(sql)
    #expect(file.lostTables() == findings)
    #expect(try file.findings() == findings)
    let error = #expect(throws: (any Error).self) {
      try file.read { connection in
        _ = try connection.query("SELECT key FROM compass_meta") { row in try row.text(0) }
        _ = try connection.query("SELECT number FROM handles") { row in try row.int(0) }
        _ = try connection.query("SELECT role FROM members") { row in try row.text(0) }
      }
    }
    let failure = try #require(error)
    #expect(file.isWreck(failure))
    let problem = file.problem(for: failure)
    #expect(problem.title == "\(folder.file) is damaged.")
    #expect(problem.details == findings)
    #expect(problem.fix == "Restore the newest backup:  restore latest")
    let broken = contents(folder.file)
    let aside = try file.restore(from: backup)
    #expect(aside.contains("/damaged-"))
    #expect(contents(aside) == broken)
    #expect(try file.backups.list().count == 1)
    #expect(try names() == ["Ohio State"])
  }

  @Test("An earlier version that lost tables is not migrated, and no backup is made of it")
  func lostBeforeMigration() throws {
    let elsewhere = Folder()
    try elsewhere.open(Sample.schema.upTo(version: 1)).read { _ in }
    try DatabaseConnection(path: elsewhere.file, .readWrite).execute("DROP TABLE compass_meta")
    let file = elsewhere.open()
    #expect(
      throws: PersistenceError.damaged(
        path: elsewhere.file, findings: ["The table compass_meta is missing."])
    ) { try file.read { _ in } }
    #expect(try file.backups.list().isEmpty)
  }

  @Test("A pipe in the place of the file is waited for by nobody")
  func pipe() throws {
    for suffix in ["", "-wal", "-shm"] { unlink(folder.file + suffix) }
    mkfifo(folder.file, 0o600)
    #expect(file.lostTables().isEmpty)
    #expect(throws: (any Error).self) { try file.read { _ in } }
    _ = try file.restore(from: backup)
    #expect(try names() == ["Ohio State"])
  }

  @Test("A query that is wrong in a sound file is no sign of a wreck")
  func soundFile() throws {
    #expect(!file.isWreck(SQLiteError.misuse("no such table: x", .none)))
    #expect(file.lostTables().isEmpty)
  }

  @Test("Of pages that contradict each other people read our words, not SQLite's")
  func damagedPages() throws {
    file.close()
    var bytes = contents(folder.file)
    for place in 100..<4096 { bytes[place] = UInt8(truncatingIfNeeded: place &* 37) }
    write(bytes, to: folder.file)
    let error = #expect(throws: (any Error).self) { try names() }
    let problem = file.problem(for: try #require(error))
    let text = ([problem.title] + problem.details + [problem.fix ?? ""]).joined(separator: " ")
    #expect(!text.contains("malformed") && !text.contains("disk image"))
    #expect(text.contains("is damaged"))
  }
}
