import Glibc
import SQLite
import Testing

@testable import Persistence

@Suite("Half-finished files")
struct StagingTests {
  let folder = Folder()

  func names() -> [String] {
    (Folder.names(in: folder.path) + Folder.names(in: folder.path + "/backups"))
      .filter { $0.contains(".part-") || $0.contains(".lock-") }
  }

  @Test("Names of two operations differ, and both are gone with them, logs included")
  func ownNames() throws {
    var first: Staging? = try Staging(for: folder.file)
    var second: Staging? = try Staging(for: folder.file)
    let paths = try [#require(first).path(), #require(second).path(), #require(second).path()]
    #expect(Set(paths).count == 3)
    for path in paths { write([1], to: path) }
    write([1], to: paths[2] + "-wal")
    #expect(names().count == 6)
    first = nil
    #expect(names().count == 4)
    second = nil
    #expect(names() == [])
  }

  @Test("Opening the file removes what a killed process left, and nothing of one that lives")
  func sweeps() throws {
    let file = folder.open()
    _ = try file.backUp()
    file.close()
    let living = try Staging(for: folder.file)
    let (part, copy) = (living.path(), living.path(in: file.backups.folder))
    for path in [part, copy] { write([1], to: path) }
    // No process holds the locks that belong to these temporary files, as after the end of the
    // processes that made them. The next opening of the data file must delete the files, whether or
    // not their lock files exist.
    for path in [
      "/compass.sqlite.part-00000000000000aa-1", "/compass.sqlite.part-00000000000000aa-1-wal",
    ]
      + [
        "/backups/compass.sqlite.part-00000000000000bb-1", "/compass.sqlite.lock-00000000000000bb",
      ]
    { write([1], to: folder.path + path) }
    try file.read { _ in }
    #expect(SystemFile.exists(part) && SystemFile.exists(copy))
    withExtendedLifetime(living) { #expect(names().count == 3) }
  }

  @Test("Whoever waits for the copies of others waits for those that are there")
  func waits() throws {
    #expect(Staging.othersEnded(beside: folder.file))
    var other: Staging? = try Staging(for: folder.file)
    #expect(other != nil)
    #expect(!Staging.othersEnded(beside: folder.file, patience: 10))
    other = nil
    write([1], to: folder.file + ".lock-00000000000000cc")
    #expect(Staging.othersEnded(beside: folder.file))
  }
}
