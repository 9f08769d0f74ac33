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

/// The server's regular work: reading the database's clock, noting how far the database has come,
/// and deleting old rows once a day. If several servers share a database, the first of them to ask
/// deletes the rows.
final class ServerChores: Sendable {
  let clock = SharedClock()
  private let connection: String
  private let database: Database
  private let memory: String?
  private let remembered = Mutex(ServerMemory())
  /// The position that the next write of the memory file stores.
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

  /// Compares the database with the server's memory file, which stores outside of the database how
  /// far the database's history had come.
  ///
  /// If the database is behind the file, it was restored from a backup. It then begins a new era,
  /// which makes devices send again what it lacks, and people who were erased after the backup are
  /// erased again. Accounts that were closed after the backup are closed again, even if no step of
  /// the history is missing. A database in which no step is missing may have been restored too: see
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
    // Erasing people may take longer than the time limit of an ordinary request.
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
      // The function treats a database as restored if its timeline is not that of the mark and the
      // step of the mark is missing. No step has the number -1, so the step is always missing here.
      let told = try await database.run(
        """
        SELECT compass.notice_restore(0, $1, compass.mark() || '{"timeline": "", "step": -1}')
        """, [known.erasedText])
      wasRestored = told.value == "t"
    }
    return (wasRestored, try await known.closeAgain(in: database))
  }

  /// Lets the database commit a transaction, and stores its position with the next write of the
  /// memory file. If the database is at an earlier position than before, it was put back while this
  /// server ran. The server then does what it does at its start after a restore.
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
      // This runs at regular intervals, so the next one notes a position.
    }
  }

  /// Writes the newest facts of the database into the server's memory file, which shows after a
  /// restore that the database is older than the file. If the disk refuses the write, the next call
  /// tries again.
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
      // If the database does not answer, the next round sets the clock and deletes old rows.
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
      // This runs at regular intervals, so rows that could not be deleted now are deleted later.
    }
  }
}
