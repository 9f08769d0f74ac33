import CivilTime
import Domain
public import FeatureKit
public import Persistence
import SQLite

/// Every gateway over the family's file.
///
/// It acts for one person, whom `acting` names, like a bearer token would. Each endpoint is one transaction that first looks
/// up who that is, so that what a host or a feature believed decides nothing (decision 3).
public final class SQLBackend: Sendable {
  let file: DataFile
  let journal: Journal
  let calendar: LocalCalendar
  let ids: IDSource
  let random: @Sendable () throws(Problem) -> UInt64
  private let acting: @Sendable () async throws(Problem) -> RecordID?

  /// - Parameters:
  ///   - random: a cryptographic source, for family codes.
  ///   - acting: the signed-in person; nil when nobody is.
  public convenience init(
    path: String, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    acting: @escaping @Sendable () async throws(Problem) -> RecordID?
  ) {
    self.init(
      path: path, schema: CompassSchema.schema, calendar: calendar, ids: ids, random: random,
      acting: acting)
  }

  /// The same over another form of the file; for tests of migrations.
  init(
    path: String, schema: Schema, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    acting: @escaping @Sendable () async throws(Problem) -> RecordID?
  ) {
    file = DataFile(path: path, schema: schema, now: { calendar.now() })
    journal = Journal(file, settle: SuggestionRows.settleTurned) { connection, act, phase in
      // A step under way has checked its own authority, in more detail, as its first statement.
      if phase != .doing { try TurningAuthority.require(act, phase, in: connection) }
    }
    self.calendar = calendar
    self.ids = ids
    self.random = random
    self.acting = acting
  }

  public var dataFile: DataFile { file }
}

/// One transaction of one endpoint: where to read and write, who asks, and when it is.
struct Scope {
  let connection: Connection
  let caller: Caller
  var now: Instant
  let ids: IDSource
}

extension SQLBackend {
  /// Reads for the signed-in person, in one transaction.
  func read<Answer: Sendable>(
    _ body: (Scope) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try answering { try file.read { try body(scope($0, person)) } }
  }

  /// A write that is one undo step. `body` checks authority first and says in a line what was done.
  ///
  /// - Parameters:
  ///   - athlete: whose data it changes; nil for what belongs to the person alone.
  ///   - batch: the command that this is one of several writes of.
  ///   - local: tables of this file alone that can be taken back too.
  func write<Answer: Sendable>(
    _ operation: String, for athlete: RecordID? = nil, batch: RecordID? = nil,
    recording local: [String] = [], _ body: (Scope, Journal.Step) throws -> Answer
  ) async throws(Problem) -> Answer {
    try step(
      operation, by: try await person(), for: athlete, batch: batch, recording: local, body)
  }

  /// The same for a person who is only coming to be.
  func step<Answer: Sendable>(
    _ operation: String, by person: RecordID, for athlete: RecordID? = nil,
    batch: RecordID? = nil, recording local: [String] = [],
    _ body: (Scope, Journal.Step) throws -> Answer
  ) throws(Problem) -> Answer {
    let act = Act(
      person: person, athlete: athlete, operation: operation, summary: "", at: calendar.now(),
      batch: batch)
    return try answering {
      try journal.step(act, recording: local) { step in
        let scope = try scope(step.connection, person)
        if let athlete { try scope.caller.requireToChangeData(of: athlete) }
        return try body(scope, step)
      }
    }
  }

  /// A write that is no step: remembered choices, the view log.
  func remember<Answer: Sendable>(
    _ body: (Scope) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try answering { try file.write { try body(scope($0, person)) } }
  }

  /// Works on the file whoever is signed in, and turns its failures into words.
  func answering<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    do {
      return try body()
    } catch {
      throw file.problem(for: error)
    }
  }

  func person() async throws(Problem) -> RecordID {
    guard let person = try await acting() else { throw .signInNeeded }
    return person
  }

  func scope(_ connection: Connection, _ person: RecordID) throws -> Scope {
    Scope(
      connection: connection, caller: try CallerQuery.caller(person, in: connection),
      now: calendar.now(), ids: ids)
  }
}
