import Foundation
import Testing

@Suite("Files that do not open any more")
struct WreckTests {
  /// A kind of damage to the data file. If `isSetAside` is true, restoring a backup keeps the
  /// damaged file under another name.
  struct Wreck: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isSetAside = true
    let make: @Sendable (_ file: String) throws -> Void
  }

  static let wrecks = [
    Wreck(testDescription: "a broken header") {
      try change($0) { $0.replaceSubrange(0..<100, with: noise(100)) }
    },
    Wreck(testDescription: "a broken first page") {
      try change($0) { $0.replaceSubrange(100..<4096, with: noise(3996)) }
    },
    Wreck(testDescription: "damaged pages") {
      try change($0) { $0.replaceSubrange(8 * 4096..<60 * 4096, with: noise(52 * 4096)) }
    },
    Wreck(testDescription: "cut in the middle") {
      try change($0) { $0.removeLast($0.count / 2 + 100) }
    },
    Wreck(testDescription: "cut to a few bytes") {
      try change($0) { $0.removeLast($0.count - 50) }
    },
    Wreck(testDescription: "text") {
      try change($0) { $0 = Data(String(repeating: "notes ", count: 3000).utf8) }
    },
    Wreck(testDescription: "a folder") {
      try FileManager.default.removeItem(atPath: $0)
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
    },
    Wreck(testDescription: "a file of another program") { file in
      try FileManager.default.removeItem(atPath: file)
      _ = try Program.run(
        "/usr/bin/sqlite3", [file, "CREATE TABLE photos (id INTEGER PRIMARY KEY)"], environment: [:]
      )
    },
    Wreck(testDescription: "empty", isSetAside: false) { try change($0) { $0 = Data() } },
    Wreck(testDescription: "empty beside its log") {
      try change($0) { $0 = Data() }
      try Data(noise(5000)).write(to: URL(filePath: $0 + "-wal"))
    },
    Wreck(testDescription: "gone", isSetAside: false) {
      try FileManager.default.removeItem(atPath: $0)
    },
    Wreck(testDescription: "ours without a table") { file in
      _ = try Program.run("/usr/bin/sqlite3", [file, "DROP TABLE handles"], environment: [:])
    },
    Wreck(testDescription: "ours without any of its tables") { file in
      try FileManager.default.removeItem(atPath: file)
      _ = try Program.run(
        "/usr/bin/sqlite3",
        [file, "PRAGMA application_id = 1380150640; PRAGMA user_version = 6; CREATE TABLE x (y)"],
        environment: [:])
    },
    Wreck(testDescription: "beside a log that is a pipe") { mkfifo($0 + "-wal", 0o600) },
    Wreck(testDescription: "beside a log that is a ring of links") {
      symlink($0 + "-wal", $0 + "-wal")
    },
    Wreck(testDescription: "beside an index that is a folder") { mkdir($0 + "-shm", 0o700) },
    Wreck(testDescription: "beside an index that is a link") { symlink($0 + "-shm", $0 + "-shm") },
  ]

  private static func change(_ file: String, _ body: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(filePath: file))
    body(&bytes)
    try bytes.write(to: URL(filePath: file))
  }

  private static func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 31) }
  }

  @Test(
    "Doctor and the list of backups work, and a restore sets aside what was there",
    arguments: wrecks)
  func restored(_ wreck: Wreck) throws {
    let household = try Household()
    let before = try household.dump()
    #expect(try household.run(["backup"]).code == 0)
    _ = try household.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ["-wal", "-shm"] { unlink(household.file + suffix) }
    try wreck.make(household.file)
    let bytes = FileManager.default.contents(atPath: household.file)
    household.now = "2026-02-10T12:01:00Z"

    let tasks = try household.run(["tasks"])
    #expect(tasks.code != 0, "\(tasks)")
    let doctor = try household.run(["doctor"])
    #expect(doctor.output.contains("Backups"), "\(doctor)")
    let list = try household.run(["backup", "list"])
    #expect(list.code == 0 && list.output.contains("by hand"), "\(list)")
    // The program creates its tables in an empty file, as in a new one. It must not change any
    // other damaged file.
    if bytes != Data() {
      #expect(
        FileManager.default.contents(atPath: household.file) == bytes, "Looking changed it.")
    }

    let restored = try household.run(["restore", "latest", "--yes"])
    #expect(restored.code == 0, "\(restored)")
    #expect(try household.dump() == before)
    #expect(try household.run(["tasks"]).code == 0)
    let backups = try FileManager.default.contentsOfDirectory(atPath: household.data + "/backups")
    let aside = backups.filter { $0.hasPrefix("damaged-") && $0.hasSuffix(".sqlite") }
    #expect(aside.count == (wreck.isSetAside ? 1 : 0), "\(backups)")
    if let name = aside.first {
      #expect(FileManager.default.contents(atPath: "\(household.data)/backups/\(name)") == bytes)
      #expect(restored.output.contains(name))
      #expect(!restored.output.contains("restore latest"))
    }
    let strays = try FileManager.default.subpathsOfDirectory(atPath: household.data)
      .filter { $0.contains(".part-") || $0.contains(".lock-") }
    #expect(strays == [])
  }

  @Test("Six processes at once back up, carry away and restore, and none of them is refused")
  func atOnce() throws {
    let household = try Household()
    try household.run(["backup"])
    let lines = [
      ["backup"], ["backup", "file", "--out", "a.sqlite"], ["restore", "latest", "--yes"],
    ]
    for round in 1...3 {
      var running: [Running] = []
      for number in 0..<6 {
        var line = lines[number % 3]
        if line.count == 4 { line[3] = "copy-\(round)-\(number).sqlite" }
        running.append(try household.start(line))
      }
      for process in running {
        let answer = process.finish()
        #expect(answer.code == 0 && answer.errors == "", "\(answer)")
      }
    }
    #expect(try household.run(["doctor"]).code == 0)
    let strays = try FileManager.default.subpathsOfDirectory(atPath: household.data)
      .filter { $0.contains(".part-") || $0.contains(".lock-") }
    #expect(strays == [])
  }
}
