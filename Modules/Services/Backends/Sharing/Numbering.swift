import Basics
import Domain
import JSON
import Persistence
import SQLite
import Supabase

extension Sharing {
  /// What the server leases at a time, and where the numbers of the devices themselves begin.
  private static let ownRange = 100_000
  private static let fewLeft = 10
  private static let mostClaims = 1_000

  /// Where a kind's numbers are one family's or one person's.
  private struct Numbers {
    var kind: ReferenceKind
    var scope: RecordID
    var device: RecordID
  }

  /// Leases the next numbers and tells the server which were given here: a handle is final when it is given, offline too.
  func shareHandles() async throws(Problem) {
    let (scopes, device) = try read { _, outbox in
      (try outbox.cursors(), try outbox.fact(Fact.device).flatMap { RecordID($0) })
    }
    guard let device else { return }
    let family = scopes.first { $0.kind == "family" }?.scope
    for table in SharedTable.all {
      guard let kind = table.kind else { continue }
      let scope = table.isPersonal ? person : family ?? person
      let numbers = Numbers(kind: kind, scope: scope, device: device)
      try await lease(numbers)
      try await claim(numbers)
    }
  }

  private func lease(_ numbers: Numbers) async throws(Problem) {
    let kind = numbers.kind
    let (lease, highest) = try read { connection, _ in
      (
        try connection.lease(kind),
        try connection.one(
          "SELECT coalesce(max(number), 0) FROM handles WHERE kind = ? AND number <= ?", kind.key,
          Self.ownRange
        ) { row in try row.int(0) }
      )
    }
    let left = (lease?.ranges ?? []).filter { $0.upperBound <= Self.ownRange }
      .reduce(0) { $0 + $1.count }
    guard lease == nil || left < Self.fewLeft else { return }
    // Numbers from before the connection are leased like any others, block by block, until all of them are covered.
    let needed = lease == nil ? highest + Self.fewLeft : 0
    var leases: [ClosedRange<Int>] = []
    var own: ClosedRange<Int>?
    while true {
      let answer = try await ask(numbers, kinds: [kind.key])
      let found = Self.leases(answer)
      own = answer["device"]?.int.map {
        (Self.ownRange * $0 + 1)...(Self.ownRange * ($0 + 1))
      }
      let isMore = found.count > leases.count
      leases = found
      // Beyond a hundred thousand there is nothing to lease.
      if !isMore || (leases.last?.upperBound ?? 0) >= needed { break }
    }
    guard let own else { throw Problem.notAnAnswer }
    try take { connection, _ in
      var free: [ClosedRange<Int>] = []
      for range in leases + [own] {
        let used = try connection.one(
          "SELECT coalesce(max(number), 0) FROM handles WHERE kind = ? AND number BETWEEN ? AND ?",
          kind.key, range.lowerBound, range.upperBound
        ) { row in try row.int(0) }
        let first = max(range.lowerBound, used + 1)
        if first <= range.upperBound { free.append(first...range.upperBound) }
      }
      try connection.setLease(kind, LeasedNumbers(free))
    }
  }

  /// A number that the server did not take, or that it knows of another device, is given anew.
  private func claim(_ numbers: Numbers) async throws(Problem) {
    let kind = numbers.kind
    // A number that is given anew is claimed once more, and then it is one of a lease.
    for _ in 0..<100 {
      let claims = try read { _, outbox in
        try outbox.unclaimed(kind.key, limit: Self.mostClaims)
      }
      guard !claims.isEmpty else { return }
      let given = claims.map { claim -> JSONValue in
        [
          "kind": .string(kind.key), "number": JSONValue(claim.number),
          "id": .string(claim.id.description),
        ]
      }
      let answer = try await ask(numbers, given: given)
      var known: [RecordID: Int] = [:]
      for handle in answer["handles"]?.array ?? [] {
        if let id = handle["id"]?.string.flatMap({ RecordID($0) }) {
          known[id] = handle["number"]?.int
        }
      }
      try take { connection, outbox in
        for claim in claims {
          if let number = known[claim.id] {
            try connection.handles.move(kind, claim.id, to: number)
            try outbox.setClaimed(kind.key, claim.id)
          } else {
            try connection.handles.move(kind, claim.id, to: nil)
          }
        }
      }
    }
  }

  private func ask(
    _ numbers: Numbers, given: [JSONValue] = [], kinds: [String] = []
  ) async throws(Problem) -> JSONValue {
    try await call(
      "compass_handles",
      [
        "scope": .string(numbers.scope.description), "device": .string(numbers.device.description),
        "given": .array(given), "kinds": .array(kinds.map(JSONValue.string)),
      ])
  }

  private static func leases(_ answer: JSONValue) -> [ClosedRange<Int>] {
    (answer["leases"]?.array ?? []).compactMap { lease in
      guard let first = lease["first"]?.int, let last = lease["last"]?.int, first <= last else {
        return nil
      }
      return first...last
    }
  }
}
