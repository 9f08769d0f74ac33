public import Basics
import CivilTime
public import Domain
import JSON
public import Persistence
import SQLite

// Fetches the transactions that other people, or the person's other devices, sent to the server.
// The command `history` shows them with the local transactions.
extension Sharing {
  /// The number of transactions in one page. It is small, because each transaction contains all its
  /// changes.
  private static let stepsOfPage = 20
  private static let fewSteps = 3
  private static let mostPages = 10

  /// Fetches the transactions of other people and other devices that are newer than the last known
  /// one. Those that the person can undo in this data file are added to the journal of undo steps.
  func fetchSteps() async throws(Problem) {
    let last = try read { _, outbox in
      let unfinished = try outbox.fact(Fact.unfinishedStep, of: person).flatMap { Int($0) }
      return min(try outbox.lastStep(of: person), unfinished.map { $0 - 1 } ?? .max)
    }
    var steps: [ReportedStep] = []
    var before: Int?
    for _ in 0..<Self.mostPages {
      // Usually there are only a few new transactions, so the first page is small. A device that
      // was offline for long then fetches larger pages.
      let limit = last > 0 && before == nil ? Self.fewSteps : Self.stepsOfPage
      var arguments: JSONObject = ["limit": JSONValue(limit)]
      arguments["before"] = before.map { JSONValue($0) }
      guard let found = try await call("compass_history", arguments).array else {
        throw Problem.notAnAnswer
      }
      let page = found.compactMap { ReportedStep(ofServer: $0, undoableBy: undoer) }
      steps += page
      guard found.count == limit, let oldest = page.last, let number = oldest.shared.number,
        isNeeded(oldest, after: last)
      else { break }
      before = number
    }
    try take { connection, outbox in
      let (entered, unfinished) = try enter(steps, connection, outbox)
      let reported = steps.map(\.shared)
      // The server may not have all parts of a transaction yet. The number of its first part is
      // stored, and the next fetch begins there. Until then the history gets no entry for the
      // transaction, because a fetch does not read a transaction again that has an entry.
      let first = reported.filter { unfinished.contains($0.step) }.compactMap(\.number).min()
      try outbox.setFact(Fact.unfinishedStep, first.map { "\($0)" }, of: person)
      let shared = reported.filter { !$0.summary.isEmpty && !unfinished.contains($0.step) }.map {
        step in
        entered.contains(step.step)
          ? Outbox.SharedStep(step: step.step, number: step.number, person: person, at: step.at)
          : step
      }
      try outbox.note(shared, for: person)
    }
  }

  /// Adds an entry to the history that the server was restored from a backup, once for each era,
  /// which is the id that a restored server gets. A server that does not say when it was restored
  /// is asked again at the next sync, because a newer version of it may say so.
  func noteRestore() async throws(Problem) {
    let (era, known) = try read { _, outbox in
      (try outbox.era(for: person), try outbox.fact(Fact.eraOfHistory, of: person))
    }
    guard let era, era != known, let id = RecordID(era) else { return }
    // A device that connects for the first time has no data from before the restore, so its history
    // does not mention the restore.
    guard known != nil || isCopyAtServer else {
      return try remember { try $0.setFact(Fact.eraOfHistory, era, of: person) }
    }
    let state = try await restoredState()
    guard state.saysWhen else { return }
    try remember { outbox in
      if let restoredAt = state.at {
        // No transaction has the number 0, so this entry does not change where the next fetch
        // begins.
        let entry = Outbox.SharedStep(
          step: id, number: 0, summary: "The server was restored from a backup", at: restoredAt)
        try outbox.note([entry], for: person)
      }
      try outbox.setFact(Fact.eraOfHistory, era, of: person)
    }
  }

  /// Whether this device has to fetch transactions that are older than `oldest`, the oldest one
  /// that it has fetched. A device that knows no transactions yet fetches only one page, unless the
  /// person can undo older transactions.
  private func isNeeded(_ oldest: ReportedStep, after last: Int) -> Bool {
    if last > 0, let number = oldest.shared.number { return number > last }
    return undoableSince.map { oldest.appliedAt >= $0 } ?? false
  }

  /// Returns the transactions that the server reported to one person, newest first.
  public static func othersSteps(
    of file: DataFile, toldTo person: RecordID, limit: Int
  ) throws -> [OthersStep] {
    try file.read { connection in
      guard let outbox = try Outbox(connection) else { return [] }
      return try outbox.steps(of: person, limit: limit).map { step in
        let name = try step.person.map { person -> String in
          let name = try connection.first("SELECT full_name FROM users WHERE id = ?", person) {
            row in try row.optionalText(0)
          }
          // The data file may have no profile, and so no name, of the transaction's author. A
          // general word then replaces the name.
          return (name ?? nil) ?? "Another person"
        }
        return OthersStep(
          person: name, summary: HistoryStep.withoutNumber(step.summary), at: step.at,
          handle: try step.handle(in: connection))
      }
    }
  }
}

/// A transaction, or a part of one, in the answer of `compass_history`, the server's function that
/// returns sent transactions.
struct ReportedStep {
  /// The entry for the history. Its summary is empty if the person made the transaction and may not
  /// see a part of it any more, or if the transaction is an upload.
  var shared: Outbox.SharedStep
  /// When the server applied the transaction, by the server's clock.
  var appliedAt: Instant
  /// The data from which an undo step (a change that `undo` can take back) is made for the journal;
  /// nil for a transaction that the person cannot undo here.
  var undoable: UndoablePart?

  /// The changes of a transaction that the person can undo, or of one of its parts. The server
  /// reports a large transaction in several parts.
  struct UndoablePart {
    var piece: StepPiece
    var athlete: RecordID?
    var operation: String
    var changes: [RowDifference]
  }

  /// Reads a transaction from the server's answer; nil for a malformed one.
  ///
  /// - Parameter undoer: the person whose own transactions can be undone; nil if none can. The
  ///   changes of other people's transactions are left out, because they may be large.
  init?(ofServer json: JSONValue, undoableBy undoer: RecordID?) {
    guard let step = json["id"]?.string.flatMap({ RecordID($0) }),
      let number = json["number"]?.int,
      let at = json["at"]?.string.flatMap({ Instant.ofServer($0) })
    else { return nil }
    let operation = json["operation"]?.string ?? ""
    let isOfPerson = !["connect", ""].contains(operation)
    var about: (kind: String, record: RecordID)?
    for change in json["changes"]?.array ?? [] where about == nil {
      if let kind = change["table"]?.string.flatMap({
        SharedTable.byName[TableName(unchecked: $0)]?.kind
      }),
        let record = change["id"]?.string.flatMap({ RecordID($0) })
      {
        about = (kind.key, record)
      }
    }
    let person = json["person"]?.string.flatMap { RecordID($0) }
    shared = Outbox.SharedStep(
      step: step, number: number, person: person,
      summary: isOfPerson ? json["summary"]?.string ?? "" : "", at: at, kind: about?.kind,
      record: about?.record)
    // A server with an older schema does not say when it applied the transaction. The time at which
    // the transaction was made is then used instead.
    appliedAt = json["applied_at"]?.string.flatMap { Instant.ofServer($0) } ?? at
    guard undoer != nil, person == undoer, !shared.summary.isEmpty,
      let piece = StepPiece(part: json["part"]?.int ?? 1, parts: json["parts"]?.int ?? 1)
    else { return }
    undoable = UndoablePart(
      piece: piece, athlete: json["athlete"]?.string.flatMap { RecordID($0) }, operation: operation,
      changes: (json["changes"]?.array ?? []).compactMap { RowDifference(ofServer: $0) })
  }
}

extension RowDifference {
  /// Reads a change of a transaction that the server reports.
  fileprivate init?(ofServer json: JSONValue) {
    guard let table = json["table"]?.string, let id = json["id"]?.string.flatMap({ RecordID($0) }),
      let operation = json["op"]?.string.flatMap({ Operation(rawValue: $0) })
    else { return nil }
    self.init(
      table: TableName(unchecked: table), id: id, operation: operation, was: json["was"]?.object,
      set: json["set"]?.object)
  }
}

extension Outbox.SharedStep {
  fileprivate func handle(in connection: DatabaseConnection) throws -> String? {
    guard let kind = SharedTable.all.lazy.compactMap(\.kind).first(where: { $0.key == self.kind }),
      let record
    else { return nil }
    return try connection.handles.number(kind, of: record).map { "\(kind.key)\($0)" }
  }
}

extension Instant {
  /// Parses an instant as the server spells it, with an offset.
  static func ofServer(_ text: String) -> Instant? {
    guard case .text(let text) = WireValue.fetched(.string(text), .instant, type: "TEXT") else {
      return nil
    }
    return Instant(text)
  }
}
