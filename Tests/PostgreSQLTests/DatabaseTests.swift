import Glibc
import Synchronization
import Testing
import ToolTesting

@testable import PostgreSQL

@Suite("A real PostgreSQL over a few connections")
struct DatabaseTests {
  private func database(
    _ change: (inout DatabaseSettings) -> Void = { _ in }
  ) throws -> Database {
    var settings = DatabaseSettings(connection: try Cluster.shared.get().connection)
    change(&settings)
    return Database(settings)
  }

  private func failure(_ work: () async throws -> [DatabaseRows]) async -> DatabaseFailure? {
    do {
      _ = try await work()
      return nil
    } catch {
      return error as? DatabaseFailure
    }
  }

  @Test(
    "What is said about a connection has no password of it",
    arguments: [
      ("host=/x password=geheim dbname=d", "about geheim and /x", "about … and /x"),
      ("host=/x password='two words' user=u", "after \"words'\"", "after \"…'\""),
      ("host=/x password=two words user=u", "after \"words\" in", "after \"…\" in"),
      ("postgres://u:ge@heim@host/d", "no host \"heim@host\"", "no host \"…@host\""),
      ("postgres://u:geheim@host/d", "geheim at host", "… at host"),
      ("host=/x user=u dbname=d", "role \"u\" does not exist", "role \"u\" does not exist"),
    ])
  func secrets(connection: String, words: String, shown: String) {
    #expect(ConnectionSecrets(in: connection).hidden(in: words) == shown)
  }

  @Test(
    "A connection that cannot be read is named before anything connects",
    arguments: [
      ("host=/x user=u dbname=d", nil), ("postgres://u@host/d", nil), ("dbname=d", nil),
      ("hos=/x", "invalid connection option \"hos\""),
      ("d", "missing \"=\" after \"d\" in connection info string"),
      ("host=/x password=ge\\'heim 'x", "missing \"=\""),
    ] as [(String, String?)])
  func faults(connection: String, fault: String?) {
    let found = DatabaseSettings.fault(in: connection)
    guard let fault else {
      #expect(found == nil)
      return
    }
    #expect(found?.hasPrefix(fault) == true && found?.contains("heim") == false)
  }

  @Test(
    "Every connection asks after a silent database, and the configured string can set other times",
    arguments: ["host=/x dbname=d", "postgres://u@host/d"])
  func keepalives(connection: String) throws {
    let own = "keepalives_idle=30 keepalives_interval=10 keepalives_count=3 tcp_user_timeout=30000"
    let whole = DatabaseSettings(connection: connection).whole
    let place = try #require(whole.firstRange(of: own))
    #expect(whole[place.upperBound...].contains(connection))
    #expect(DatabaseSettings.fault(in: whole) == nil)
  }

  @Test("A wrong name, role or member of the connection is named")
  func unreachable() async throws {
    let folder = try Cluster.shared.get().folder
    for (connection, word) in [
      ("host=\(folder) user=postgres dbname=nowhere", "nowhere"),
      ("host=\(folder) user=nobody_here dbname=postgres", "nobody_here"),
      ("host=\(folder) usr=postgres dbname=postgres", "usr"),
    ] {
      let told = await failure {
        try await Database(DatabaseSettings(connection: connection)).run([Statement("SELECT 1")])
      }
      guard case .unreachable(let words) = told else {
        Issue.record("\(connection)")
        continue
      }
      #expect(words.contains(word), "\(words)")
    }
  }

  @Test("Values are values, whatever stands in them")
  func values() async throws {
    let database = try database()
    let hostile = "'; DROP TABLE x; -- $1 \\ \" é 🎉\n"
    let rows = try await database.run(
      "SELECT $1::text, $2::int + 1, $3::text", [hostile, "41", nil])
    #expect(rows.rows == [[hostile, "42", nil]])
    let empty = try await database.run("SELECT 1 WHERE false")
    #expect(empty.rows == [] && empty.value == nil)
  }

  @Test("Statements that are sent together are one transaction, and their settings end with it")
  func transaction() async throws {
    let database = try database { $0.connections = 1 }
    let results = try await database.run([
      Statement("SELECT set_config('request.jwt.claims', $1, true)", ["{\"sub\":\"sam\"}"]),
      Statement("SELECT current_setting('request.jwt.claims', true)"),
    ])
    #expect(results[1].value == "{\"sub\":\"sam\"}")
    let after = try await database.run("SELECT current_setting('request.jwt.claims', true)")
    #expect(after.value == "")
    try await database.script("CREATE TABLE whole (id int PRIMARY KEY)")
    let failure = await failure {
      try await database.run([
        Statement("INSERT INTO whole VALUES ($1)", ["1"]),
        Statement("INSERT INTO whole VALUES ($1)", ["1"]),
        Statement("INSERT INTO whole VALUES ($1)", ["2"]),
      ])
    }
    guard case .refused(let refusal) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(refusal.state == "23505" && refusal.details == "Key (id)=(1) already exists.")
    let count = try await database.run("SELECT count(*) FROM whole")
    #expect(count.value == "0")
  }

  @Test("A rule that waits for the end of the transaction refuses it, and the connection goes on")
  func deferred() async throws {
    let database = try database { $0.connections = 1 }
    try await database.script(
      """
      CREATE TABLE parents (id int PRIMARY KEY);
      CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
      """)
    let failure = await failure {
      try await database.run([Statement("INSERT INTO children VALUES (7)")])
    }
    guard case .refused(let refusal) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(refusal.state == "23503")
    let count = try await database.run("SELECT count(*) FROM children")
    #expect(count.value == "0")
  }

  @Test("What was sent before is kept planned, up to a number, whatever is refused in between")
  func kept() async throws {
    let database = try database { $0.connections = 1 }
    let kept = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE $1"
    for number in 1...5 {
      let sum = try await database.run("SELECT 40 + $1::int", [String(number)])
      #expect(sum.value == String(40 + number))
    }
    #expect(try await database.run(kept, ["SELECT 40 +%"]).value == "1")
    for number in 0..<300 {
      let one = try await database.run([
        Statement("SELECT \(number)"), Statement("SELECT -\(number)"),
      ])
      #expect(one.map(\.value) == [String(number), String(-number)])
    }
    let count = try await database.run(kept, ["%"]).value.flatMap { Int($0) } ?? 0
    #expect((1...70).contains(count))
    for _ in 1...3 {
      let refused = await failure {
        try await database.run([
          Statement("SELECT 'before'"), Statement("SELECT nothing_of_the_kind"),
          Statement("SELECT 'after'"),
        ])
      }
      #expect(refused != nil)
    }
    let again = try await database.run([Statement("SELECT 'before'"), Statement("SELECT 'after'")])
    #expect(again.map(\.value) == ["before", "after"])
    let long = "SELECT '" + String(repeating: "x", count: 10_000) + "'"
    #expect(try await database.run(long).value?.count == 10_000)
    #expect(try await database.run(kept, ["SELECT 'xxx%"]).value == "0")
  }

  @Test("A statement whose table has changed is planned anew")
  func outdated() async throws {
    let database = try database { $0.connections = 1 }
    try await database.script("CREATE TABLE changing (a int); INSERT INTO changing VALUES (1)")
    #expect(try await database.run("SELECT * FROM changing").rows == [["1"]])
    try await database.script("ALTER TABLE changing ADD b int DEFAULT 2")
    // The connection has prepared the statement for the old table. The first query may fail because
    // of this, and the second one must work.
    _ = await failure { [try await database.run("SELECT * FROM changing")] }
    #expect(try await database.run("SELECT * FROM changing").rows == [["1", "2"]])
    try await database.script("DROP TABLE changing")
  }

  @Test("Reading is reading: a transaction that is told so refuses to write")
  func readOnly() async throws {
    let database = try database()
    let failure = await failure {
      try await database.run([
        Statement("SELECT set_config('transaction_read_only', 'on', true)"),
        Statement("CREATE TABLE never (id int)"),
      ])
    }
    guard case .refused(let refusal) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(refusal.state == "25006")
  }

  @Test("A hundred that ask at once share a few connections")
  func together() async throws {
    let database = try database { $0.connections = 3 }
    let answers = await withTaskGroup(of: (String?, String?).self) { group in
      for number in 0..<100 {
        group.addTask {
          let rows = try? await database.run("SELECT $1::text, pg_backend_pid()", ["\(number)"])
          return (rows?.rows[0][0], rows?.rows[0][1])
        }
      }
      return await group.reduce(into: [(String?, String?)]()) { $0.append($1) }
    }
    #expect(Set(answers.map(\.0)) == Set((0..<100).map { "\($0)" }))
    #expect((1...3).contains(Set(answers.map(\.1)).count))
  }

  @Test("A connection that was cut is made anew, and a statement that is cut is not run twice")
  func cut() async throws {
    let database = try database { $0.connections = 1 }
    let admin = try self.database { $0.connections = 1 }
    let first = try await database.run("SELECT pg_backend_pid()").value
    _ = try await admin.run("SELECT pg_terminate_backend($1::int, 5000)", [first])
    let second = try await database.run("SELECT pg_backend_pid()").value
    #expect(second != nil && second != first)
    let failure = await failure {
      try await database.run([Statement("SELECT pg_terminate_backend(pg_backend_pid())")])
    }
    #expect(failure == .broken)
    let third = try await database.run("SELECT 3").value
    #expect(third == "3")
  }

  @Test("A statement that takes too long is ended by the database")
  func slow() async throws {
    let database = try database { $0.statementSeconds = 1 }
    let failure = await failure { try await database.run([Statement("SELECT pg_sleep(3600)")]) }
    guard case .refused(let refusal) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(refusal.state == "57014")
  }

  @Test("Where no database is, and where none is taken any more, that is said")
  func nowhere() async throws {
    let nowhere = Database(DatabaseSettings(connection: "host=/no/such/folder user=x dbname=x"))
    guard case .unreachable = await failure({ try await nowhere.run([Statement("SELECT 1")]) })
    else {
      Issue.record("A database was found in a folder that is not there.")
      return
    }
    let database = try database()
    database.close()
    #expect(await failure { try await database.run([Statement("SELECT 1")]) } == .closed)
    let missing = Database(
      DatabaseSettings(connection: ""), PostgreSQLLibrary("libpq-that-is-not-there.so"))
    #expect(await failure { try await missing.run([Statement("SELECT 1")]) } == .libraryMissing)
  }

  @Test("A URL keeps its quotes and backslashes inside of the connection string")
  func quoted() {
    let settings = DatabaseSettings(connection: #"postgresql://h/'a''b\c'"#)
    #expect(settings.whole.hasSuffix(#"dbname='postgresql://h/\'a\'\'b\\c\''"#))
  }

  @Test("One caller who waits for a lock leaves connections to the others")
  func fair() async throws {
    let database = try database {
      $0.connections = 3
      $0.lockSeconds = nil
      $0.statementSeconds = 3_600
    }
    let holder = try self.database { $0.connections = 1 }
    _ = try await holder.run("SELECT pg_advisory_lock(4711)")
    let done = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          _ = try? await database.run(
            [Statement("SELECT pg_advisory_xact_lock(4711)")], for: "sam")
          done.add()
        }
      }
      for _ in 0..<20 {
        let answer = try? await database.run([Statement("SELECT 'kim'")], for: "kim")
        #expect(answer?.first?.value == "kim")
      }
      #expect(done.count == 0)
      _ = try? await holder.run("SELECT pg_advisory_unlock(4711)")
      await group.waitForAll()
    }
    #expect(done.count == 8)
  }

  @Test("A lock that another has is waited for only so long")
  func locked() async throws {
    let database = try database { $0.lockSeconds = 1 }
    let holder = try self.database { $0.connections = 1 }
    _ = try await holder.run("SELECT pg_advisory_lock(4712)")
    let failure = await failure {
      try await database.run([Statement("SELECT pg_advisory_xact_lock(4712)")])
    }
    _ = try await holder.run("SELECT pg_advisory_unlock(4712)")
    guard case .refused(let refusal) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(refusal.state == "55P03")
  }

  @Test(
    "A database that hangs is given up, also while much is sent to it, and asked anew when it is back",
    arguments: [10, 30_000_000])
  func hangs(bytes: Int) async throws {
    let database = try database {
      $0.connections = 1
      $0.statementSeconds = 1
      $0.silenceSeconds = 1
    }
    let process = try #require(
      try await database.run("SELECT pg_backend_pid()").value.flatMap { Int32($0) })
    #expect(kill(process, SIGSTOP) == 0)
    let text = String(repeating: "x", count: bytes)
    let failure = await failure {
      try await database.run([Statement("SELECT length($1::text)", [text])])
    }
    kill(process, SIGCONT)
    #expect(failure == .broken)
    #expect(try await database.run("SELECT 'back'").value == "back")
  }

  @Test("A process of the database that hangs, and a script that waits, hold up no other request")
  func others() async throws {
    let database = try database {
      $0.connections = 3
      $0.statementSeconds = 3_600
      $0.lockSeconds = nil
    }
    let process = try #require(
      try await database.run("SELECT pg_backend_pid()").value.flatMap { Int32($0) })
    let holder = try self.database { $0.connections = 1 }
    _ = try await holder.run("SELECT pg_advisory_lock(4713)")
    #expect(kill(process, SIGSTOP) == 0)
    async let stopped = database.run("SELECT 'back'").value
    while database.load.inUse < 1 { await Task.yield() }
    async let script: Void = database.script(
      "SELECT pg_advisory_lock(4713); SELECT pg_advisory_unlock(4713)")
    while database.load.inUse < 2 { await Task.yield() }
    for _ in 0..<20 {
      #expect(try await database.run("SELECT 'kim'").value == "kim")
    }
    #expect(database.load.inUse == 2)
    kill(process, SIGCONT)
    #expect(try await stopped == "back")
    _ = try await holder.run("SELECT pg_advisory_unlock(4713)")
    try await script
  }

  @Test("A large result comes whole, and a statement that copies is given up")
  func large() async throws {
    let database = try database { $0.connections = 1 }
    let rows = try await database.run(
      "SELECT repeat('é', 100000) FROM generate_series(1, $1::int)", ["50"])
    #expect(rows.rows.count == 50 && rows.value == String(repeating: "é", count: 100_000))
    let failure = await failure {
      try await database.run([Statement("COPY (SELECT 1) TO STDOUT")])
    }
    #expect(failure == .broken)
    #expect(try await database.run("SELECT 'next'").value == "next")
  }

  @Test("A script whose connection is cut is not run again, and one that is refused says why")
  func scripts() async throws {
    let database = try database { $0.connections = 1 }
    await #expect(throws: DatabaseFailure.broken) {
      try await database.script("SELECT pg_terminate_backend(pg_backend_pid())")
    }
    do {
      try await database.script("SELECT 1; SELECT no_such_function()")
      Issue.record("The script went through.")
    } catch .refused(let refusal) {
      #expect(refusal.state == "42883")
    }
    try await database.script("SELECT 1; SELECT 2")
  }

  @Test("A connection that is free is used before another one is made")
  func reused() async throws {
    let database = try database { $0.connections = 3 }
    var processes: Set<String?> = []
    for _ in 0..<10 {
      processes.insert(try await database.run("SELECT pg_backend_pid()").value)
    }
    #expect(processes.count == 1)
  }

  @Test("Tasks on the database's executor share its thread, and go on after the database is closed")
  func executor() async throws {
    let database = try database()
    let executor = try #require(database.executor)
    let threads = await withTaskGroup(of: [UInt].self) { group in
      for number in 0..<50 {
        group.addTask(executorPreference: executor) {
          let before = Self.thread
          let answer = try? await database.run("SELECT $1::text", ["\(number)"]).value
          #expect(answer == "\(number)")
          return [before, Self.thread]
        }
      }
      return await group.reduce(into: Set<UInt>()) { $0.formUnion($1) }
    }
    #expect(threads.count == 1)
    database.close()
    let failure = await Task(executorPreference: executor) {
      await self.failure { try await database.run([Statement("SELECT 1")]) }
    }.value
    #expect(failure == .closed)
  }

  private static var thread: UInt { UInt(pthread_self()) }

  @Test("What has waited too long is not begun")
  func late() async throws {
    let database = try database {
      $0.connections = 1
      $0.waitingSeconds = 0
    }
    #expect(await failure { try await database.run([Statement("SELECT 1")]) } == .busy)
  }

  @Test(
    "More than may wait are turned away, and those who wait are told when nobody will serve them")
  func busy() {
    let told = Mutex<[DatabaseFailure]>([])
    var settings = DatabaseSettings(connection: "")
    settings.waiting = 1
    let queue = DatabaseQueue(settings)
    let job = DatabaseJob(work: .script("SELECT 1"), caller: nil, until: .now) { result in
      if case .failure(let failure) = result { told.withLock { $0.append(failure) } }
    }
    #expect(queue.add(job) == nil && queue.add(job) == .busy)
    #expect(queue.load == DatabaseLoad(limit: 8, inUse: 0, waiting: 1))
    queue.failAll(.unreachable("No threads."))
    #expect(told.withLock { $0 } == [.unreachable("No threads.")])
    #expect(queue.add(job) == nil)
    queue.close()
    #expect(queue.take() != nil)
    #expect(queue.load == DatabaseLoad(limit: 8, inUse: 1, waiting: 0))
    queue.finish(job)
    #expect(queue.load.inUse == 0 && queue.take() == nil)
    #expect(queue.next(canTake: true, isBusy: false) == .end)
  }
}

/// A counter that several tasks increment, to count the calls of a closure.
private final class Counter: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}
