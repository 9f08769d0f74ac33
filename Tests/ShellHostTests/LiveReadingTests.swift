import FeatureKit
import Foundation
import Testing

@testable import ShellHost

@Suite("Files that a command reads")
struct LiveReadingTests {
  private let folder = NSTemporaryDirectory() + "compass-reading-\(UUID().uuidString)"

  private var paths: PathGuard { PathGuard(folder: folder + "/data", home: folder) }

  private func read(_ path: String) throws -> [UInt8] {
    let file = try FileReading.live(paths).open(path)
    var bytes: [UInt8] = []
    while case let portion = try file.next(), !portion.isEmpty { bytes += portion }
    return bytes
  }

  private func refusal(_ path: String) -> Problem? {
    do {
      _ = try read(path)
      return nil
    } catch {
      return error as? Problem
    }
  }

  @Test("A file comes in portions, whole and in order")
  func portions() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(filePath: folder + "/a.csv"))
    #expect(try read(folder + "/a.csv") == bytes)
    #expect(try read("~/a.csv") == bytes)
  }

  @Test("A folder, a device and the program's own file are refused, whatever they are called")
  func refusals() throws {
    let own = folder + "/data/compass.sqlite"
    try FileManager.default.createDirectory(
      atPath: folder + "/data", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("x".utf8).write(to: URL(filePath: own))
    #expect(refusal(folder)?.title == "`\(folder)` is not a file.")
    #expect(refusal("/dev/zero")?.title == "`/dev/zero` is not a file.")
    #expect(
      refusal(own)?.title == "`\(own)` is one of the program's own files, or would become one.")
    #expect(refusal(folder + "/none")?.cause == .notFound)
  }
}
