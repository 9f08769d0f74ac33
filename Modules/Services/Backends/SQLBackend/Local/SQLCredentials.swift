public import Auth
import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension SQLBackend {
  /// The store of profiles, credentials (stored passphrases) and sessions, with which people sign
  /// in. Credentials and sessions are in tables that are local to this file, which undo does not
  /// change and a sync does not send.
  public var credentials: CredentialStore {
    CredentialStore {
      $0.profiles.implement { () throws(Problem) in
        let summaries = try await self.people.profiles()
        let (guarded, elsewhere) = try self.answering {
          try self.file.read { connection -> ([RecordID], Set<RecordID>) in
            let known = try connection.query(
              "SELECT user_id, passphrase_hash IS NOT NULL FROM local_credentials"
            ) { row in (id: try row.recordID(0), isGuarded: try row.int(1) == 1) }
            // The sign-in does not list people who use the program on another computer only.
            // `local_credentials` has a row for each person who once set a passphrase on this
            // computer, even if it was removed later; these people stay in the list.
            let elsewhere = try Outbox(connection)?.peopleElsewhere(TableName.users.description)
            return (
              known.filter(\.isGuarded).map(\.id),
              (elsewhere ?? []).subtracting(known.map(\.id))
            )
          }
        }
        return summaries.filter { !elsewhere.contains($0.reference.id) }.map { summary in
          Profile(
            id: summary.reference.id, handle: summary.reference.handle,
            name: summary.reference.title, role: summary.role.rawValue,
            hasPassphrase: guarded.contains(summary.reference.id), difference: summary.difference)
        }
      }
      $0.credential.implement { person throws(Problem) in
        try self.answering { try self.file.read { try Self.credential(of: person, $0) } }
      }
      $0.replace.implement { old, new, sessions throws(Problem) in
        try self.answering {
          try self.file.write { connection in
            guard try Self.credential(of: new.userID, connection) == old else { return false }
            try connection.execute(
              """
              INSERT INTO local_credentials (user_id, passphrase_hash, failed_tries, last_tried_at)
              VALUES (?1, ?2, ?3, ?4)
              ON CONFLICT (user_id) DO UPDATE SET passphrase_hash = ?2, failed_tries = ?3, last_tried_at = ?4
              """, new.userID, new.passphraseHash, new.failedTries, new.lastTriedAt?.description)
            if let sessions {
              try connection.execute(
                "DELETE FROM local_sessions WHERE user_id = ? OR token_digest = ?", new.userID,
                sessions.ended)
              if let kept = sessions.kept { try connection.insert(kept) }
            }
            return true
          }
        }
      }
      $0.save.implement { session throws(Problem) in
        try self.answering { try self.file.write { try $0.insert(session) } }
      }
      $0.session.implement { digest throws(Problem) in
        try self.answering {
          try self.file.read { connection in
            try connection.first(
              "SELECT user_id, started_at, expires_at FROM local_sessions WHERE token_digest = ?",
              digest
            ) { row in
              SignInSession(
                userID: try row.recordID(0),
                startedAt: Instant(try row.text(1)) ?? Instant(milliseconds: 0),
                expiresAt: Instant(try row.text(2)) ?? Instant(milliseconds: 0),
                tokenDigest: digest)
            }
          }
        }
      }
      $0.deleteSession.implement { digest throws(Problem) in
        try self.forgetSessions("token_digest = ?", digest)
      }
      $0.deleteSessions.implement { person throws(Problem) in
        try self.forgetSessions("user_id = ?", person.description)
      }
      $0.deleteExpiredSessions.implement { now throws(Problem) in
        try self.forgetSessions("expires_at <= ?", now.description)
      }
    }
  }

  private func forgetSessions(_ condition: String, _ argument: String) throws(Problem) {
    try answering {
      try file.write { connection in
        try connection.execute("DELETE FROM local_sessions WHERE \(condition)", argument)
      }
    }
  }

  private static func credential(
    of person: RecordID, _ connection: DatabaseConnection
  ) throws -> Credential? {
    try connection.first(
      """
      SELECT passphrase_hash, failed_tries, last_tried_at FROM local_credentials WHERE user_id = ?
      """, person
    ) { row in
      Credential(
        userID: person, passphraseHash: try row.optionalText(0), failedTries: try row.int(1),
        lastTriedAt: try row.optionalText(2).flatMap { Instant($0) })
    }
  }
}

extension DatabaseConnection {
  fileprivate func insert(_ session: SignInSession) throws {
    try execute(
      """
      INSERT INTO local_sessions (token_digest, user_id, started_at, expires_at)
      VALUES (?, ?, ?, ?)
      """, session.tokenDigest, session.userID, session.startedAt.description,
      session.expiresAt.description)
  }
}
