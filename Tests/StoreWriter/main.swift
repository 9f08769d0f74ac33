// A second process for the tests of Persistence. It writes steps into a data file and prints a line
// after each acknowledged one.
//
//   StoreWriter FILE WRITER COUNT [--limit BYTES]

import Basics
import CivilTime
import Glibc
import Persistence
import SQLite

/// Writes the line directly to the descriptor, without a buffer. The test then receives it even if
/// the process is killed immediately afterwards.
func say(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let writer = UInt64(arguments[2]), let count = UInt64(arguments[3])
else {
  say("usage: StoreWriter FILE WRITER COUNT [--limit BYTES]")
  exit(2)
}
if arguments.count == 6, arguments[4] == "--limit", let bytes = rlim_t(arguments[5]) {
  // When the signal SIGXFSZ is ignored, a write beyond the size limit fails with an error, as on a
  // disk with a quota. Otherwise the signal would end the process.
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

let file = DataFile(path: arguments[1], schema: writerSchema) { Instant(milliseconds: 0) }
let journal = Journal(file) { _, _, _ in }
let person = RecordID.version4(high: writer, low: 0)
do {
  for number in 1...count {
    let act = Act(
      person: person, athlete: nil, operation: "write", summary: "Wrote \(number)",
      at: Instant(milliseconds: Int64(number)))
    try journal.step(act) { step in
      try step.connection.execute(
        "INSERT INTO entries (id, writer, number, words) VALUES (?, ?, ?, ?)",
        RecordID.version4(high: writer, low: number), Int(writer), Int(number),
        String(repeating: "word ", count: 100))
    }
    say("\(number)")
  }
} catch {
  say("failed: \(error)")
  exit(1)
}
