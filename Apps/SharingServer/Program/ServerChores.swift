import CivilTime
import Glibc
import PostgreSQL
import Synchronization

/// The database's time: servers whose own clocks differ give tokens that the others take.
final class SharedClock: Sendable {
  /// Milliseconds that the database is ahead of this machine.
  private let ahead = Mutex<Int64>(0)

  func shared(_ own: Instant) -> Instant { own.adding(milliseconds: ahead.withLock { $0 }) }

  func set(databaseHas database: Instant, systemHas system: Instant) {
    ahead.withLock { $0 = database.milliseconds - system.milliseconds }
  }
}

extension Instant {
  /// By this machine's clock.
  static var ofSystem: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// What a server does by itself now and then: it takes the database's time, and has what is old taken away, once a day, whichever
/// server asks first.
final class ServerChores: Sendable {
  let clock = SharedClock()
  private let connection: String
  private let database: Database
  private let work = Mutex<Task<Void, Never>?>(nil)

  private static let rhythm = Duration.seconds(300)

  /// - Parameter database: for what takes no time.
  init(_ config: ServerConfig, _ database: Database) {
    connection = config.database
    self.database = database
  }

  deinit { work.withLock { $0?.cancel() } }

  func setClock() async throws(DatabaseFailure) {
    let told = try await database.run(
      "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    guard let now = told.value.flatMap({ Int64($0) }) else { return }
    clock.set(databaseHas: Instant(milliseconds: now), systemHas: .ofSystem)
  }

  func begin() {
    let task = Task { [weak self] in
      while !Task.isCancelled {
        await self?.round()
        try? await Task.sleep(for: Self.rhythm)
      }
    }
    work.withLock { $0 = task }
  }

  private func round() async {
    do throws(DatabaseFailure) {
      try await setClock()
    } catch {
      // A database that cannot be asked now is asked the next time.
      return
    }
    await tidyUp()
  }

  /// Over a connection of its own, which ends with it: it may take minutes.
  func tidyUp() async {
    var settings = DatabaseSettings(connection: connection)
    settings.connections = 1
    settings.statementSeconds = 600
    let database = Database(settings)
    do throws(DatabaseFailure) {
      _ = try await database.run("SELECT compass.tidy_up()")
    } catch {
      // The next round tries again.
    }
  }
}
