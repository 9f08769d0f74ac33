// Inserts and fetches rows like those of interactions through the package's module `SQLite`.
// `sqlite-peer.c` does the same through the C API. `Tools/bench/run` runs both in turn on the same
// data and compares the sums that they print.
//
//   bench-sqlite FILE ROWS   ->   insert rows/s, fetch rows/s, sum of lengths and values
import Glibc
import SQLite

/// A fetched row as a Swift value: three texts and two numbers.
struct Entry {
  var id: String
  var subject: String
  var occurredAt: String
  var score: Int
  var value: Double
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  var started = timespec()
  var ended = timespec()
  clock_gettime(CLOCK_MONOTONIC, &started)
  try body()
  clock_gettime(CLOCK_MONOTONIC, &ended)
  return Double(ended.tv_sec - started.tv_sec) + Double(ended.tv_nsec - started.tv_nsec) / 1e9
}

guard CommandLine.arguments.count == 3, let rows = Int(CommandLine.arguments[2]) else {
  print("usage: bench-sqlite FILE ROWS")
  exit(2)
}
let connection = try DatabaseConnection(path: CommandLine.arguments[1])
try connection.executeScript(
  """
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE entries (id TEXT PRIMARY KEY NOT NULL, subject TEXT NOT NULL, occurred_at TEXT NOT NULL,
    score INTEGER NOT NULL, value REAL NOT NULL) STRICT;
  """)

let ids = (0..<rows).map { "00000000-0000-4000-8000-" + String(100_000_000_000 + $0) }
let inserting = try seconds {
  try connection.transaction(.immediate) {
    try connection.prepared("INSERT INTO entries VALUES (?, ?, ?, ?, ?)") { statement in
      for row in 0..<rows {
        try statement.run(
          ids[row], "Sent transcript", "2026-02-10T12:00:00.000Z", row % 100, Double(row) / 4)
      }
    }
  }
}

var entries: [Entry] = []
let fetching = try seconds {
  entries = try connection.query("SELECT id, subject, occurred_at, score, value FROM entries") {
    row in
    Entry(
      id: try row.text(0), subject: try row.text(1), occurredAt: try row.text(2),
      score: try row.int(3),
      value: try row.real(4))
  }
}
let sum = entries.reduce(0.0) {
  $0 + Double($1.id.utf8.count + $1.subject.utf8.count + $1.occurredAt.utf8.count + $1.score)
    + $1.value
}
print(Int(Double(rows) / inserting), Int(Double(rows) / fetching), Int(sum))
