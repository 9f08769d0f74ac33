import Foundation
import Glibc
import SharingTesting
import Testing
import ToolTesting

/// Runs `compass-server` as a process with a database of its own. A server in the test's process
/// could not answer while the test waits for a program.
final class ServerProcess {
  private(set) var address = ""
  private(set) var key = ""
  private var process = Process()
  private let folder: String
  private let database: String

  private static let program = Program.folder + "/compass-server"

  /// Makes a database and a configuration, and starts the server.
  ///
  /// - Parameter certificate: the certificate of a server that answers over TLS; nil for plain HTTP.
  init(certificate: Certificate? = nil) throws {
    var template = Array("/tmp/compass-server-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    let cluster = try Cluster.shared.get().folder
    database = "e2e_\(UUID().uuidString.lowercased().prefix(8))"
    _ = try Self.psql("CREATE DATABASE \(database)", in: "postgres")
    let config = folder + "/server.json"
    let schema = Cluster.root.appending(path: "Modules/Services/PostgreSQLSchema").path
    for words in [
      [
        "init", "--config", config, "--database",
        "host=\(cluster) user=authenticator dbname=\(database)", "--admin",
        "host=\(cluster) user=postgres dbname=\(database)", "--schema", schema, "--port", "0",
      ], ["migrate", "--config", config],
    ] {
      let answer = try Program.run(Self.program, words, environment: Self.environment)
      try #require(answer.code == 0, "\(answer)")
    }
    if let certificate {
      try changeConfiguration {
        $0.replacing(
          #/"port": \d+/#,
          with:
            "\"certificate\": \"\(certificate.file)\", \"key\": \"\(certificate.key)\", \"port\": 0"
        )
      }
    }
    try start()
  }

  /// Runs a statement as the database's owner, and returns its result.
  func ask(_ statement: String) throws -> String { try Self.psql(statement, in: database) }

  private static func psql(_ statement: String, in database: String) throws -> String {
    let answer = try Program.run(
      "/usr/bin/env",
      [
        "psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--host",
        try Cluster.shared.get().folder, "--username", "postgres", "--dbname", database,
        "--command", statement,
      ], environment: environment)
    try #require(answer.code == 0, "\(answer)")
    return answer.output
  }

  /// Changes the configuration in its place, so that the file keeps its mode.
  private func changeConfiguration(_ change: (String) -> String) throws {
    let file = folder + "/server.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let descriptor = try FileHandle(forWritingTo: URL(filePath: file))
    try descriptor.truncate(atOffset: 0)
    try descriptor.write(contentsOf: Data(change(text).utf8))
    try descriptor.close()
  }

  /// Starts the server. A server that is started again after `stop` gets the same port as before,
  /// so that clients find it.
  func start() throws {
    if let port = address.split(separator: ":").last {
      try changeConfiguration { $0.replacing(#/"port": \d+/#, with: "\"port\": \(port)") }
    }
    process = Process()
    let output = Pipe()
    // The program `timeout` ends the server after 15 minutes if the test has not stopped it.
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = [
      "900", Self.program, "serve", "--config", folder + "/server.json",
    ]
    process.environment = Self.environment
    // A server with a terminal as its input does not handle SIGHUP.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    let log = open(folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    process.standardError = FileHandle(fileDescriptor: log, closeOnDealloc: true)
    try process.run()
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output.fileHandleForReading.fileDescriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || byte == 0x0A { break }
      bytes.append(byte)
    }
    let line = String(decoding: bytes, as: UTF8.self)
    let match = try #require(line.firstMatch(of: /Serving at (\S+)  key (\S+)/), "\(line)")
    address = String(match.1)
    key = String(match.2)
  }

  /// The text that the server has written to standard error since its first start.
  var log: String {
    get throws { try String(contentsOfFile: folder + "/log", encoding: .utf8) }
  }

  /// Sends a signal to the server itself: its parent `timeout` has inherited that the test's threads
  /// block signals, and would ignore it.
  func send(_ signal: Int32) {
    let own = process.processIdentifier
    let children = try? String(contentsOfFile: "/proc/\(own)/task/\(own)/children", encoding: .utf8)
    for child in (children ?? "").split(separator: " ").compactMap({ pid_t($0) }) {
      kill(child, signal)
    }
  }

  /// Stops the server and waits for its end.
  func stop() {
    send(SIGTERM)
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { stop() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"]
}
