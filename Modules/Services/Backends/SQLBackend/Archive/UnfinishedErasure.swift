public import Basics
import Persistence
import SQLite

/// The people and families of an erasure that is not finished: their rows are deleted, but files on
/// the disk may still contain copies of the rows.
public struct UnfinishedErasure: Equatable, Sendable {
  public var people: [RecordID]
  public var families: [RecordID]

  /// The ids of the people and families. Every copy of the erased data contains one of these texts,
  /// and other data does not, so a search for them finds the copies. `RemainingPeople` finds the
  /// backups that contain a person under an earlier id.
  var traces: [String] { (people + families).map(\.description) }
}

/// The names of the backups that a finished erasure deleted, and of files in the data file's folder
/// that contain erased data but were not deleted, because the program did not make them.
struct FinishedErasure {
  var backups: [String] = []
  var copiesOfOthers: [String] = []
}

extension SQLBackend {
  /// Returns the people and families of an erasure that was begun and is not finished; nil if there
  /// is no such erasure.
  public func unfinishedErasure() throws(Problem) -> UnfinishedErasure? {
    guard SystemFile.exists(file.path) || file.path == DatabaseConnection.inMemoryPath else {
      return nil
    }
    return try answering { try file.read { try $0.unfinishedErasure() } }
  }

  /// Continues an erasure that this or another process began and did not finish. All its remaining
  /// deletions run from the beginning, because the file does not say at which one the erasure was
  /// interrupted.
  public func goOnErasing(
    beside: (UnfinishedErasure) async throws(Problem) -> Void
  ) async throws(Problem) {
    _ = try await finishErasing(beside: beside)
  }

  func finishErasing(
    beside: (UnfinishedErasure) async throws(Problem) -> Void
  ) async throws(Problem) -> FinishedErasure {
    var finished = FinishedErasure()
    // The note that an erasure is unfinished is read again after each round, because another
    // process may begin an erasure meanwhile.
    while let erasure = try unfinishedErasure() {
      // If `beside`, which deletes data outside of the data file, fails, the copies in the folder
      // of the data file are removed all the same. The failure is thrown afterwards, so that the
      // next attempt repeats the deletion.
      var trouble: Problem?
      do throws(Problem) { try await beside(erasure) } catch { trouble = error }
      try answering { try removeCopies(of: erasure, &finished) }
      if let trouble { throw trouble }
      try answering { try file.erasing { try $0.forget(erasure) } }
      // The data file is rewritten without its free pages, and its write-ahead log is emptied, so
      // that the deleted note of the unfinished erasure is gone from both. While another program
      // reads the log, this fails and the note stays in the log. That does no harm, because the
      // note contains only ids.
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
    let remaining = try file.read { try RemainingPeople($0) }
    finished.backups += try file.removeCopies(holding: erasure.traces, or: remaining.lackOne)
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

  /// The problem to show for a failure after the rows are deleted. Its title says that the data is
  /// deleted, so that the user does not believe that the data is still there.
  var afterDeletion: Problem {
    var told = Problem.notWhollyErased([])
    guard title != told.title else { return self }
    // The title of the shown problem says that the data is deleted. The title of the original
    // failure becomes the first detail below it.
    told.details = [title] + told.details
    if let fix { told.fix = fix }
    return told
  }
}

// MARK: - The note of an unfinished erasure

extension DatabaseConnection {
  private static let key = "erasing"

  /// Adds people and families to the note of an unfinished erasure, which the file stores as
  /// metadata.
  ///
  /// The ids are stored without dashes. With dashes, the search for copies of erased data would
  /// find the note itself.
  func note(_ erasure: UnfinishedErasure) throws {
    var all = try unfinishedErasure() ?? UnfinishedErasure(people: [], families: [])
    all.people += erasure.people.filter { !all.people.contains($0) }
    all.families += erasure.families.filter { !all.families.contains($0) }
    try setMetadata(Self.key, all.stored)
  }

  func unfinishedErasure() throws -> UnfinishedErasure? {
    try metadata(Self.key).map(UnfinishedErasure.init(stored:))
  }

  /// Deletes the note of an unfinished erasure if it still names the same people and families.
  ///
  /// If another erasure has added people meanwhile, the note stays for them. Parts of a damaged note
  /// that are no ids name no one, so they do not keep the note.
  func forget(_ erasure: UnfinishedErasure) throws {
    guard try unfinishedErasure() == erasure else { return }
    try execute("DELETE FROM compass_meta WHERE key = ?", Self.key)
  }
}

extension UnfinishedErasure {
  /// The ids as the text that the file stores: `p` for a person or `f` for a family, followed by
  /// the 32 hexadecimal digits of the id.
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
