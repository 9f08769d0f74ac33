import Foundation
import Glibc

/// A PostgreSQL server for the tests, with the schema and the made-up families of `SQL/family.sql`.
///
/// `Tools/postgres lend` starts the server and removes it when its input closes. The input also
/// closes when the test program is killed.
final class DatabaseServer: Sendable {
  /// The error of a failed script or tool, with its output.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// A PostgreSQL server with the default roles. The migrations create the owner role of the tables
  /// themselves.
  static let plain = Result { try DatabaseServer(owner: nil) }
  /// A PostgreSQL server that is set up like a hosted Supabase project: the owner role exists
  /// already and runs the migrations.
  static let hosted = Result { try DatabaseServer(owner: "hosted_owner") }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let folder: String
  /// The database role that runs the migrations.
  let owner: String
  private let process: Process
  private let input: Pipe

  private static let template = "compass"

  private init(owner: String?) throws {
    self.owner = owner ?? "postgres"
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = Self.root.appending(path: "Tools/postgres")
    process.arguments = ["lend"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    folder = Self.read(output, toEndOfLine: true)
    guard !folder.isEmpty else { throw Failure(description: "Tools/postgres lend gave no folder.") }

    try query("CREATE DATABASE \(Self.template)", in: "postgres")
    if owner != nil { try run("hosted", in: Self.template) }
    try migrate(Self.template)
    try run("family", in: Self.template)
    // Where statistics exist, PostgreSQL plans otherwise than for tables that were never analyzed.
    if owner != nil { try query("ANALYZE", in: Self.template) }
  }

  /// Copies the template database to a new one and returns its name.
  func database(_ name: String) throws -> String {
    try query("CREATE DATABASE \"\(name)\" TEMPLATE \(Self.template)", in: "postgres")
    return name
  }

  /// Runs a script of the folder `SQL/` and returns the lines that it prints. Each line describes a
  /// fault that the script has found.
  @discardableResult
  func run(_ file: String, in database: String) throws -> [String] {
    let path = Self.root.appending(path: "Tests/PostgreSQLSchemaTests/SQL/\(file).sql").path
    // The script `family` contains no transaction, so `psql` runs it in one. The other scripts
    // begin and commit their own.
    return try psql(
      ["--file", path] + (file == "family" ? ["--single-transaction"] : []), database)
  }

  /// Returns the rows of a query, with columns separated by `|`.
  @discardableResult
  func query(_ sql: String, in database: String) throws -> [String] {
    try psql(["--command", sql], database)
  }

  /// Runs the migrations as the owner role.
  ///
  /// - Parameter files: the folder with the migrations; nil for the project's own.
  @discardableResult
  func migrate(_ database: String, files: String? = nil) throws -> String {
    var environment = ProcessInfo.processInfo.environment
    environment["PGOPTIONS"] = "--client-min-messages=error"
    if let files { environment["COMPASS_MIGRATIONS"] = files }
    let outcome = try Self.outcome(
      Self.root.appending(path: "Tools/postgres").path,
      ["migrate", "host=\(folder) user=\(owner) dbname=\(database)"], environment)
    guard outcome.status == 0 else { throw Failure(description: outcome.text) }
    return outcome.text
  }

  private func psql(_ arguments: [String], _ database: String) throws -> [String] {
    let outcome = try Self.outcome(
      "/usr/bin/env",
      [
        "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
        "--host", folder, "--username", "postgres", "--dbname", database,
      ] + arguments, ProcessInfo.processInfo.environment)
    guard outcome.status == 0 else { throw Failure(description: outcome.text) }
    return outcome.text.split(separator: "\n").map(String.init)
  }

  private static func outcome(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = read(output, toEndOfLine: false)
    process.waitUntilExit()
    // For a function without a result, `psql` prints an empty line. `split` removes it, so that
    // only faults remain.
    let lines = said.split(separator: "\n")
    return (process.terminationStatus, lines.joined(separator: "\n"))
  }

  /// Reads a pipe with the system call `read`.
  ///
  /// Foundation's method for this aborts the process if the signal of an ending child interrupts
  /// it.
  private static func read(_ pipe: Pipe, toEndOfLine: Bool) -> String {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var said: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: toEndOfLine ? 1 : 65_536)
    while true {
      let count = Glibc.read(descriptor, &portion, portion.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || toEndOfLine && portion[0] == 0x0A { break }
      said += portion[..<count]
    }
    return String(decoding: said, as: UTF8.self)
  }
}
