import FeatureKit
import Foundation
import Testing

@testable import ShellHost

@Suite struct LiveFilesTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "shell-files-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var listing: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test("A file appears whole, readable by its owner alone, and only when it is finished")
  func whole() throws {
    let path = folder + "/a.csv"
    let draft = try Files.live.begin(path, false)
    try draft.write(Array("one\n".utf8))
    #expect(try !Files.live.exists(path))
    try draft.write(Array("two\n".utf8))
    try draft.finish()
    #expect(try Files.live.read(path) == Array("one\ntwo\n".utf8))
    #expect(listing == ["a.csv"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("A file that appeared meanwhile is kept, unless it may be replaced")
  func meanwhile() throws {
    let path = folder + "/a.csv"
    let draft = try Files.live.begin(path, false)
    try draft.write([0x31])
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: Problem.exists(path)) { try draft.finish() }
    draft.abandon()
    #expect(try Files.live.read(path) == Array("mine".utf8))
    #expect(listing == ["a.csv"])
    let second = try Files.live.begin(path, true)
    try second.write([0x32])
    try second.finish()
    #expect(try Files.live.read(path) == [0x32])
  }

  @Test(
    "A link is never written through: it is there already, and by agreement a file takes its place")
  func links() throws {
    try "before".write(toFile: folder + "/there.csv", atomically: true, encoding: .utf8)
    for name in ["there.csv", "none.csv"] {
      let link = folder + "/link-" + name
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: name)
      #expect(try Files.live.exists(link))
      let refused = try Files.live.begin(link, false)
      #expect(throws: Problem.exists(link)) { try refused.finish() }
      refused.abandon()
      let draft = try Files.live.begin(link, true)
      try draft.write(Array("after".utf8))
      try draft.finish()
      #expect(try Files.live.read(link) == Array("after".utf8))
      #expect(throws: (any Error).self) {
        try FileManager.default.destinationOfSymbolicLink(atPath: link)
      }
    }
    #expect(try Files.live.read(folder + "/there.csv") == Array("before".utf8))
    #expect(listing == ["link-none.csv", "link-there.csv", "there.csv"])
  }

  @Test("A device is written to as it is: nothing beside it, nothing in its place")
  func devices() throws {
    #expect(try !Files.live.exists("/dev/full"))
    let draft = try Files.live.begin("/dev/full", true)
    let problem = try #require(throws: Problem.self) { try draft.write([0x31]) }
    draft.abandon()
    #expect(problem.title == "`/dev/full` could not be written: No space left on device.")
    #expect(problem.fix == "Make room on the disk, then do it again.")
    #expect(problem.exitCode == .failed)
    var facts = stat()
    #expect(stat("/dev/full", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("A folder is no file to be written")
  func aFolder() throws {
    let problem = try #require(throws: Problem.self) { try Files.live.begin(folder, false) }
    #expect(problem.title == "`\(folder)` is a folder.")
    #expect(problem.exitCode == .usage)
  }

  @Test("A folder that is not there is said in the system's words")
  func noFolder() throws {
    let path = folder + "/nowhere/a.csv"
    let problem = try #require(throws: Problem.self) { try Files.live.begin(path, false) }
    #expect(problem.title == "`\(path)` could not be written: No such file or directory.")
    #expect(
      problem.fix
        == "There is no folder `\(folder)/nowhere`. Make it first, or choose another place.")
    #expect(problem.exitCode == .notFound)
    try "".write(toFile: folder + "/plain", atomically: true, encoding: .utf8)
    let through = try #require(throws: Problem.self) {
      try Files.live.begin(folder + "/plain/a.csv", false)
    }
    #expect(through.fix == "A part of `\(folder)/plain` is a file and no folder. Check the name.")
  }

  @Test("Names that begin so complete a path, folders with their slash")
  func names() throws {
    try "".write(toFile: folder + "/week.txt", atomically: true, encoding: .utf8)
    try "".write(toFile: folder + "/.hidden", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: folder + "/weeks", withIntermediateDirectories: true)
    #expect(Files.live.names(folder + "/we") == [folder + "/week.txt", folder + "/weeks/"])
    #expect(Files.live.names(folder + "/.h") == [folder + "/.hidden"])
  }
}
