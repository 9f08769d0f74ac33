import Glibc
import SQLite
import Threads

/// The read-only connections to a data file, besides the one that writes: one for each thread that
/// reads at the moment, up to a limit.
final class ReaderPool: @unchecked Sendable {
  // `Sendable` is unchecked because the compiler cannot see that `monitor` guards all properties
  // below, and that only the borrowing thread uses a lent connection.
  private let monitor = Monitor()
  private let most: Int
  private var idle: [DatabaseConnection] = []
  private var lent: [UInt: DatabaseConnection] = [:]
  /// How many connections are open or being opened.
  private var count = 0
  private var openIdentity: FileIdentity?
  /// The number of running calls of the method `closed`, which closes all connections. While there
  /// is one, no read may begin.
  private var closings = 0

  init(most: Int) {
    self.most = max(1, most)
  }

  /// The identity (device and inode) of the open data file, which the writer stores here so that a
  /// reader can compare it without waiting for a write; nil until the data file is opened.
  var identity: FileIdentity? {
    get { monitor.locked { openIdentity } }
    set { monitor.locked { openIdentity = newValue } }
  }

  /// The connection with which this thread already reads; nil if it does not read. A nested read
  /// sees the same snapshot.
  var own: DatabaseConnection? { monitor.locked { lent[Self.thread] } }

  /// Lends this thread a connection for `body`, and waits for one when all are in use.
  func withConnection<Result>(
    open: () throws -> DatabaseConnection, _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    let thread = Self.thread
    let connection = try borrow(thread, open)
    defer { giveBack(connection, thread) }
    return try body(connection)
  }

  /// Waits until all reads have ended, closes all connections, and blocks new reads while `body`
  /// runs.
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

  /// Closes the unused connections.
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
