import Basics
import CivilTime
import Glibc
import Persistence
import SQLite
import StoreWriter
import Synchronization
import Testing

@Suite("Two processes on one file")
struct ProcessTests {
  let folder = Folder()

  func open() -> DataFile {
    DataFile(path: folder.file, schema: writerSchema) { Sample.moment }
  }

  func rows(of writer: Int, in file: DataFile) throws -> Int {
    try file.read {
      try $0.one("SELECT count(*) FROM entries WHERE writer = ?", writer) { row in try row.int(0) }
    }
  }

  @Test("Three writers at once lose nothing and see no error")
  func concurrentWriters() throws {
    let file = open()
    let journal = Journal(file) { _, _, _ in }
    let others = try (1...2).map { try Writer(folder.file, writer: $0, count: 120) }
    for number in 1...120 {
      let act = Act(
        person: Sample.sam, athlete: nil, operation: "write", summary: "", at: Sample.moment)
      try journal.step(act) { step in
        try step.connection.execute(
          "INSERT INTO entries (id, writer, number) VALUES (?, 0, ?)",
          RecordID.version4(high: 0, low: UInt64(number)), number)
      }
    }
    for other in others {
      #expect(other.remainingLines().last == "120")
      #expect(other.wait() == 0)
    }
    for writer in 0...2 { #expect(try rows(of: writer, in: file) == 120) }
    #expect(try journal.history(limit: 1_000).count == 360)
    #expect(try file.findings() == [])
  }

  @Test("Processes that make the same file at the same moment all succeed", arguments: 1...4)
  func concurrentOpening(round: Int) throws {
    let writers = try (1...5).map { try Writer(folder.file, writer: $0, count: 1) }
    for writer in writers {
      #expect(writer.remainingLines() == ["1"])
      #expect(writer.wait() == 0)
    }
    let file = open()
    for writer in 1...5 { #expect(try rows(of: writer, in: file) == 1) }
  }

  @Test("Processes that bring an older file up to date at the same moment migrate it once")
  func concurrentMigration() throws {
    let old = DataFile(path: folder.file, schema: writerSchema.upTo(version: 1)) { Sample.moment }
    try old.write { connection in
      try connection.execute(
        "INSERT INTO entries (id, writer, number) VALUES (?, 9, 1)", Sample.id(1))
    }
    old.close()
    let writers = try (1...4).map { try Writer(folder.file, writer: $0, count: 1) }
    for writer in writers {
      #expect(writer.remainingLines() == ["1"])
      #expect(writer.wait() == 0)
    }
    #expect(try rows(of: 9, in: open()) == 1)
  }

  @Test("Every acknowledged step survives kill -9", arguments: 1...12)
  func killed(round: Int) throws {
    let writer = try Writer(folder.file, writer: 1, count: 100_000)
    var acknowledged = 0
    for _ in 0..<(round * 7 % 30) where writer.line() != nil { acknowledged += 1 }
    writer.killNow()
    acknowledged += writer.remainingLines().count
    #expect(writer.wait() == 128 + 9)
    let file = open()
    let found = try rows(of: 1, in: file)
    // The process acknowledges a step after it has committed it. If it was killed in between, the
    // file contains one step more than were acknowledged.
    #expect(found == acknowledged || found == acknowledged + 1)
    #expect(try Journal(file) { _, _, _ in }.history(limit: 100_000).count == found)
    #expect(try file.findings() == [])
  }

  @Test("A disk that refuses a write in the middle of a step keeps every step before")
  func diskRefuses() throws {
    let file = open()
    try file.read { _ in }
    let writer = try Writer(folder.file, writer: 1, count: 100_000, limit: 400_000)
    let lines = writer.remainingLines()
    #expect(writer.wait() == 1)
    #expect(lines.last == "failed: the disk failed (SQLite code 778) in “COMMIT”")
    #expect(lines.count > 10)
    #expect(try rows(of: 1, in: file) == lines.count - 1)
    #expect(try file.findings() == [])
  }

  @Test("What another process wrote is noticed once")
  func changedElsewhere() throws {
    let file = open()
    #expect(try file.changesElsewhere() == 0)
    let revision = try file.revision()
    try file.write { try $0.devicePreferences.set("theme", to: "dark", for: nil) }
    #expect(try file.changesElsewhere() == 0)
    #expect(
      try file.revision() > revision, "who shares the file hears of this process's writes, too")
    try Writer(folder.file, writer: 1, count: 1).wait()
    let own = try file.revision()
    #expect(try file.changesElsewhere() == 1)
    #expect(try file.changesElsewhere() == 1)
    #expect(try file.revision() == own)
  }

  @Test("A restore under another open file shows it the restored content")
  func restoreUnderOthers() throws {
    let file = open()
    try Writer(folder.file, writer: 1, count: 3).wait()
    let backup = try file.backUp()
    try Writer(folder.file, writer: 2, count: 3).wait()
    let other = open()
    #expect(try rows(of: 2, in: other) == 3)
    _ = try file.restore(from: backup)
    #expect(try rows(of: 2, in: other) == 0)
    #expect(try rows(of: 1, in: other) == 3)
    #expect(try other.findings() == [])
    try Writer(folder.file, writer: 3, count: 3).wait()
    #expect(try rows(of: 3, in: other) == 3)
  }

  @Test(
    "What other processes were told is saved is in the file after a restore, or in what the restore kept"
  )
  func restoreUnderWriters() throws {
    let clock = Mutex(Sample.moment)
    let file = DataFile(path: folder.file, schema: writerSchema) {
      clock.withLock { now in
        now = now.adding(milliseconds: 1)
        return now
      }
    }
    let backup = folder.path + "/start.sqlite"
    #expect(rename(try file.backUp(), backup) == 0)
    let writers = try (1...4).map { try Writer(folder.file, writer: $0, count: 120) }
    // Waits until each writer has stored a step, so that all of them write during the restores.
    var acknowledged = try writers.map { [try #require($0.line())] }
    var kept: [String] = []
    for _ in 1...8 { kept.append(try file.restore(from: backup)) }
    for (index, writer) in writers.enumerated() {
      acknowledged[index] += writer.remainingLines()
      #expect(writer.wait() == 0)
    }
    #expect(Set(kept).count == 8)
    var found: Set<String> = []
    for path in kept + [folder.file] {
      let rows = try DatabaseConnection(path: path, .readWrite).query(
        "SELECT writer || ':' || number FROM entries"
      ) { row in try row.text(0) }
      found.formUnion(rows)
    }
    for (index, lines) in acknowledged.enumerated() {
      let lost = lines.filter { !found.contains("\(index + 1):\($0)") }
      #expect(lost == [], "of writer \(index + 1), of \(lines.count)")
    }
    #expect(try file.findings() == [])
  }
}
