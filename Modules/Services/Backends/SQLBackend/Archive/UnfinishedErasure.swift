public import Basics
import Persistence
import SQLite

/// People and families whose rows are deleted, while copies of them may still be on the disk.
public struct UnfinishedErasure: Equatable, Sendable {
  public var people: [RecordID]
  public var families: [RecordID]

  /// What stands in every copy of what is erased, and nowhere else.
  var traces: [String] { (people + families).map(\.description) }
}

/// What went with the rows.
struct FinishedErasure {
  var backups: [String] = []
  var copiesOfOthers: [String] = []
}

extension SQLBackend {
  /// What an erasure that was begun has still to do; nil when nothing.
  public func unfinishedErasure() throws(Problem) -> UnfinishedErasure? {
    guard SystemFile.exists(file.path) || file.path == DatabaseConnection.inMemoryPath else {
      return nil
    }
    return try answering { try file.read { try $0.unfinishedErasure() } }
  }

  /// Goes on with an erasure that was begun, whoever began it. Each part can be done again: it may have been done before the
  /// interruption.
  public func goOnErasing(
    beside: (UnfinishedErasure) async throws(Problem) -> Void
  ) async throws(Problem) {
    _ = try await finishErasing(beside: beside)
  }

  func finishErasing(
    beside: (UnfinishedErasure) async throws(Problem) -> Void
  ) async throws(Problem) -> FinishedErasure {
    var finished = FinishedErasure()
    // Another one may be begun meanwhile.
    while let erasure = try unfinishedErasure() {
      // One part that cannot be done now keeps no other from being done.
      var trouble: Problem?
      do throws(Problem) { try await beside(erasure) } catch { trouble = error }
      try answering { try removeCopies(of: erasure, &finished) }
      if let trouble { throw trouble }
      try answering { try file.erasing { try $0.forget(erasure) } }
      // The note is no person's text; should a reader hold the log now, it goes when that one ends.
      _ = try? file.scrub()
    }
    return finished
  }

  private func removeCopies(
    of erasure: UnfinishedErasure, _ finished: inout FinishedErasure
  ) throws {
    var failure: (any Error)?
    var isLogEmpty = false
    do { isLogEmpty = try file.scrub() } catch { failure = error }
    let isCopied = !file.endCopies()
    finished.backups += try file.removeCopies(holding: erasure.traces)
    finished.copiesOfOthers = try file.copiesOfOthers(holding: erasure.traces)
    let left = try file.traces(of: erasure.traces)
    if let failure { throw failure }
    guard left.isEmpty, isLogEmpty, !isCopied else { throw Problem.notWhollyErased(left) }
  }
}

extension Problem {
  fileprivate static func notWhollyErased(_ paths: [String]) -> Problem {
    Problem(
      .failed, "The data is deleted, but copies of it are still on the disk.",
      details: paths.map { "\($0) still holds some." } + [
        "Nothing more has to be asked for: the next start goes on with it."
      ],
      fix: "Close every other program that has the file open, then start this one again.")
  }

  /// No failure that comes after the deletion may be told as if nothing had happened.
  var afterDeletion: Problem {
    var told = Problem.notWhollyErased([])
    guard title != told.title else { return self }
    // Its details speak of the part that failed, of which nothing was changed; the deletion stands.
    told.details = [title] + told.details
    if let fix { told.fix = fix }
    return told
  }
}

// MARK: - The note

extension DatabaseConnection {
  private static let key = "erasing"

  /// Adds to what is still to be done. The ids are written without their dashes, so that the note is not taken for a copy of
  /// what it is about.
  func note(_ erasure: UnfinishedErasure) throws {
    var all = try unfinishedErasure() ?? UnfinishedErasure(people: [], families: [])
    all.people += erasure.people.filter { !all.people.contains($0) }
    all.families += erasure.families.filter { !all.families.contains($0) }
    try setMetadata(Self.key, all.stored)
  }

  func unfinishedErasure() throws -> UnfinishedErasure? {
    try metadata(Self.key).map(UnfinishedErasure.init(stored:))
  }

  /// Nothing is forgotten that was added meanwhile.
  func forget(_ erasure: UnfinishedErasure) throws {
    try execute(
      "DELETE FROM compass_meta WHERE key = ? AND value = ?", Self.key, erasure.stored)
  }
}

extension UnfinishedErasure {
  /// `p` or `f` and 32 digits for each.
  fileprivate var stored: String {
    (people.map { "p" + $0.digits } + families.map { "f" + $0.digits }).joined(separator: " ")
  }

  fileprivate init(stored text: String) {
    func ids(_ letter: Character) -> [RecordID] {
      text.split(separator: " ").filter { $0.first == letter }
        .compactMap { RecordID(digits: $0.dropFirst()) }
    }
    self.init(people: ids("p"), families: ids("f"))
  }
}

extension RecordID {
  fileprivate var digits: String { description.filter { $0 != "-" } }

  fileprivate init?(digits: Substring) {
    guard let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.dropFirst(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }
}
