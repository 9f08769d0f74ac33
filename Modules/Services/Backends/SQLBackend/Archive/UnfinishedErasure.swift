public import Basics
import Persistence
import SQLite

/// People and families whose rows are deleted, while files on the disk may still contain copies of them.
public struct UnfinishedErasure: Equatable, Sendable {
  public var people: [RecordID]
  public var families: [RecordID]

  /// Texts that occur in every copy of the erased data and nowhere else: the ids of the people and families.
  var traces: [String] { (people + families).map(\.description) }
}

/// The backups that an erasure deleted, and other files of the folder that contain erased data but
/// were not deleted.
struct FinishedErasure {
  var backups: [String] = []
  var copiesOfOthers: [String] = []
}

extension SQLBackend {
  /// The remaining work of an unfinished erasure; nil when there is none.
  public func unfinishedErasure() throws(Problem) -> UnfinishedErasure? {
    guard SystemFile.exists(file.path) || file.path == DatabaseConnection.inMemoryPath else {
      return nil
    }
    return try answering { try file.read { try $0.unfinishedErasure() } }
  }

  /// Continues an unfinished erasure that any process began. All its parts run again, because the
  /// interruption may have come after any of them.
  public func goOnErasing(
    beside: (UnfinishedErasure) async throws(Problem) -> Void
  ) async throws(Problem) {
    _ = try await finishErasing(beside: beside)
  }

  func finishErasing(
    beside: (UnfinishedErasure) async throws(Problem) -> Void
  ) async throws(Problem) -> FinishedErasure {
    var finished = FinishedErasure()
    // The loop reads the note of unfinished work again, because another erasure may begin while
    // this one runs.
    while let erasure = try unfinishedErasure() {
      // If `beside` fails, the copies are removed nevertheless, and the failure is thrown
      // afterwards.
      var trouble: Problem?
      do throws(Problem) { try await beside(erasure) } catch { trouble = error }
      try answering { try removeCopies(of: erasure, &finished) }
      if let trouble { throw trouble }
      try answering { try file.erasing { try $0.forget(erasure) } }
      // The deleted note contains no text of a person. If another program reads the database log
      // now, the note stays in the log until that program ends.
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

  /// The problem of a failure after the deletion. It must not read as if the data were still there.
  var afterDeletion: Problem {
    var told = Problem.notWhollyErased([])
    guard title != told.title else { return self }
    // The title says that the data is deleted; the failure itself becomes a detail.
    told.details = [title] + told.details
    if let fix { told.fix = fix }
    return told
  }
}

// MARK: - The note of unfinished work

extension DatabaseConnection {
  private static let key = "erasing"

  /// Adds people and families to the note of unfinished work. Their ids are stored without dashes,
  /// so that the search for copies of erased data does not find the note.
  func note(_ erasure: UnfinishedErasure) throws {
    var all = try unfinishedErasure() ?? UnfinishedErasure(people: [], families: [])
    all.people += erasure.people.filter { !all.people.contains($0) }
    all.families += erasure.families.filter { !all.families.contains($0) }
    try setMetadata(Self.key, all.stored)
  }

  func unfinishedErasure() throws -> UnfinishedErasure? {
    try metadata(Self.key).map(UnfinishedErasure.init(stored:))
  }

  /// Deletes the note of the remaining work, unless another erasure has added to it meanwhile.
  func forget(_ erasure: UnfinishedErasure) throws {
    try execute(
      "DELETE FROM compass_meta WHERE key = ? AND value = ?", Self.key, erasure.stored)
  }
}

extension UnfinishedErasure {
  /// The stored form of the ids: `p` or `f`, followed by 32 digits for each id.
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
