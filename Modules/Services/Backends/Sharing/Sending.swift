import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Supabase

extension Sharing {
  /// The limits of a request to the server: at most `mostSteps` parts of transactions, and at most
  /// `mostChanges` changes, which is also the limit of one part. A part has at most `mostBytes`
  /// bytes.
  ///
  /// They are below the limits of the server, which accepts a hundred parts, each with five hundred
  /// changes and 256 KiB.
  private static let mostSteps = 50
  private static let mostChanges = 400
  private static let mostBytes = 200_000

  /// One transaction of the outbox (the stored unsent changes), divided into the parts in which it
  /// is sent.
  struct Parcel {
    var item: Outbox.Item
    var differences: [RowDifference]
    var parts: [StepPart]
  }

  /// Sends the person's unsent changes in the order in which they were made. If the server does not
  /// accept a change, the server's rows replace the changed ones in the data file, and the change
  /// is stored, so that the person decides about it.
  func push(_ outcome: inout SyncOutcome) async throws(Problem) -> Server {
    let era = try read { _, outbox in try outbox.era(for: person) }
    while true {
      let parcels = try nextParcels(&outcome)
      guard !parcels.isEmpty else { return .asKnown }
      guard let said = try await judge(parcels.flatMap(\.parts), era) else { return .restored }
      try await settle(parcels, said, &outcome)
    }
  }

  /// Sends the parts of transactions and returns the server's answer for each, in order: whether it
  /// applied the changes. Nil means that the server was restored from a backup (it has another
  /// era).
  ///
  /// A large part is sent alone, and a part that exceeds the server's time limit is halved, so a
  /// transaction of any size can be sent. The server answers for the parts that it could process in
  /// time, and the other parts are sent again.
  func judge(_ parts: [StepPart], _ era: String?) async throws(Problem) -> [JSONValue]? {
    var rest = parts[...]
    var said: [JSONValue] = []
    var most = Self.mostSteps
    let reached = try read { _, outbox in try outbox.reachedScopes(of: person) }
    while let first = rest.first {
      var changes = 0
      let few = rest.prefix(most).prefix { part in
        changes += part.changes.count
        return changes <= Self.mostChanges
      }
      let some = few.isEmpty ? [first] : Array(few)
      let answer: JSONValue
      do throws(SupabaseFailure) {
        var arguments: JSONObject = ["steps": .array(some.map(\.json))]
        arguments["era"] = era.map(JSONValue.string)
        arguments["reached"] = reached
        answer = try await ask("compass_push", arguments)
      } catch {
        guard error == .tooMuch else { throw error.problem }
        guard some.count == 1 else {
          most = some.count / 2
          continue
        }
        guard let halves = first.halves else { throw error.problem }
        guard let answers = try await judge(halves, era) else { return nil }
        said.append(Self.together(answers))
        rest = rest.dropFirst()
        continue
      }
      if answer["behind"] != nil { throw Problem.forgotten }
      if answer["era"] != nil { return nil }
      guard let judged = answer.array, !judged.isEmpty, judged.count <= some.count else {
        throw Problem.notAnAnswer
      }
      said += judged
      rest = rest.dropFirst(judged.count)
    }
    return said
  }

  /// Combines the server's answers for the two halves of a part into one answer for the part. A
  /// part (the changes that are sent together) is halved if it takes the server too long.
  private static func together(_ answers: [JSONValue]) -> JSONValue {
    let outcomes = answers.map { $0["outcome"]?.string ?? "" }
    let outcome = ["refused", "held"].first(where: outcomes.contains) ?? outcomes.last ?? ""
    return [
      "outcome": .string(outcome),
      "details": .array(answers.flatMap { $0["details"]?.array ?? [] }),
    ]
  }

  /// Throws if the server has lost data that this device fetched from it although its era is the
  /// same, that is, if its owner restored it from a backup without telling it so.
  func requireNotBehind() async throws(Problem) {
    let (era, reached) = try read { _, outbox in
      (try outbox.era(for: person), try outbox.reachedScopes(of: person))
    }
    guard let era, let reached else { return }
    let answer = try await call(
      "compass_push", ["steps": [], "era": .string(era), "reached": reached])
    if answer["behind"] != nil { throw Problem.forgotten }
  }

  /// The reason that is stored with a change which cannot be sent, because an older version of the
  /// program wrote it into a table or column that this data file no longer has. It has the form of
  /// a server's answer.
  private static let olderForm = JSONValue.array([["outcome": "refused", "reason": "older_form"]])

  private func nextParcels(_ outcome: inout SyncOutcome) throws(Problem) -> [Parcel] {
    var parcels: [Parcel] = []
    var empty: [Outbox.Item] = []
    var outdated: [Outbox.Item] = []
    try read { connection, outbox in
      let columns = try ColumnsOfFile(connection)
      let people = try PeopleOfServer(person, outbox, columns, in: connection)
      let isAwaited = try outbox.isAwaited(person, in: connection)
      for item in try outbox.items(.waiting, of: person, limit: isAwaited ? .max : Self.mostSteps) {
        if item.schemaVersion != file.schema.version,
          try !columns.have(item.changeset, file.schema)
        {
          outdated.append(item)
          continue
        }
        let differences = try people.known(columns.differences(item.changeset, of: person))
        if isAwaited, !differences.allSatisfy(\.isOfOnePerson) { continue }
        if differences.isEmpty {
          empty.append(item)
        } else {
          let parts = Self.cut(differences)
          parcels.append(
            Parcel(
              item: item, differences: differences,
              parts: parts.enumerated().map { number, changes in
                StepPart(
                  id: item.step, person: person, athlete: item.athlete, operation: item.operation,
                  summary: Self.plainSummary(item.summary), at: item.at,
                  piece: StepPiece(number + 1, of: parts.count), changes: changes)
              }))
        }
        if parcels.reduce(0, { $0 + $1.parts.count }) >= Self.mostSteps { break }
      }
    }
    if !empty.isEmpty || !outdated.isEmpty {
      try remember { outbox in
        for item in empty { try outbox.remove(item.place) }
        for item in outdated {
          try outbox.set(.refused, item, answer: Self.olderForm.text)
        }
      }
      outcome.refused += outdated.count
      if parcels.isEmpty { return try nextParcels(&outcome) }
    }
    return parcels
  }

  static func cut(_ differences: [RowDifference]) -> [[RowDifference]] {
    var parts: [[RowDifference]] = []
    var bytes = 0
    for difference in differences {
      let size = difference.json.text.utf8.count
      if parts.isEmpty || parts[parts.count - 1].count >= mostChanges || bytes + size > mostBytes {
        parts.append([])
        bytes = 0
      }
      parts[parts.count - 1].append(difference)
      bytes += size
    }
    return parts
  }

  /// Returns the summary without handles (short names such as `t47`), because the same handle may
  /// name another record on the reader's device (docs/server-schema.md).
  static func plainSummary(_ summary: String) -> String {
    summary.split(separator: " ", omittingEmptySubsequences: false).filter { word in
      guard word.first?.isLowercase == true,
        case .handle = Handle.read(String(word), kinds: ReferenceKind.all)
      else { return true }
      return false
    }.joined(separator: " ")
  }
}

extension Outbox {
  /// Returns how far each scope (a family or a person) was fetched, in the form that is sent with
  /// changes; nil before the first rows were fetched. The value is a revision, the number of the
  /// last fetched transaction in the scope.
  func reachedScopes(of account: RecordID) throws -> JSONValue? {
    let cursors = try cursors(of: account)
    guard !cursors.isEmpty else { return nil }
    return .object(
      JSONObject(cursors.map { ($0.scope.description, JSONValue($0.revision)) }))
  }
}

extension Problem {
  /// The problem that the server was restored from a backup without a new era, so that its answers
  /// about rows and transactions are out of date.
  static let forgotten = Problem(
    .conflict, "The server has less than it had, so nothing was sent or taken.",
    details: [
      "It was restored from a backup, and its owner has not told it so. Everything here stays as it is, and what you change waits."
    ], fix: "Ask its owner to say there:  compass-server restored")
}
