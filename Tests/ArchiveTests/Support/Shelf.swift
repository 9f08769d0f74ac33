import Domain
import FeatureKit
import Synchronization

/// A replacement for the backups on the machine, which records its calls.
///
/// The real operations would search the disk for the backups of the family's file, and a file in
/// memory has none.
final class Shelf: Sendable {
  let backups: [String]
  /// The size of each backup: 1.2 MB.
  static let bytes = 1_258_400
  private let contents: BackupContents
  private let failure: Problem?
  private let asked = Mutex<[String]>([])

  init(
    _ backups: [String] = [], contents: BackupContents = BackupContents(people: [], records: []),
    failure: Problem? = nil
  ) {
    self.backups = backups
    self.contents = contents
    self.failure = failure
  }

  /// The names of the recorded calls, in order.
  var calls: [String] { asked.withLock { $0 } }

  private func note(_ words: [String]) throws(Problem) {
    asked.withLock { $0.append(words.joined(separator: " ")) }
    if let failure { throw failure }
  }

  /// Replaces the operations on backups by functions that only record the call. The look-up of the
  /// people who have to agree to an operation is recorded too, but the backend still answers it.
  func stand(in archive: inout ArchiveGateway) {
    let guards = archive.guards
    archive.guards.implement { use throws(Problem) in
      try self.note(["guards", "\(use)"])
      return try await guards(use)
    }
    archive.backups.implement { () throws(Problem) in
      try self.note(["backups"])
      return self.backups.map { BackupFile(name: $0, bytes: Self.bytes) }
    }
    archive.backUp.implement { () throws(Problem) in
      try self.note(["backUp"])
      return "/home/sam/backups/compass-20260210T120000000Z-by-hand.sqlite"
    }
    archive.copyFile.implement { passphrases, receive throws(Problem) in
      try self.note(["copyFile"] + passphrases.map(\.revealed))
      try receive(Array("SQLite format 3".utf8))
    }
    archive.inspect.implement { backup throws(Problem) in
      try self.note(["inspect", backup])
      return self.contents
    }
    archive.restore.implement { backup, passphrases, rights throws(Problem) in
      try self.note(
        ["restore", backup] + passphrases.map(\.revealed) + (rights == .kept ? [] : ["rights"]))
      return "/home/sam/backups/compass-20260210T120000000Z-before-restore.sqlite"
    }
  }
}
