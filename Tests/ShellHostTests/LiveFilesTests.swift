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
    #expect(!Files.live.exists(path))
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

  @Test("A folder that is not there is said in the system's words")
  func noFolder() throws {
    let path = folder + "/nowhere/a.csv"
    let problem = try #require(throws: Problem.self) { try Files.live.begin(path, false) }
    #expect(problem.title == "`\(path)` could not be written: No such file or directory.")
    #expect(problem.exitCode == .notFound)
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
