import Composition
import Foundation
import Testing
import WebHost

@Suite("The folder of the program that serves pages")
struct ServingFolderTests {
  /// Makes a key older by this time of the machine, which a key's file has as its third word.
  private func age(_ file: String, by milliseconds: Int64) throws {
    var words = try String(contentsOfFile: file, encoding: .utf8).split(separator: " ")
      .map(String.init)
    words[2] = String(try #require(Int64(words[2])) - milliseconds)
    try words.joined(separator: " ").write(toFile: file, atomically: false, encoding: .utf8)
  }

  @Test("A key is a file that is taken away once, within a minute")
  func keys() throws {
    let household = try Household(demo: false)
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    func key() throws -> String {
      try folder.makeKey { count in (0..<count).map { _ in .random(in: 0...255) } }
    }
    let first = try key()
    #expect(try mode(folder.path) == 0o700)
    #expect(try mode("\(folder.path)/key-\(first)") == 0o600)
    #expect(folder.keys().take(first) && !folder.keys().take(first))
    let before = Date(timeIntervalSinceNow: -62)
    for (milliseconds, isTaken) in [(59_000, true), (62_000, false)] as [(Int64, Bool)] {
      let old = try key()
      // The clock that a person can set does not decide.
      try age("\(folder.path)/key-\(old)", by: milliseconds)
      try FileManager.default.setAttributes(
        [.modificationDate: before], ofItemAtPath: "\(folder.path)/key-\(old)")
      #expect(folder.keys().take(old) == isTaken)
      #expect(!folder.keys().take(old))
    }
    let ofAnotherStart = try key()
    try "2026-11-30T12:00:00Z 2026-11-30T12:00:00Z 1000 another-start".write(
      toFile: "\(folder.path)/key-\(ofAnotherStart)", atomically: false, encoding: .utf8)
    #expect(!folder.keys().take(ofAnotherStart))
    for wrong in ["", "x", "../port", "\(try key())x", String(repeating: "A", count: 44)] {
      #expect(!folder.keys().take(wrong))
    }
    let (expired, recent) = (try key(), try key())
    try age("\(folder.path)/key-\(expired)", by: 62_000)
    try FileManager.default.setAttributes(
      [.modificationDate: before], ofItemAtPath: "\(folder.path)/key-\(recent)")
    let unfinished = "\(folder.path)/key-unfinished"
    try "".write(toFile: unfinished, atomically: false, encoding: .utf8)
    folder.removeExpired()
    #expect(FileManager.default.fileExists(atPath: unfinished))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/key-\(expired)"))
    #expect(folder.keys().take(recent))
    let left = try key()
    let openingPage = try folder.makeOpeningPage(to: "http://127.0.0.1:1/enter?key=\(left)")
    #expect(try mode(openingPage) == 0o600)
    folder.sweep()
    #expect(!folder.keys().take(left))
    #expect(!FileManager.default.fileExists(atPath: openingPage))
  }

  private func mode(_ path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return (facts[.posixPermissions] as? Int) ?? -1
  }

  @Test("Who serves is known by a lock, and nobody else does at the same time")
  func claim() async throws {
    let household = try Household(demo: false)
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    var claim = try folder.claim()
    claim?.note(port: 8_471)
    #expect(claim != nil)
    #expect(try folder.claim() == nil)
    #expect(folder.servedPort() == 8_471)
    claim = nil
    // `claim()` takes a file lock, which lets only one process serve the folder. A child process
    // that another test starts at this moment inherits the lock's descriptor until it runs its
    // program. The lock may therefore stay taken for a moment.
    for _ in 0..<500 where claim == nil {
      claim = try folder.claim()
      if claim == nil { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(claim != nil)
    #expect(folder.servedPort() == nil, "the port of the earlier process")
  }

  @Test("A second program lets a browser in and ends, and says what it can if no port is known")
  func secondProgram() throws {
    let household = try Household()
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    let claim = try #require(try folder.claim())
    let opening = try household.run(["serve"])
    #expect(opening.code == 6, "\(opening)")
    #expect(opening.errors.contains("The pages are just being opened"), "\(opening)")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -62)], ofItemAtPath: "\(folder.path)/port")
    let unknown = try household.run(["serve"])
    #expect(unknown.code == 6, "\(unknown)")
    #expect(unknown.errors.contains("did not say at which address"), "\(unknown)")
    claim.note(port: 8_471)
    let joined = try household.run(["serve"])
    #expect(joined.code == 0, "\(joined)")
    #expect(joined.output.hasPrefix("http://127.0.0.1:8471/enter?key="), "\(joined)")
    #expect(joined.errors.contains("it lets one browser in."), "\(joined)")
    #expect(!joined.errors.contains("Ctrl-C"), "\(joined)")
    withExtendedLifetime(claim) {}
  }
}
