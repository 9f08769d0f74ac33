import CivilTime
import FeatureKit
import Foundation
import Glibc

@testable import Composition

/// A temporary folder that is deleted after the test.
final class Place: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "compass-composition-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the family's file in the folder `data`, which does not exist at first.
  func family() -> FamilyFile {
    FamilyFile(
      folder: DataFolder(at: path + "/data"), home: nil,
      clock: .fixed(Instant(seconds: 1_800_000_000)), ids: Machine.ids, usualZone: .utc)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }

  /// Returns the permissions of a file; nil if there is none. A link is not followed.
  func mode(_ name: String) -> mode_t? {
    var facts = stat()
    return lstat(path + "/" + name, &facts) == 0 ? facts.st_mode & 0o7777 : nil
  }
}
