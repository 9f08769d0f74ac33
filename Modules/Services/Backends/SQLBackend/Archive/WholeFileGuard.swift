import Basics
import Domain
import Persistence
import SQLite

/// Checks who may copy, back up, inspect or restore the data file as a whole, and which other
/// people have to agree with their passphrase.
struct WholeFileGuard: Sendable {
  let backend: SQLBackend
  let proving: @Sendable (RecordID, SecretText) async throws(Problem) -> Void

  /// Throws unless the caller (the signed-in person) may use the data file as a whole for this
  /// purpose, such as a backup or a restore.
  ///
  /// If the file has no profiles yet, no person can sign in, so any user of the computer may back
  /// it up, inspect a backup, or restore one.
  func require(_ use: WholeFileUse) async throws(Problem) {
    if try hasNobodyToAsk(use) { return }
    try await backend.read { scope in try scope.require(use) }
  }

  /// Returns the other people who have to agree to this use of the data file with their passphrase,
  /// ordered by their number (the 2 in `p2`).
  ///
  /// It is empty for a use that needs no agreement, and for a file without people.
  func guards(of use: WholeFileUse) async throws(Problem) -> [Reference] {
    if try hasNobodyToAsk(use) { return [] }
    return try await backend.read { scope in
      try scope.require(use)
      return Authority.asksOthers(for: use) ? try scope.othersWithPassphrase() : []
    }
  }

  func agree(
    on use: WholeFileUse, _ passphrases: [SecretText]
  ) async throws(Problem) {
    let guards = try await guards(of: use)
    guard passphrases.count >= guards.count else { throw .passphrasesNeeded(of: guards) }
    for (person, passphrase) in zip(guards, passphrases) {
      try await proving(person.id, passphrase)
    }
    // The list of people who have to agree is read again, because checking the passphrases takes
    // time, and another process may have set a passphrase for a further person meanwhile. If the
    // list has changed, the operation fails.
    guard try await self.guards(of: use) == guards else {
      throw Problem(.conflict, "A passphrase was changed meanwhile.", fix: "Try again.")
    }
  }

  func reasonForCopyBeforeRestore() async throws(Problem) -> String {
    let reason = "before-restore"
    if try hasNobodyToAsk(.restore) { return reason }
    return try await backend.read { scope in try scope.backupReason(reason) }
  }

  /// Returns whether the data file has no people who could be asked, because it is missing, empty
  /// or unreadable.
  ///
  /// Any user who can write its folder may then restore a backup. The answer is always false for a
  /// copy to another place, such as a USB stick: such a copy needs the agreement of the people in
  /// the file.
  private func hasNobodyToAsk(_ use: WholeFileUse) throws(Problem) -> Bool {
    guard use != .takeAlong else { return false }
    return try !backend.hasAnybody()
  }
}

extension Scope {
  fileprivate func require(_ use: WholeFileUse) throws {
    guard Authority.decide(use, by: caller.role) == .allowed else {
      throw Problem(
        .refused, Problem.readOnly.title,
        details: [
          "The whole file holds what is private to others: it is the athlete's to take or replace."
        ],
        fix: "Take along what is yours:  export")
    }
  }

  fileprivate func othersWithPassphrase() throws -> [Reference] {
    let ids = try connection.query(
      """
      SELECT user_id FROM local_credentials JOIN users ON users.id = user_id
      LEFT JOIN handles ON handles.kind = ? AND handles.id = user_id
      WHERE passphrase_hash IS NOT NULL AND user_id <> ? ORDER BY handles.number
      """, ReferenceKind.person.key, caller.id
    ) { row in try row.recordID(0) }
    return try ids.map { try reference(toPerson: $0) }
  }

  /// Returns the reason of a backup followed by the signed-in person's handle (a short name such as
  /// `p2`), for example `by-hand-p2`. It becomes a part of the backup's file name. The number of
  /// stored backups is limited for each handle separately, so that one person's backups do not
  /// displace those of others.
  func backupReason(_ reason: String) throws -> String {
    let number = try connection.handles.number(.person, of: caller.id)
    return number.map { "\(reason)-\(ReferenceKind.person.letter)\($0)" } ?? reason
  }
}

extension Problem {
  /// The problem that an operation on the whole data file was called without the passphrases that
  /// it needs.
  ///
  /// It names the people who have to agree, and the command-line options for programs that cannot
  /// ask for a passphrase.
  static func passphrasesNeeded(of people: [Reference]) -> Problem {
    let names = people.map(\.title).joined(separator: ", ")
    return Problem(
      .signInNeeded,
      people.count == 1 ? "\(names) has a passphrase." : "These people have passphrases: \(names).",
      fix: people.count == 1
        ? "Give it with --passphrase-file FILE or --passphrase-fd N."
        : "Give each in this order with --passphrase-file FILE or --passphrase-fd N.")
  }
}
