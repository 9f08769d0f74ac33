package import CivilTime
import Glibc
import JSON
import PostgreSQL
import Synchronization

/// A clock that follows the database's clock, so that servers on machines with different clocks
/// accept each other's tokens.
final class SharedClock: Sendable {
  /// The number of milliseconds by which the database's clock is ahead of this machine's clock.
  private let ahead = Mutex<Int64>(0)

  func shared(_ own: Instant) -> Instant { own.adding(milliseconds: ahead.withLock { $0 }) }

  /// Corrects the clock by one reading of the database's clock.
  ///
  /// The database read its clock at an unknown moment between the question and the answer, so the
  /// true difference of the clocks lies in a range. The known difference is kept if it lies in the
  /// range, and otherwise moves to the nearer end. A slow answer therefore never makes the clock
  /// less accurate.
  func learn(databaseHad database: Instant, askedAt asked: Instant, answeredAt answered: Instant) {
    // If the answer came before the question by this machine's clock, the clock was set back
    // meanwhile, so the reading is useless.
    guard asked <= answered else { return }
    let least = database.milliseconds - answered.milliseconds
    let most = database.milliseconds - asked.milliseconds
    ahead.withLock { $0 = min(max($0, least), most) }
  }
}

extension Instant {
  /// The present time of this machine's clock.
  package static var ofSystem: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// The server's regular work: reading the database's clock, storing the number of the database's
/// newest transaction, and deleting old rows once a day. If several servers share a database, the
/// first of them to ask deletes the rows.
final class ServerChores: Sendable {
  let clock = SharedClock()
  private let connection: String
  private let database: Database
  private let memory: String?
  private let remembered = Mutex(ServerMemory())
  /// The database's newest known transaction, which the next write of the memory file stores. The
  /// memory file shows whether the database was restored from a backup.
  private let position = Mutex<DatabasePosition?>(nil)
  private let rounds = Rounds()

  private static let rhythm = Duration.seconds(300)
  private static let rhythmOfMemory = Duration.seconds(10)

  /// - Parameter database: connections on which each statement has a short time limit.
  init(_ config: ServerConfig, _ database: Database) {
    connection = config.database
    self.database = database
    memory = config.memory
  }

  /// Compares the database with the server's memory file, which stores outside of the database
  /// which step (a recorded change) was the newest.
  ///
  /// If the database lacks that step, it was restored from a backup. It then begins a new era,
  /// which makes devices send again what it lacks, and people who were erased after the backup are
  /// erased again. Accounts that were closed after the backup are closed again, even if the
  /// database lacks no step. A database that lacks no step may have been restored too: see
  /// `ServerMemory.isPutBack`.
  ///
  /// - Returns: whether the database was restored from a backup, and a sentence for each kind of
  ///   account that was closed again.
  func noticeRestore() async throws(DatabaseFailure) -> (wasRestored: Bool, closed: [String]) {
    guard let memory else { return (false, []) }
    let known = ServerMemory(readingFrom: memory)
    remembered.withLock { $0 = known }
    position.withLock { $0 = known.position }
    return try await compare(known)
  }

  private func compare(
    _ known: ServerMemory
  ) async throws(DatabaseFailure) -> (wasRestored: Bool, closed: [String]) {
    // Erasing people may take longer than the time limit of an ordinary request, so this connection
    // has a longer limit.
    var settings = DatabaseSettings(connection: connection)
    settings.connections = 1
    settings.statementSeconds = 600
    let database = Database(settings)
    var wasRestored = false
    if known.step > 0 || !known.erased.isEmpty {
      let told = try await database.run(
        "SELECT compass.notice_restore($1, $2, $3)",
        ["\(known.step)", known.erasedText, known.mark.text])
      wasRestored = told.value == "t"
    }
    if !wasRestored, try await known.isPutBack(database) {
      // The SQL function treats a database as restored if its timeline differs from the one in the
      // argument and the step (recorded change) in the argument is missing. No step has the number
      // -1, so the function treats the database as restored here.
      let told = try await database.run(
        """
        SELECT compass.notice_restore(0, $1, compass.mark() || '{"timeline": "", "step": -1}')
        """, [known.erasedText])
      wasRestored = told.value == "t"
    }
    return (wasRestored, try await known.closeAgain(in: database))
  }

  /// Commits a transaction, whose position (its number in the database) the next write of the
  /// memory file stores. If the database is at an earlier position than before, it was put back to
  /// an earlier moment while this server ran. The server then does the same as when it notices a
  /// restore at its start.
  func notePosition() async {
    guard memory != nil else { return }
    do throws(DatabaseFailure) {
      guard let reached = try await DatabasePosition.reached(in: database) else { return }
      guard let known = position.withLock({ $0 }), reached.isPutBack(since: known) else {
        position.withLock { $0 = reached }
        return
      }
      var memory = remembered.withLock { $0 }
      memory.position = known
      let (wasRestored, closed) = try await compare(memory)
      ServerCommands.logRestore(wasRestored, closed)
    } catch {
      // The failure is ignored. This function runs at regular intervals, so its next run commits
      // another transaction and stores its position.
    }
  }

  /// Writes the newest step (recorded change), erased people and closed accounts of the database
  /// into the server's memory file. After a restore, the file shows that the database is older. If
  /// the disk refuses the write, the next call tries again.
  func remember() async {
    guard let memory else { return }
    do {
      var known = remembered.withLock { $0 }
      let row = try await database.run(
        """
        SELECT step, array_to_string(erased, ' '), compass.mark(), accounts.closed($1)
        FROM compass.standing()
        """, [known.closed.text]
      ).rows.first
      known.step = max(known.step, row?[0].flatMap { Int64($0) } ?? 0)
      known.erased.formUnion((row?[1] ?? "").split(separator: " ").map(String.init))
      known.mark = try row?[2].map { try JSONValue.parse($0) } ?? [:]
      known.closed = try row?[3].map { try JSONValue.parse($0) } ?? known.closed
      known.position = position.withLock { $0 }
      guard known != remembered.withLock({ $0 }) else { return }
      try known.keep(at: memory)
      remembered.withLock { [known] in $0 = known }
    } catch {}
  }

  func setClock() async throws(DatabaseFailure) {
    let asked = Instant.ofSystem
    let told = try await database.run(
      "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    guard let now = told.value.flatMap({ Int64($0) }) else { return }
    clock.learn(
      databaseHad: Instant(milliseconds: now), askedAt: asked, answeredAt: .ofSystem)
  }

  func begin() {
    rounds.begin(every: Self.rhythm, isAtOnce: true) { [weak self] in await self?.round() }
    rounds.begin(every: Self.rhythmOfMemory, isAtOnce: true) { [weak self] in
      await self?.remember()
    }
  }

  private func round() async {
    do throws(DatabaseFailure) {
      try await setClock()
    } catch {
      // The database does not answer. The next round, some minutes later, sets the clock and
      // deletes old rows.
      return
    }
    await notePosition()
    await tidyUp()
  }

  /// Deletes old rows. A connection of its own has a longer time limit, because the deletion may
  /// take minutes.
  func tidyUp() async {
    var settings = DatabaseSettings(connection: connection)
    settings.connections = 1
    settings.statementSeconds = 600
    let database = Database(settings)
    do throws(DatabaseFailure) {
      _ = try await database.run("SELECT compass.tidy_up()")
    } catch {
      // The failure is ignored. This function runs at regular intervals, so its next run deletes
      // the rows.
    }
  }
}
