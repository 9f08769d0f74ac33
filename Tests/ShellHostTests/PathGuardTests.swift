import FeatureKit
import Foundation
import Testing

@testable import ShellHost

@Suite("The program's own files")
final class PathGuardTests {
  private let folder: String
  private let paths: PathGuard

  private var data: String { folder + "/data" }

  init() throws {
    let folder = NSTemporaryDirectory() + "compass-guard-\(UUID().uuidString)"
    self.folder = folder
    let data = folder + "/data"
    let files = FileManager.default
    for name in ["data/backups", "data/secrets", "data/lists", "elsewhere"] {
      try files.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    for name in [
      "data/compass.sqlite", "data/compass.sqlite-wal", "data/history", "data/backups/old.sqlite",
      "data/secrets/session", "data/lists/schools.csv", "elsewhere/mine.csv",
    ] {
      try Data(name.utf8).write(to: URL(filePath: folder + "/" + name))
    }
    for (link, target) in [
      ("elsewhere/link.csv", "../data/compass.sqlite"), ("elsewhere/linked", "../data"),
      ("elsewhere/second.csv", "link.csv"), ("elsewhere/dangling.csv", "../data/new.csv"),
      ("elsewhere/fine.csv", "mine.csv"), ("data/out.csv", "../elsewhere/mine.csv"),
    ] {
      try files.createSymbolicLink(atPath: folder + "/" + link, withDestinationPath: target)
    }
    try files.linkItem(atPath: data + "/compass.sqlite", toPath: folder + "/elsewhere/hard.csv")
    try files.linkItem(atPath: data + "/compass.sqlite", toPath: data + "/backups/hard.sqlite")
    paths = PathGuard(
      folder: data, subfolders: ["backups", "secrets"], home: folder + "/elsewhere")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func refusal(_ name: String, _ use: PathGuard.Use) -> Problem? {
    do throws(Problem) {
      _ = try paths.path(for: folder + "/" + name, use)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A file of the program is neither read nor written, by any name",
    arguments: [
      "data/compass.sqlite", "data/compass.sqlite-wal", "data/history", "data/backups/old.sqlite",
      "data/secrets/session", "data/../data/./compass.sqlite", "elsewhere/link.csv",
      "elsewhere/second.csv", "elsewhere/hard.csv", "elsewhere/linked/compass.sqlite",
      "data/out.csv",
      "elsewhere/mine.csv",
    ])
  func own(_ name: String) throws {
    for use in [PathGuard.Use.reading, .writing] {
      let problem = try #require(refusal(name, use))
      #expect(problem.cause == .usage)
      #expect(
        problem.title
          == "`\(folder)/\(name)` is one of the program's own files, or would become one.")
    }
  }

  @Test(
    "A file that is not there yet is not made among the program's own",
    arguments: [
      "data/new.csv", "data/compass.sqlite-journal", "data/backups/new.sqlite",
      "data/secrets/new", "elsewhere/linked/new.csv", "elsewhere/linked/backups/new.sqlite",
      "elsewhere/dangling.csv", "data/lists/../new.csv",
    ])
  func notThereYet(_ name: String) {
    #expect(refusal(name, .writing) != nil)
    #expect(refusal(name, .reading) == nil, "What is not there is not found, and no more.")
  }

  @Test(
    "What is the person's is theirs, also in a folder of their own inside",
    arguments: ["data/lists/schools.csv", "data/lists/new.csv", "elsewhere/new.csv", "no/new.csv"])
  func others(_ name: String) {
    #expect(refusal(name, .reading) == nil)
    #expect(refusal(name, .writing) == nil)
  }

  @Test("Backups are read by what is for them, but not the database under a name among them")
  func backups() {
    let use = PathGuard.Use.readingFrom(subfolder: "backups")
    #expect(refusal("data/backups/old.sqlite", use) == nil)
    #expect(refusal("data/backups/hard.sqlite", use) != nil)
    #expect(refusal("data/compass.sqlite", use) != nil)
    #expect(refusal("data/secrets/session", use) != nil)
  }

  @Test("A descriptor that is open on the database is refused, any other is not")
  func descriptors() throws {
    let own = open(data + "/compass.sqlite", O_RDONLY | O_CLOEXEC)
    let other = open(folder + "/data/lists/schools.csv", O_RDONLY | O_CLOEXEC)
    defer {
      close(own)
      close(other)
    }
    #expect(throws: Problem.self) { try self.paths.check(descriptor: own) }
    try paths.check(descriptor: other)
    try paths.check(descriptor: 9999)
  }

  @Test("A path that begins with ~/ is in the home folder")
  func home() throws {
    #expect(try paths.path(for: "~/new.csv", .writing) == folder + "/elsewhere/new.csv")
    #expect(throws: Problem.self) { try self.paths.path(for: "~/hard.csv", .reading) }
  }

  @Test("Before there is a folder there is nothing to keep")
  func noFolder() throws {
    let paths = PathGuard(folder: folder + "/none", subfolders: ["backups"], home: nil)
    #expect(try paths.path(for: "none/x", .writing) == "none/x")
    #expect(try PathGuard.none.path(for: "~/x", .reading) == "~/x")
  }
}
