package import Foundation
import Glibc

/// A temporary PostgreSQL server for tests.
///
/// `Tools/postgres lend` starts it, and deletes it when its input closes, so also if the tests are
/// killed.
package final class Cluster: Sendable {
  package struct Failure: Error {}

  package static let shared = Result { try Cluster() }

  package let folder: String
  private let process = Process()
  private let input = Pipe()

  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The environment of started processes.
  ///
  /// It is read once: for a process without an explicit environment Foundation reads it again,
  /// which is unsafe while other tests start theirs.
  private static let environment = ProcessInfo.processInfo.environment

  package init() throws {
    let output = Pipe()
    process.executableURL = Self.root.appending(path: "Tools/postgres")
    process.arguments = ["lend"]
    process.environment = Self.environment
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output.fileHandleForReading.fileDescriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || byte == 0x0A { break }
      line.append(byte)
    }
    folder = String(decoding: line, as: UTF8.self)
    guard !folder.isEmpty else { throw Failure() }
  }

  package var connection: String { "host=\(folder) user=postgres dbname=postgres" }
}
