import Glibc
import SQLite
import Synchronization
import Testing
import Threads

@testable import Persistence

/// Tests of one file with many users in one process: one thread writes and several read.
///
/// The threads do not belong to Swift's pool of threads for tasks, so a waiting query blocks no
/// task.
@Suite("A file that many share in one process")
struct SharedFileTests {
  let folder = Folder()

  private func open(readers: Int? = 3) -> DataFile {
    DataFile(path: folder.file, schema: Sample.schema, now: { Sample.moment }, readers: readers)
  }

  @Test("A command that has the file for itself starts no thread, and does its work where it is")
  func alone() async throws {
    let file = open(readers: nil)
    let here = UInt(pthread_self())
    let there = await file.writing { UInt(pthread_self()) }
    #expect(here == there)
    #expect(file.threads == nil)
  }

  @Test("A thread without work ends, and the next work starts one")
  func threadsEnd() async {
    let threads = WorkThreads(most: 2, idleLimit: .milliseconds(20))
    for _ in 1...2 {
      let isThere = await withTaskExecutorPreference(threads) { threads.count == 1 }
      #expect(isThere)
      while threads.count > 0 { await Task.yield() }
    }
  }

  @Test("A thread is started when somebody needs it, and one writer needs one")
  func startsLate() async throws {
    let file = open()
    let threads = try #require(file.threads)
    #expect(threads.writer.count == 0)
    try await add("Duke", to: file)
    try await add("Ohio", to: file)
    #expect(threads.writer.count == 1)
    #expect(threads.readers.count == 0)
    #expect(try await count(in: file) == 2)
    #expect(threads.readers.count == 1)
  }

  @Test("Who asks whether the file has changed waits for no write, and hears of each that is over")
  func revisionDoesNotWait() async throws {
    let file = open()
    try await add("Duke", to: file)
    let before = try file.revision()
    let (hasBegun, hasRead) = (Flag(), Flag())
    async let written: Void = file.writing { () throws(any Error) in
      try file.write { connection in
        try connection.execute("INSERT INTO schools (id, name) VALUES ('Ohio', 'Ohio')")
        hasBegun.raise()
        // The transaction stays open until the other task has read the revision, so that the read
        // happens during a write.
        while !hasRead.isRaised { sched_yield() }
      }
    }
    while !hasBegun.isRaised { await Task.yield() }
    #expect(try file.revision() == before)
    hasRead.raise()
    try await written
    #expect(try file.revision() == before + 1)
    #expect(try file.revision() == before + 1)
  }

  @Test("A file that took the place of another is a change, and its own changes are heard of")
  func revisionAfterRestore() async throws {
    let file = open()
    try await add("Duke", to: file)
    let backup = try file.backups.save(reason: "manual", at: Sample.moment)
    let before = try file.revision()
    _ = try file.restore(from: backup)
    let after = try file.revision()
    #expect(after > before)
    try await add("Ohio", to: file)
    #expect(try file.revision() > after)
  }

  @Test("Readers go on while a write is under way, and see nothing of it")
  func readersDoNotWait() async throws {
    let file = open()
    try await add("Duke", to: file)
    let (hasBegun, hasRead) = (Flag(), Flag())
    async let written: Void = file.writing { () throws(any Error) in
      try file.write { connection in
        try connection.execute("INSERT INTO schools (id, name) VALUES ('Ohio', 'Ohio')")
        hasBegun.raise()
        // The transaction stays open until another task has read, so that the read happens during a
        // write.
        while !hasRead.isRaised { sched_yield() }
      }
    }
    while !hasBegun.isRaised { await Task.yield() }
    var seen: [Int] = []
    for _ in 0..<20 { seen.append(try await count(in: file)) }
    hasRead.raise()
    try await written
    #expect(seen == Array(repeating: 1, count: 20))
    #expect(try await count(in: file) == 2)
  }

  @Test("Those who wait for the writer hold none of Swift's threads, however many they are")
  func nothingIsBlocked() async throws {
    let file = open()
    try await add("Duke", to: file)
    let others = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await file.writing { () throws(any Error) in
            try file.write { connection in
              try connection.execute(
                "INSERT INTO schools (id, name) VALUES (?1, ?1)", "School \(number)")
              // The transaction stays open until a hundred other tasks have run. If the waiting
              // writes blocked the threads of Swift's task pool, these tasks could not run.
              while others.count < 100 { sched_yield() }
            }
          }
        }
        group.addTask { others.add() }
      }
      try await group.waitForAll()
    }
    #expect(try await count(in: file) == 101)
    #expect(file.threads?.writer.count == 1)
  }

  @Test("Many readers and writers at once lose nothing, and each read is of one moment")
  func manyAtOnce() async throws {
    let file = open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask { try await add("School \(number)", to: file) }
        group.addTask {
          try await file.reading { () throws(any Error) in
            try file.read { connection in
              let first = try connection.one("SELECT count(*) FROM schools") { try $0.int(0) }
              let nested = try file.read {
                try $0.one("SELECT count(*) FROM schools") { row in try row.int(0) }
              }
              #expect(first == nested)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await count(in: file) == 60)
    #expect((file.threads?.readers.count ?? 0) <= 3)
  }

  @Test("What was read within a write sees the write; a write within a read is refused")
  func nested() async throws {
    let file = open()
    try await file.writing { () throws(any Error) in
      try file.write { connection in
        try connection.execute("INSERT INTO schools (id, name) VALUES ('Duke', 'Duke')")
        let inside = try file.read {
          try $0.one("SELECT count(*) FROM schools") { row in try row.int(0) }
        }
        #expect(inside == 1)
      }
    }
    await #expect(throws: PersistenceError.self) {
      try await file.reading { () throws(any Error) in
        try file.read { _ in try file.write { _ in } }
      }
    }
    await #expect(throws: SQLiteError.self, "a reader's connection changes nothing") {
      try await file.reading { () throws(any Error) in
        try file.read { try $0.execute("DELETE FROM schools") }
      }
    }
  }

  @Test("A restore waits for readers, and every later reader sees what was restored")
  func restored() async throws {
    let file = open()
    try await add("Duke", to: file)
    let backup = try await file.writing { () throws(any Error) in try file.backUp() }
    try await add("Ohio", to: file)
    #expect(try await count(in: file) == 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let seen = try await count(in: file)
          #expect([1, 2].contains(seen))
        }
      }
      group.addTask {
        _ = try await file.writing { () throws(any Error) in try file.restore(from: backup) }
      }
      try await group.waitForAll()
    }
    for _ in 0..<8 { #expect(try await count(in: file) == 1) }
    file.close()
    #expect(try await count(in: file) == 1)
  }

  @Test("Readers notice that the path leads to another file")
  func exchanged() async throws {
    let file = open()
    try await add("Duke", to: file)
    #expect(try await count(in: file) == 1)
    try #require(rename(folder.file, folder.file + ".old") == 0)
    await #expect(throws: PersistenceError.self) { _ = try await count(in: file) }
    try #require(rename(folder.file + ".old", folder.file) == 0)
    #expect(try await count(in: file) == 1)
  }

  @Test("The threads end with the file")
  func freed() async throws {
    weak var readers: WorkThreads?
    weak var pool: ReaderPool?
    do {
      let file = open()
      try await add("Duke", to: file)
      #expect(try await count(in: file) == 1)
      readers = file.threads?.readers
      pool = file.threads?.pool
    }
    #expect(readers == nil)
    #expect(pool == nil)
  }
}

private func add(_ name: String, to file: DataFile) async throws {
  try await file.writing { () throws(any Error) in
    try file.write { try $0.execute("INSERT INTO schools (id, name) VALUES (?1, ?1)", name) }
  }
}

private func count(in file: DataFile) async throws -> Int {
  try await file.reading { () throws(any Error) in
    try file.read { try $0.one("SELECT count(*) FROM schools") { row in try row.int(0) } }
  }
}

/// A signal between threads, which is raised once and never lowered.
private final class Flag: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .relaxed) }
  var isRaised: Bool { raised.load(ordering: .relaxed) }
}

private final class Counter: Sendable {
  private let counted = Atomic(0)

  func add() { counted.add(1, ordering: .relaxed) }
  var count: Int { counted.load(ordering: .relaxed) }
}
