import Basics
import Domain
import Persistence
import SQLite

/// Checks who may export, back up or restore the data file as a whole, and which other people have
/// to agree.
struct WholeFileGuard: Sendable {
  let backend: SQLBackend
  let proving: @Sendable (RecordID, SecretText) async throws(Problem) -> Void

  /// Throws unless the caller may use the file in this way. Any user may back up, inspect or
  /// restore a file without people.
  func require(_ use: WholeFileUse) async throws(Problem) {
    if try hasNobodyToAsk(use) { return }
    try await backend.read { scope in try scope.require(use) }
  }

  /// Returns the other people who have to give their passphrase, ordered by handle.
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
    // Checking a passphrase takes time, and a person may have set another one meanwhile.
    guard try await self.guards(of: use) == guards else {
      throw Problem(.conflict, "A passphrase was changed meanwhile.", fix: "Try again.")
    }
  }

  func reasonForCopyBeforeRestore() async throws(Problem) -> String {
    let reason = "before-restore"
    if try hasNobodyToAsk(.restore) { return reason }
    return try await backend.read { scope in try scope.backupReason(reason) }
  }

  /// Returns whether the file has no people to ask, because it is missing, empty or unreadable. Any user who can write its folder may
  /// then restore a backup.
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

  /// Adds the caller's handle to the reason of a backup, because each person's newest backups are kept separately.
  func backupReason(_ reason: String) throws -> String {
    let number = try connection.handles.number(.person, of: caller.id)
    return number.map { "\(reason)-\(ReferenceKind.person.letter)\($0)" } ?? reason
  }
}

extension Problem {
  /// The problem that names the people who have to agree, and the options for hosts that cannot ask
  /// them.
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
