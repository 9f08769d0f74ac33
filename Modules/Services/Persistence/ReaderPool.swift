import Glibc
import SQLite
import Threads

/// The connections that only read, beside the one that writes: as many as threads read at once, up to a limit.
final class ReaderPool: @unchecked Sendable {
  // Unchecked because the compiler does not know that `monitor` guards everything below, and a connection that is lent is used by
  // the thread it was lent to alone.
  private let monitor = Monitor()
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
  }

  /// The file that the connections are of; nil while none is open.
  var identity: FileIdentity? {
    get { monitor.locked { openIdentity } }
    set { monitor.locked { openIdentity = newValue } }
  }

  /// The connection that this thread reads with already; what is read within a read sees the same moment.
  var own: DatabaseConnection? { monitor.locked { lent[Self.thread] } }

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
    monitor.locked {
      closings += 1
      while count > idle.count { monitor.wait() }
      dropIdle()
    }
    defer {
      monitor.locked {
        closings -= 1
        monitor.wakeAll()
      }
    }
    return try body()
  }

  /// Closes what nobody uses.
  func closeIdle() { monitor.locked { dropIdle() } }

  private func borrow(_ thread: UInt, _ open: () throws -> DatabaseConnection) throws
    -> DatabaseConnection
  {
    let found: DatabaseConnection? = monitor.locked {
      while closings > 0 || (idle.isEmpty && count >= most) { monitor.wait() }
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
      monitor.locked { lent[thread] = made }
      return made
    } catch {
      monitor.locked {
        count -= 1
        monitor.wakeAll()
      }
      throw error
    }
  }

  private func giveBack(_ connection: DatabaseConnection, _ thread: UInt) {
    monitor.locked {
      lent[thread] = nil
      idle.append(connection)
      monitor.wakeAll()
    }
  }

  private func dropIdle() {
    count -= idle.count
    idle = []
    openIdentity = nil
  }

  private static var thread: UInt { UInt(pthread_self()) }
}
