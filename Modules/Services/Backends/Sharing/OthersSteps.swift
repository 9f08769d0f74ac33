public import Basics
import CivilTime
public import Domain
import JSON
public import Persistence
import SQLite

// The fetching of transactions that other people, or the person's other devices, sent to the
// server. The command `history` shows them with the local ones.
extension Sharing {
  /// The number of transactions in one page. It is small, because each transaction contains all its
  /// changes.
  private static let stepsOfPage = 20
  private static let fewSteps = 3
  private static let mostPages = 10

  /// Fetches the transactions of other people and other devices that are newer than the last known
  /// one.
  func fetchSteps() async throws(Problem) {
    let last = try read { _, outbox in try outbox.lastStep(of: person) }
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
      let steps = found.compactMap(Outbox.SharedStep.init(ofServer:))
      try remember { outbox in
        try outbox.note(steps.filter { !$0.summary.isEmpty }, for: person)
      }
      // A first fetch is for a device that knows no transactions yet. It reads only one page.
      guard last > 0, found.count == limit, let oldest = steps.last?.number,
        oldest > last
      else { return }
      before = oldest
    }
  }

  /// Returns the transactions that the server reported to one person, newest first. The name of a
  /// transaction's author is missing when the author has no profile in this data file.
  public static func othersSteps(
    of file: DataFile, toldTo person: RecordID, limit: Int
  ) throws -> [OthersStep] {
    try file.read { connection in
      guard let outbox = try Outbox(connection) else { return [] }
      return try outbox.steps(of: person, limit: limit).map { step in
        let name = try step.person.flatMap { person in
          try connection.first("SELECT full_name FROM users WHERE id = ?", person) { row in
            try row.optionalText(0)
          }
        }
        return OthersStep(
          person: (name ?? nil) ?? "Somebody", summary: step.summary, at: step.at,
          handle: try step.handle(in: connection))
      }
    }
  }
}

extension Outbox.SharedStep {
  /// Reads an entry of the answer of `compass_history`, the server's function that returns sent
  /// transactions. Its summary is empty if the person may not see a part of the transaction, or if
  /// the transaction is an upload.
  fileprivate init?(ofServer json: JSONValue) {
    guard let step = json["id"]?.string.flatMap({ RecordID($0) }),
      let number = json["number"]?.int,
      let at = json["at"]?.string.flatMap({ Instant.ofServer($0) })
    else { return nil }
    let isOfPerson = !["connect", ""].contains(json["operation"]?.string ?? "")
    var about: (kind: String, record: RecordID)?
    for change in json["changes"]?.array ?? [] where about == nil {
      if let kind = change["table"]?.string.flatMap({
        SharedTable.byName[TableName(given: $0)]?.kind
      }),
        let record = change["id"]?.string.flatMap({ RecordID($0) })
      {
        about = (kind.key, record)
      }
    }
    self.init(
      step: step, number: number, person: json["person"]?.string.flatMap { RecordID($0) },
      summary: isOfPerson ? json["summary"]?.string ?? "" : "", at: at, kind: about?.kind,
      record: about?.record)
  }

  fileprivate func handle(in connection: DatabaseConnection) throws -> String? {
    guard let kind = SharedTable.all.lazy.compactMap(\.kind).first(where: { $0.key == self.kind }),
      let record
    else { return nil }
    return try connection.handles.number(kind, of: record).map { "\(kind.key)\($0)" }
  }
}

extension Instant {
  /// Parses an instant as the server spells it, with an offset.
  fileprivate static func ofServer(_ text: String) -> Instant? {
    guard case .text(let text) = WireValue.fetched(.string(text), .instant, type: "TEXT") else {
      return nil
    }
    return Instant(text)
  }
}
