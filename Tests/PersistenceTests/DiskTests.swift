import Glibc
import Persistence
import SQLite
import Testing

@Suite("Disks that refuse")
struct DiskTests {
  let folder = Folder()

  func add(_ id: String, to file: DataFile, words: Int = 1) throws {
    try Journal(file) { _, _, _ in }.step(Sample.act()) { step in
      try step.connection.execute(
        "INSERT INTO schools (id, name) VALUES (?, ?)", id,
        id + String(repeating: " word", count: words))
    }
  }

  func ids(_ file: DataFile) throws -> [String] {
    try file.read { try $0.query("SELECT id FROM schools ORDER BY id") { row in try row.text(0) } }
  }

  @Test("A file at its page limit refuses a step, keeps the others and goes on when there is room")
  func pageLimit() throws {
    let file = folder.open()
    try add("s1", to: file)
    try file.write { try $0.execute("PRAGMA max_page_count = 30") }
    #expect(throws: SQLiteError.self) { try add("s2", to: file, words: 50_000) }
    #expect(try ids(file) == ["s1"])
    #expect(try file.findings() == [])
    try file.write { try $0.execute("PRAGMA max_page_count = 100000") }
    try add("s2", to: file, words: 50_000)
    #expect(try ids(file) == ["s1", "s2"])
  }

  @Test(
    "A full disk refuses steps, backups and restores; with room again all go on",
    .enabled(if: Tmpfs.isPossible))
  func fullDisk() throws {
    let disk = try #require(Tmpfs(bytes: 2_000_000))
    let file = DataFile(path: disk.path + "/compass.sqlite", schema: Sample.schema) {
      Sample.moment
    }
    try add("s1", to: file)
    let made = try file.backUp()
    let backup = folder.path + "/backup.sqlite"
    copyFile(made, to: backup)
    unlink(made)
    try add("s2", to: file)
    disk.fill()
    let isFull: (any Error) -> Bool = { error in
      if case SQLiteError.full = error { true } else { false }
    }
    #expect(performing: { try add("s3", to: file, words: 2_000) }, throws: isFull)
    #expect(performing: { _ = try file.backUp() }, throws: isFull)
    #expect(performing: { _ = try file.restore(from: backup) }, throws: isFull)
    #expect(try ids(file) == ["s1", "s2"])
    #expect(try file.findings() == [])
    #expect(try file.backups.list() == [])
    disk.free()
    try add("s3", to: file, words: 2_000)
    #expect(try ids(file) == ["s1", "s2", "s3"])
    _ = try file.restore(from: backup)
    #expect(try ids(file) == ["s1"])
    file.close()
  }

  @Test(
    "On a full disk an older file is not migrated, and is left as it was",
    .enabled(if: Tmpfs.isPossible))
  func fullDiskMigration() throws {
    let disk = try #require(Tmpfs(bytes: 1_000_000))
    let path = disk.path + "/compass.sqlite"
    let old = DataFile(path: path, schema: Sample.schema.upTo(version: 1)) { Sample.moment }
    try old.write { try $0.execute("INSERT INTO schools (id, name) VALUES ('s1', 'Yale')") }
    // SQLite needs disk space for its write-ahead log and its shared memory. The connection `old`
    // stays open, so these files exist before the disk is full.
    try old.read { _ in }
    disk.fill()
    let file = DataFile(path: path, schema: Sample.schema) { Sample.moment }
    #expect(throws: SQLiteError.self) { try file.read { _ in } }
    #expect(try ids(old) == ["s1"])
    disk.free()
    #expect(try ids(file) == ["s1"])
    #expect(try file.findings() == [])
    file.close()
    old.close()
  }

  @Test(
    "A closed file on a full disk can be looked at, also with a log beside it; a write says that the disk is full",
    .enabled(if: Tmpfs.isPossible), arguments: [nil, 2] as [Int?], [false, true])
  func fullDiskReading(readers: Int?, hasLog: Bool) throws {
    let disk = try #require(Tmpfs(bytes: 2_000_000))
    func open() -> DataFile {
      DataFile(
        path: disk.path + "/compass.sqlite", schema: Sample.schema, now: { Sample.moment },
        readers: readers)
    }
    let before = open()
    try add("s1", to: before)
    if hasLog { before.closeQuickly() } else { before.close() }
    unlink(disk.path + "/compass.sqlite-shm")
    disk.fill()
    let file = open()
    let other = open()
    for _ in 1...2 {
      #expect(try ids(file) == ["s1"])
      #expect(try ids(other) == ["s1"])
    }
    #expect(file.isOnFullDisk)
    #expect(try file.findings() == [])
    #expect(
      performing: { try add("s2", to: file, words: 2_000) },
      throws: { if case SQLiteError.full = $0 { true } else { false } })
    #expect(try ids(other) == ["s1"])
    disk.free()
    try add("s2", to: file)
    #expect(try ids(file) == ["s1", "s2"])
    #expect(try ids(other) == ["s1", "s2"])
    #expect(!file.isOnFullDisk)
    file.close()
    other.close()
  }

  @Test("A read-only disk can be looked at; a write says so and changes nothing")
  func readOnly() throws {
    let file = folder.open()
    try add("s1", to: file)
    file.close()
    let before = contents(folder.file)
    try ReadOnly.during(folder) { () throws in
      let file = folder.open()
      #expect(try ids(file) == ["s1"])
      #expect(throws: SQLiteError.readOnly(.none)) {
        try file.write { try $0.devicePreferences.set("theme", to: "dark", for: nil) }
      }
      #expect(throws: SQLiteError.readOnly(.none)) { try add("s2", to: file) }
      #expect(try ids(file) == ["s1"])
    }
    #expect(contents(folder.file) == before)
    #expect(Folder.names(in: folder.path) == ["compass.sqlite"])
  }

  @Test("An older file on a read-only disk cannot be brought up to date and says so")
  func readOnlyMigration() throws {
    let old = folder.open(Sample.schema.upTo(version: 1))
    try old.read { _ in }
    old.close()
    try ReadOnly.during(folder) { () throws in
      #expect(throws: SQLiteError.readOnly(.none)) { try folder.open().read { _ in } }
    }
  }

  @Test("A new file in a folder that may not be written is refused with its path")
  func readOnlyFolder() throws {
    try ReadOnly.during(folder) { () throws in
      #expect(
        throws: SQLiteError.cannotOpen(path: folder.file, reason: "Permission denied")
      ) { try folder.open().read { _ in } }
    }
  }
}

/// Makes a folder and its files read-only while `body` runs.
enum ReadOnly {
  private static let nobody: UInt32 = 65_534

  static func during(_ folder: Folder, _ body: () throws -> Void) throws {
    chmod(folder.file, 0o444)
    chmod(folder.path, 0o555)
    // File permissions do not restrict root. If the tests run as root, this thread therefore
    // accesses files as another user.
    if geteuid() == 0 { lookAtFiles(asUser: nobody) }
    defer {
      if geteuid() == 0 { lookAtFiles(asUser: 0) }
      chmod(folder.path, 0o700)
      chmod(folder.file, 0o600)
    }
    try body()
  }
}

/// Makes Linux check this thread's access to files as that of another user (`setfsuid`).
///
/// The header of `setfsuid` is not part of the Swift module Glibc, so `dlsym` finds the function.
private func lookAtFiles(asUser user: UInt32) {
  typealias Call = @convention(c) (UInt32) -> Int32
  let address = dlsym(nil, "setfsuid")
  _ = unsafeBitCast(address, to: Call.self)(user)
}

/// A small disk in memory.
///
/// Only root can create one.
final class Tmpfs {
  let path: String
  private let folder = Folder()

  static let isPossible = Tmpfs(bytes: 100_000) != nil

  init?(bytes: Int) {
    path = folder.path + "/disk"
    guard geteuid() == 0, mkdir(path, 0o700) == 0 else { return nil }
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
  }

  /// Writes a file until the disk has no space left.
  func fill() {
    let descriptor = open(path + "/ballast", O_WRONLY | O_CREAT, 0o600)
    let chunk = [UInt8](repeating: 1, count: 512)
    while write(descriptor, chunk, chunk.count) > 0 {}
    close(descriptor)
  }

  func free() {
    unlink(path + "/ballast")
  }
}
