import CivilTime
import Domain
import Foundation
import Glibc
import Persistence
import SQLBackend
import SQLite
import SchemaWriting

// Prints the next migration of both databases: the difference between the tables that the existing
// migrations make and the descriptions of the records and of the catalogue's data files.
// `Tools/schema` passes the connection of a migrated server and the number of its next migration
// file.

/// Returns the rows of a query as lines, with columns separated by `|`.
func lines(of query: String, in connection: String) throws -> [String] {
  let psql = Process()
  psql.executableURL = URL(filePath: "/usr/bin/env")
  psql.arguments = [
    "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
    "--dbname", connection, "--command", query,
  ]
  let output = Pipe()
  psql.standardOutput = output
  try psql.run()
  let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  psql.waitUntilExit()
  guard psql.terminationStatus == 0 else { exit(1) }
  return said.split(separator: "\n").map(String.init)
}

let arguments = CommandLine.arguments.dropFirst()
guard let connection = arguments.first,
  let number = arguments.dropFirst().first.flatMap({ Int($0) })
else {
  print("Use:  Tools/schema [--check]")
  exit(2)
}
let file = SQLBackend.file(at: DatabaseConnection.inMemoryPath) { Instant(seconds: 0) }
let inFile = try file.read { connection in
  FileDatabase(try FileTables(file.schema.sharedTables + file.schema.sharedLogs, in: connection))
}
let inServer = ServerDatabase(try ServerTables { try lines(of: $0, in: connection) })
let catalogue = try CatalogueDifference { try lines(of: $0, in: connection) }
let next = NextMigration(
  file: inFile.steps() + catalogue.file, server: inServer.steps() + catalogue.server)
if next.isEmpty {
  print("✓ Both databases are as the records are described, with the catalogue's tasks.")
} else {
  print(next.text(fileNumber: file.schema.version + 1, serverNumber: number))
  // With `--check`, a difference is a failure; otherwise printing it is a success.
  exit(arguments.contains("--check") ? 1 : 0)
}
