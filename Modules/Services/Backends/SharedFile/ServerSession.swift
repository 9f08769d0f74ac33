import Auth
package import Basics
import Domain
import Persistence
import Sharing
import Supabase
import Synchronization

/// The session of an account at the server, which is stored among the secrets of this computer.
package struct ServerSession: Sendable {
  let secrets: SecretStore
  let name: String
  /// The path of the family's data file. A lock file beside it keeps two processes from renewing
  /// the session at the same time.
  let file: String

  /// The name under which the session of an account is stored among the secrets.
  package static func name(of account: RecordID) -> String { "server \(account)" }

  func read() async throws(Problem) -> Session? {
    try await secrets.read(name).flatMap(Session.init(reading:))
  }

  func keep(_ session: Session) async throws(Problem) {
    try await secrets.save(session.text, as: name)
  }

  func forget() async throws(Problem) { try await secrets.remove(name) }

  var keeper: SessionKeeper {
    SessionKeeper(
      read: { () throws(Problem) in try await self.read() },
      keep: { session throws(Problem) in
        if let session { try await self.keep(session) } else { try await self.forget() }
      },
      alone: { work throws(Problem) in
        // The lock prevents two processes from renewing the session at the same time. If another
        // process keeps the lock too long, the session is renewed without it: two renewals at the
        // same time may end a session, but without a renewal the session would expire in any case.
        let lock = try? await FileLock.wait(
          for: .session, beside: self.file, atMost: .seconds(20))
        await work()
        lock?.end()
      })
  }
}

extension SessionKeeper {
  /// Returns a session keeper that stores the session only in memory, for an account whose id is
  /// not known yet.
  static func inMemory() -> SessionKeeper {
    let session = MemoryCell()
    return SessionKeeper(
      read: { () throws(Problem) in session.value.withLock { $0 } },
      keep: { new throws(Problem) in session.value.withLock { $0 = new } },
      alone: { work throws(Problem) in await work() })
  }

  private final class MemoryCell: Sendable {
    let value = Mutex<Session?>(nil)
  }
}
