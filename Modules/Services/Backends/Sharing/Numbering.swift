import Basics
import Domain
import JSON
import Persistence
import SQLite
import Supabase

extension Sharing {
  /// The largest record number (the 51 in `s51`) that the server leases.
  ///
  /// Above it, each device has a range of this size for itself, from which it assigns numbers when
  /// its leased numbers are used up.
  private static let ownRange = 100_000
  private static let fewLeft = 10
  private static let mostClaims = 1_000
  private static let mostBlocks = 1_000
  private static let block = 50

  /// The kinds of records that get their numbers (the 12 in `s12`) from one series of a scope,
  /// which is a family or a person. The numbers of a school are counted in a family, for example,
  /// and those of a notification for a person.
  private struct Numbers {
    var kinds: [ReferenceKind]
    var scope: RecordID
    var device: RecordID
    var asksFirst: Bool
  }

  /// Leases the next record numbers (the 51 in `s51`) from the server, and reports the numbers that
  /// this device has assigned to records.
  ///
  /// The number of a record is final once it is assigned, also without a connection. One request
  /// covers all kinds of records of a scope (a family or a person).
  ///
  /// A data file has only one series of numbers for each kind. If several people in it have
  /// accounts, each member of a family reports the family's numbers. Records that belong to one
  /// person get the same numbers on other devices only for the first account.
  ///
  /// - Parameter isFirst: whether this is the first request of the sync. Then the call first checks
  ///   that the server has lost no data, because reporting numbers moves the server's counter and
  ///   would hide a loss.
  func shareHandles(isFirst isFirstOfSync: Bool = false) async throws(Problem) {
    let (scopes, device, family, isFirst) = try read { _, outbox in
      let scopes = try outbox.cursors(of: person)
      return (
        scopes, try outbox.fact(Fact.device).flatMap { RecordID($0) },
        try outbox.numberedFamily(scopes), try outbox.accounts().first?.id == person
      )
    }
    // Numbers are leased for a scope (a family or a person). The data file knows its scopes only
    // after rows were fetched for the first time, so before that no number is leased.
    guard let device, !scopes.isEmpty else { return }
    var counted: [(isPersonal: Bool, scope: RecordID)] = []
    if let family, scopes.contains(where: { $0.scope == family }) {
      counted.append((false, family))
    } else if family == nil, isFirst {
      counted.append((false, person))
    }
    if isFirst { counted.append((true, person)) }
    for (isPersonal, scope) in counted {
      let numbers = Numbers(
        kinds: SharedTable.all.filter { $0.isPersonal == isPersonal }.compactMap(\.kind),
        scope: scope, device: device, asksFirst: isFirstOfSync)
      if !isPersonal { try belong(to: numbers) }
      do throws(Problem) {
        try await lease(numbers)
        try await claim(numbers)
      } catch {
        // A server of an older version does not know that several people share a computer, and
        // leases record numbers only to the first person. Its errors for the other people are
        // ignored.
        if !isFirst, error.cause == .serverError { continue }
        guard error.cause == .refused else { throw error }
        try await requireKnown()
        // The server also refuses if the person has left the family since its rows were fetched.
        // The next fetch reports that, so a refusal for a family is ignored here.
        guard numbers.scope != person else { throw error }
      }
    }
  }

  /// Discards record numbers that the server leased for another scope, for example those of the
  /// person alone before they joined the family, or those of a family that they have left.
  private func belong(to numbers: Numbers) throws(Problem) {
    let known = try read { _, outbox in try outbox.fact(Fact.numbersOf) }
    guard known != numbers.scope.description else { return }
    try take { connection, outbox in
      if known != nil { try outbox.forgetNumbers(of: numbers.kinds, in: connection) }
      try outbox.setFact(Fact.numbersOf, numbers.scope.description)
    }
  }

  private func lease(_ numbers: Numbers) async throws(Problem) {
    // Computes up to which number each kind of record needs leased numbers. Numbers that were
    // assigned before the data file was connected must be leased too.
    let needed = try read { connection, _ in
      var needed: [ReferenceKind: Int] = [:]
      for kind in numbers.kinds {
        let lease = try connection.lease(kind)
        let left = (lease?.ranges ?? []).filter { $0.upperBound <= Self.ownRange }
          .reduce(0) { $0 + $1.count }
        guard lease == nil || left < Self.fewLeft else { continue }
        needed[kind] = lease == nil ? try highest(kind, connection) + Self.fewLeft : 0
      }
      return needed
    }
    var open = numbers.kinds.filter { needed[$0] != nil }
    guard !open.isEmpty else { return }
    var leases: [ReferenceKind: [ClosedRange<Int>]] = [:]
    var own: ClosedRange<Int>?
    var reported = Report()
    while !open.isEmpty {
      // One request leases record numbers for all kinds, up to the server's limit.
      let blocks = open.flatMap { kind in
        let missing = (needed[kind] ?? 0) - (leases[kind]?.last?.upperBound ?? 0)
        return Array(repeating: kind.key, count: max(1, (missing + Self.block - 1) / Self.block))
      }
      // This device reports each number that it has assigned, and may do so as soon as the number
      // is leased. So the last request that leases numbers also reports the assigned ones.
      reported = Report(
        claims: blocks.count <= Self.mostBlocks ? try unclaimed(numbers)[...] : [])
      let answer = try await ask(
        numbers, given: reported.claims, kinds: Array(blocks.prefix(Self.mostBlocks)))
      reported.answer = answer
      own = answer["device"]?.int.map {
        (Self.ownRange * $0 + 1)...(Self.ownRange * ($0 + 1))
      }
      let asked = Set(blocks.prefix(Self.mostBlocks))
      open = open.filter { kind in
        guard asked.contains(kind.key) else { return true }
        let found = Self.leases(answer, of: kind)
        let isMore =
          found.reduce(0) { $0 + $1.count } > (leases[kind] ?? []).reduce(0) { $0 + $1.count }
        leases[kind] = found
        // The kind of record needs another request only if the server has leased more numbers than
        // before and they do not suffice yet. The server stops leasing after a hundred thousand
        // numbers, or at the daily limit.
        return isMore && (found.last?.upperBound ?? 0) < needed[kind] ?? 0
      }
    }
    guard let own else { throw Problem.notAnAnswer }
    try take { connection, outbox in
      for (kind, ranges) in leases {
        try connection.setLease(kind, try free(ranges + [own], of: kind, connection))
      }
      try reported.settle(connection, outbox)
    }
  }

  private func highest(_ kind: ReferenceKind, _ connection: DatabaseConnection) throws -> Int {
    try connection.one(
      "SELECT coalesce(max(number), 0) FROM handles WHERE kind = ? AND number <= ?", kind.key,
      Self.ownRange
    ) { row in try row.int(0) }
  }

  private func free(
    _ ranges: [ClosedRange<Int>], of kind: ReferenceKind, _ connection: DatabaseConnection
  ) throws -> LeasedNumbers {
    LeasedNumbers(
      try ranges.compactMap { range in
        let used = try connection.one(
          "SELECT coalesce(max(number), 0) FROM handles WHERE kind = ? AND number BETWEEN ? AND ?",
          kind.key, range.lowerBound, range.upperBound
        ) { row in try row.int(0) }
        let first = max(range.lowerBound, used + 1)
        return first <= range.upperBound ? first...range.upperBound : nil
      })
  }

  private struct Claim {
    var kind: ReferenceKind
    var number: Int
    var id: RecordID

    var json: JSONValue {
      [
        "kind": .string(kind.key), "number": JSONValue(number), "id": .string(id.description),
      ]
    }
  }

  /// The record numbers (the 51 in `s51`) that this device has reported in one request, and the
  /// server's answer.
  private struct Report {
    var claims: ArraySlice<Claim> = []
    var answer = JSONValue.null

    init(claims: ArraySlice<Claim> = []) { self.claims = claims.prefix(Sharing.mostClaims) }

    /// Applies the server's answer. A number that the server rejects is replaced by a new number,
    /// or by the number that another device gave the record.
    func settle(_ connection: DatabaseConnection, _ outbox: Outbox) throws {
      var known: [String: Int] = [:]
      for handle in answer["handles"]?.array ?? [] {
        if let kind = handle["kind"]?.string, let id = handle["id"]?.string {
          known["\(kind) \(id)"] = handle["number"]?.int
        }
      }
      for claim in claims {
        let number = known["\(claim.kind.key) \(claim.id)"]
        try connection.handles.move(claim.kind, claim.id, to: number)
        if number != nil { try outbox.setClaimed(claim.kind.key, claim.id) }
      }
    }
  }

  private func unclaimed(_ numbers: Numbers) throws(Problem) -> [Claim] {
    try read { _, outbox in
      try numbers.kinds.flatMap { kind in
        try outbox.unclaimed(
          kind.key, among: (SharedTable.numbered(kind), numbers.scope, person)
        ).map { Claim(kind: kind, number: $0.number, id: $0.id) }
      }
    }
  }

  /// Reports the record numbers (the 51 in `s51`) that this device has assigned and the server does
  /// not know yet.
  private func claim(_ numbers: Numbers) async throws(Problem) {
    // If the server rejects a number, the record gets a leased number instead, which has to be
    // reported in another round.
    for _ in 0..<100 {
      let claims = try unclaimed(numbers)
      guard !claims.isEmpty else { return }
      for first in stride(from: 0, to: claims.count, by: Self.mostClaims) {
        var report = Report(claims: claims[first...])
        report.answer = try await ask(numbers, given: report.claims)
        try take { connection, outbox in try report.settle(connection, outbox) }
      }
    }
  }

  private func ask(
    _ numbers: Numbers, given claims: ArraySlice<Claim>, kinds: [String] = []
  ) async throws(Problem) -> JSONValue {
    if numbers.asksFirst { try await requireNotBehind() }
    return try await call(
      "compass_handles",
      [
        "scope": .string(numbers.scope.description), "device": .string(numbers.device.description),
        "given": .array(claims.map(\.json)), "kinds": .array(kinds.map(JSONValue.string)),
      ])
  }

  private static func leases(
    _ answer: JSONValue, of kind: ReferenceKind
  ) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    for lease in answer["leases"]?.array ?? [] {
      guard lease["kind"]?.string == kind.key, let first = lease["first"]?.int,
        let last = lease["last"]?.int, first <= last
      else { continue }
      if let before = found.last, before.upperBound + 1 == first {
        found[found.count - 1] = before.lowerBound...last
      } else {
        found.append(first...last)
      }
    }
    return found
  }
}

extension Outbox {
  /// Discards the leased record numbers (the 51 in `s51`), and the information which numbers the
  /// server knows, so that the next sync leases and reports the numbers again.
  func forgetNumbers(
    of kinds: [ReferenceKind] = SharedTable.all.compactMap(\.kind),
    in connection: DatabaseConnection
  ) throws {
    for kind in kinds {
      try forgetClaims(kind.key)
      try connection.setLease(kind, nil)
    }
  }
}

extension SharedTable {
  /// Returns SQL for the records that are numbered in a scope (a family or a person). `?1` is the
  /// scope, and `?2` is the person.
  static func numbered(_ kind: ReferenceKind) -> String {
    guard let table = all.first(where: { $0.kind == kind }) else { return "SELECT ?1, ?2 WHERE 0" }
    let condition =
      switch table.name {
      case _ where table.isPersonal: "user_id = ?1 AND user_id = ?2"
      case .suggestions:
        """
        athlete_id = ?2 OR athlete_id IN (
          SELECT user_id FROM family_members WHERE family_unit_id = ?1 AND role = 'player')
        """
      case .interactions: "family_unit_id = ?1 OR family_unit_id IS NULL AND logged_by = ?2"
      default: "family_unit_id = ?1 OR family_unit_id IS NULL AND user_id = ?2"
      }
    return "SELECT id FROM \(table.name) WHERE \(condition)"
  }
}

extension Outbox {
  /// Returns the family from whose series of record numbers (the 51 in `s51`) this data file takes
  /// new numbers. A data file has only one series for each kind of record.
  ///
  /// The family stays the same as long as an account of the data file is a member; after that it is
  /// the first family.
  func numberedFamily(_ cursors: [Cursor]) throws -> RecordID? {
    if let known = try fact(Sharing.Fact.numbersOf).flatMap({ RecordID($0) }),
      try !accounts().contains(where: { $0.id == known }), try mayBeTold(known)
    {
      return known
    }
    return cursors.first { $0.kind == "family" }?.scope
  }

  /// Returns the scopes whose records keep the numbers that the server gave them (the 51 in `s51`):
  /// the family whose series of numbers the data file uses, and the person of the first account.
  func numberedScopes(_ cursors: [Cursor]) throws -> Set<RecordID> {
    let family = try numberedFamily(cursors)
    let first = try accounts().first?.id
    return Set([family, first].compactMap { $0 })
  }
}
