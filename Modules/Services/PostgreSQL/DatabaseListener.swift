import CPostgreSQL
import Glibc
import Synchronization

/// Listens for the notifications (`NOTIFY`) of a database, over a connection and a thread of its
/// own, until this object is released.
///
/// A notification that is sent while there is no connection is lost. Each new connection therefore
/// counts as a notification.
public final class DatabaseListener: Sendable {
  private let isOver = Ending()

  /// - Parameters:
  ///   - channel: the name of the channel, which must be a name without special characters.
  ///   - payload: the payload of the notifications for which `hear` is called. It is also called
  ///     for notifications without a payload.
  ///   - hear: is called on the listening thread, which listens again when it returns.
  public init(
    _ settings: DatabaseSettings, channel: String, payload: String,
    hear: @escaping @Sendable () -> Void
  ) {
    guard let calls = PostgreSQLLibrary.shared.calls else { return }
    _ = Listening(settings, calls, channel, payload, isOver, hear).startOnThread()
  }

  deinit { isOver.come() }
}

/// Tells the listening thread that it has to end.
private final class Ending: Sendable {
  private let hasCome = Mutex(false)

  var isHere: Bool { hasCome.withLock { $0 } }
  func come() { hasCome.withLock { $0 = true } }
}

/// The work of the listening thread.
private final class Listening: ThreadWork {
  private let settings: DatabaseSettings
  private let calls: OpaquePointer
  private let channel: String
  private let payload: String
  private let isOver: Ending
  private let hear: @Sendable () -> Void
  private var connection: OpaquePointer?

  init(
    _ settings: DatabaseSettings, _ calls: OpaquePointer, _ channel: String, _ payload: String,
    _ isOver: Ending, _ hear: @escaping @Sendable () -> Void
  ) {
    self.settings = settings
    self.calls = calls
    self.channel = channel
    self.payload = payload
    self.isOver = isOver
    self.hear = hear
  }

  func run() {
    while !isOver.isHere {
      guard let connection else {
        connect()
        if self.connection == nil { usleep(1_000_000) } else { hear() }
        continue
      }
      // The call waits for at most a second, so that the thread ends soon after this object is
      // released.
      let heard = compass_pq_heard(connection, payload, 1_000)
      if heard < 0 { drop() } else if heard > 0 { hear() }
    }
    drop()
  }

  private func connect() {
    connection = compass_pq_connect(calls, settings.whole)
    guard let connection else { return }
    guard compass_pq_is_good(connection) else { return drop() }
    if !compass_pq_script(connection, "LISTEN \(channel)") { drop() }
  }

  private func drop() {
    if let connection { compass_pq_close(connection) }
    connection = nil
  }
}
