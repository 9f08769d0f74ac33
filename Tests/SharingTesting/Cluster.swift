package import Foundation
import Glibc

/// A temporary PostgreSQL server for tests.
///
/// `Tools/postgres lend` starts the server, and deletes it when the standard input of that tool
/// closes. This also happens if the tests are killed.
package final class Cluster: Sendable {
  package struct Failure: Error {}

  package static let shared = Result { try Cluster() }

  package let folder: String
  private let process = Process()
  private let input = Pipe()

  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The environment variables with which `Tools/postgres` is started. They are read once and
  /// passed explicitly, because Foundation would otherwise read them again at the start of the
  /// process, which is unsafe while other tests start processes.
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
