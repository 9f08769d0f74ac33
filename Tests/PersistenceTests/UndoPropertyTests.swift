import Basics
import Persistence
import SQLite
import Testing

/// Tests undo and redo with random writes: undoing all steps restores every earlier content of the
/// file, and redoing all restores every later one.
@Suite("Undo of anything")
struct UndoPropertyTests {
  @Test("Every dump comes back on the way down and on the way up", arguments: 1...25)
  func thereAndBack(seed: UInt64) throws {
    let folder = Folder()
    let file = folder.open()
    let journal = Journal(file) { _, _, _ in }
    var writes = RandomWrites(seed: seed)
    var dumps = [try file.canonicalDump()]
    for _ in 1...30 {
      let before = try journal.history(limit: 1_000).count
      try? journal.step(Sample.act()) { step in try writes.step(on: step.connection) }
      if try journal.history(limit: 1_000).count > before { dumps.append(try file.canonicalDump()) }
    }
    try #require(dumps.count > 5)
    for dump in dumps.dropLast().reversed() {
      #expect(try journal.undo(Sample.sam) != nil)
      try #require(try file.canonicalDump() == dump)
    }
    #expect(try journal.undo(Sample.sam) == nil)
    for dump in dumps.dropFirst() {
      #expect(try journal.redo(Sample.sam) != nil)
      try #require(try file.canonicalDump() == dump)
    }
    #expect(try journal.redo(Sample.sam) == nil)
    #expect(try file.findings() == [])
    try file.write {
      try $0.execute("INSERT INTO school_words (school_words) VALUES ('integrity-check')")
    }
  }
}

/// Random writes, one to six for each step.
///
/// There are few ids, so steps often change the same rows.
private struct RandomWrites {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func step(on connection: DatabaseConnection) throws {
    for _ in 0...below(6) {
      let statement = next()
      // Some random statements break a constraint. `transaction` rolls such a statement back, and
      // the step goes on, as in a command that ignores an error.
      try? connection.transaction { try connection.execute(statement) }
    }
    struct ChangedMyMind: Error {}
    if below(10) == 0 { throw ChangedMyMind() }
  }

  private mutating func next() -> String {
    let (a, b, c) = (below(6), below(6), below(100))
    return switch below(13) {
    case 0, 1: "INSERT INTO schools (id, name, rank) VALUES ('s\(a)', 'name \(b)', \(c))"
    case 2, 3: "INSERT INTO coaches VALUES ('c\(a)', 's\(b)', 'coach \(c)')"
    case 4: "INSERT INTO interactions VALUES ('i\(c)', 's\(a)', 'c\(b)', NULL)"
    case 5: "UPDATE schools SET rank = \(c), conference = NULL WHERE id = 's\(a)'"
    case 6: "UPDATE schools SET name = 'name \(b)' WHERE id = 's\(a)'"
    case 7: "DELETE FROM schools WHERE id = 's\(a)'"
    case 8: "DELETE FROM coaches WHERE id = 'c\(a)'"
    case 9: "UPDATE coaches SET school_id = 's\(a)' WHERE id = 'c\(b)'"
    case 10: "INSERT OR REPLACE INTO members VALUES ('f\(a)', 'p\(b)', '\(c)')"
    case 11: "UPDATE coaches SET id = 'c\(a)' WHERE id = 'c\(b)'"
    default: "DELETE FROM members WHERE family = 'f\(a)'"
    }
  }

  /// Returns a random number below a bound.
  ///
  /// The generator is SplitMix64, so each seed gives the same numbers.
  private mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) % bound
  }
}
