import Foundation
import Glibc
import ToolTesting

/// A PostgreSQL server for the tests, with the schema and the made-up families of `SQL/family.sql`.
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

  /// The database role that runs the migrations.
  let owner: String
  private let cluster: Cluster

  private static let template = "compass"

  private init(owner: String?) throws {
    self.owner = owner ?? "postgres"
    cluster = try Cluster()
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
    let path = Project.root.path + "/Tests/PostgreSQLSchemaTests/SQL/\(file).sql"
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
    var environment = PipedProgram.ownEnvironment
    environment["PGOPTIONS"] = "--client-min-messages=error"
    if let files { environment["COMPASS_MIGRATIONS"] = files }
    let outcome = try Self.outcome(
      [
        Project.root.path + "/Tools/postgres", "migrate",
        "host=\(cluster.folder) user=\(owner) dbname=\(database)",
      ], environment)
    guard outcome.status == 0 else { throw Failure(description: outcome.text) }
    return outcome.text
  }

  private func psql(_ arguments: [String], _ database: String) throws -> [String] {
    let outcome = try Self.outcome(
      [
        "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
        "--host", cluster.folder, "--username", "postgres", "--dbname", database,
      ] + arguments)
    guard outcome.status == 0 else { throw Failure(description: outcome.text) }
    return outcome.text.split(separator: "\n").map(String.init)
  }

  private static func outcome(
    _ words: [String], _ environment: [String: String] = PipedProgram.ownEnvironment
  ) throws -> (status: Int32, text: String) {
    let (status, said) = try PipedProgram.run(words, environment: environment)
    // For a function without a result, `psql` prints an empty line. `split` removes it, so that
    // only faults remain.
    return (status, said.split(separator: "\n").joined(separator: "\n"))
  }
}
