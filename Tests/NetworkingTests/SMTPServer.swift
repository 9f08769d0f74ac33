import Foundation

/// A real SMTP server on this machine's loop, told how to behave; it ends with the test.
final class SMTPServer {
  /// What one server does.
  struct Behaviour: Encodable {
    var tls = "none"
    var certificate: String?
    var key: String?
    var user: String?
    var password: String?
    /// Recipients that are refused, with the answer each gets.
    var refused: [String: String] = [:]
    var greeting = "220 ready"
    var senderAnswer = "250 sender ok"
    var dataAnswer = "250 taken"
    /// Where the server falls silent or hangs up: greeting, data, quit, or nowhere.
    var silentAt = ""
    var hangsUpAt = ""
    /// How many must be connected before anybody is greeted.
    var greetsAt = 1
  }

  /// A message that the server took, read by Python's own mail parser.
  struct Taken: Decodable, Equatable {
    var from: String
    var to: [String]
    var user: String?
    var isEncrypted: Bool
    var greeted: String
    var headers: [String: String]
    var text: String
    var attachments: [Attachment]
    var defects: Int

    struct Attachment: Decodable, Equatable {
      var name: String
      var type: String
      var base64: String
    }
  }

  let port: Int
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ behaviour: Behaviour = Behaviour()) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let options = String(decoding: try JSONEncoder().encode(behaviour), as: UTF8.self)
    process.arguments = ["python3", "-c", SMTPServerScript.text, options]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    port = Int(try Self.line(from: output)) ?? 0
  }

  deinit {
    // It ends when its input does.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The next message the server took.
  func taken() throws -> Taken {
    try JSONDecoder().decode(Taken.self, from: Data(try Self.line(from: output).utf8))
  }

  private static func line(from pipe: Pipe) throws -> String {
    var bytes: [UInt8] = []
    while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
