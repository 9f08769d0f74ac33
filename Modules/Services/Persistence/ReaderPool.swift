import Glibc
import SQLite

/// The connections that only read, beside the one that writes: as many as threads read at once, up to a limit.
final class ReaderPool: @unchecked Sendable {
  // Unchecked because the compiler does not know `mutex`: it guards everything below, and a connection that is lent is used by
  // the thread it was lent to alone. The mutex never moves.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let bell: UnsafeMutablePointer<pthread_cond_t>
  private let most: Int
  private var idle: [DatabaseConnection] = []
  private var lent: [UInt: DatabaseConnection] = [:]
  /// How many are open or being opened.
  private var count = 0
  private var openIdentity: FileIdentity?
  /// Closings under way, which let nobody begin.
  private var closings = 0

  init(most: Int) {
    self.most = max(1, most)
    mutex = .allocate(capacity: 1)
    bell = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(bell, nil)
  }

  deinit {
    pthread_cond_destroy(bell)
    pthread_mutex_destroy(mutex)
    bell.deallocate()
    mutex.deallocate()
  }

  /// The file that the connections are of; nil while none is open.
  var identity: FileIdentity? {
    get { locked { openIdentity } }
    set { locked { openIdentity = newValue } }
  }

  /// The connection that this thread reads with already; what is read within a read sees the same moment.
  var own: DatabaseConnection? { locked { lent[Self.thread] } }

  /// Lends this thread a connection for the body, and waits for one when all are lent.
  func withConnection<Result>(
    open: () throws -> DatabaseConnection, _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    let thread = Self.thread
    let connection = try borrow(thread, open)
    defer { giveBack(connection, thread) }
    return try body(connection)
  }

  /// Waits until nobody reads, closes all connections, and lets nobody begin while the body runs.
  func closed<Result>(_ body: () throws -> Result) rethrows -> Result {
    locked {
      closings += 1
      while count > idle.count { pthread_cond_wait(bell, mutex) }
      dropIdle()
    }
    defer {
      locked {
        closings -= 1
        pthread_cond_broadcast(bell)
      }
    }
    return try body()
  }

  /// Closes what nobody uses.
  func closeIdle() { locked { dropIdle() } }

  private func borrow(_ thread: UInt, _ open: () throws -> DatabaseConnection) throws
    -> DatabaseConnection
  {
    let found: DatabaseConnection? = locked {
      while closings > 0 || (idle.isEmpty && count >= most) { pthread_cond_wait(bell, mutex) }
      if let connection = idle.popLast() {
        lent[thread] = connection
        return connection
      }
      count += 1
      return nil
    }
    if let found { return found }
    do {
      let made = try open()
      locked { lent[thread] = made }
      return made
    } catch {
      locked {
        count -= 1
        pthread_cond_broadcast(bell)
      }
      throw error
    }
  }

  private func giveBack(_ connection: DatabaseConnection, _ thread: UInt) {
    locked {
      lent[thread] = nil
      idle.append(connection)
      pthread_cond_broadcast(bell)
    }
  }

  private func dropIdle() {
    count -= idle.count
    idle = []
    openIdentity = nil
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  private static var thread: UInt { UInt(pthread_self()) }
}
