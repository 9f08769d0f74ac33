import Foundation
import Glibc

/// A temporary PostgreSQL server for tests.
///
/// `Tools/postgres lend` starts it, and deletes it when its input closes, so also if the tests are
/// killed.
final class Cluster: Sendable {
  struct Failure: Error {}

  static let shared = Result { try Cluster() }

  let folder: String
  private let process = Process()
  private let input = Pipe()

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let output = Pipe()
    process.executableURL = root.appending(path: "Tools/postgres")
    process.arguments = ["lend"]
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

  var connection: String { "host=\(folder) user=postgres dbname=postgres" }
}
