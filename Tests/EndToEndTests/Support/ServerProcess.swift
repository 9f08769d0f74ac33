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
  private var process: PipedProgram?
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
    let schema = RunningServer.schema
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
    // The program `timeout` ends the server after 15 minutes if the test has not stopped it.
    let process = try PipedProgram(
      ["timeout", "900", Self.program, "serve", "--config", folder + "/server.json"],
      environment: Self.environment, errors: .file(folder + "/log"))
    self.process = process
    let line = process.line() ?? ""
    let match = try #require(line.firstMatch(of: /Serving at (\S+)  key (\S+)/), "\(line)")
    address = String(match.1)
    key = String(match.2)
  }

  /// The text that the server has written to standard error since its first start.
  var log: String {
    get throws { try String(contentsOfFile: folder + "/log", encoding: .utf8) }
  }

  /// Sends a signal to the server itself. Its parent `timeout` passes each signal on only once.
  func send(_ signal: Int32) {
    guard let own = process?.id else { return }
    let children = try? String(contentsOfFile: "/proc/\(own)/task/\(own)/children", encoding: .utf8)
    for child in (children ?? "").split(separator: " ").compactMap({ pid_t($0) }) {
      kill(child, signal)
    }
  }

  /// Stops the server and waits for its end.
  func stop() {
    send(SIGTERM)
    process?.wait()
  }

  deinit {
    if process?.isRunning == true { stop() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let environment = PipedProgram.usualEnvironment
}
