public import Auth
public import Basics
public import CivilTime
package import Domain
public import Persistence
import SQLite
import Synchronization

/// Implements all gateways on the family's file.
///
/// It acts for one person, whom `acting` returns, similar to a bearer token. Each endpoint is one transaction that first looks that
/// person up, so access never depends on what a host or a feature assumed (decision 3).
public final class SQLBackend: Sendable {
  let file: DataFile
  let journal: Journal
  let calendar: LocalCalendar
  let ids: IDSource
  let random: @Sendable () throws(Problem) -> UInt64
  let machine: @Sendable () -> MachineMoment
  let unreadable = UnreadableRows()
  private let newest = NewestStep()
  private let acting: @Sendable () async throws(Problem) -> ActingPerson?

  /// - Parameters:
  ///   - random: a cryptographic source, for family codes.
  ///   - machine: the machine's clocks, which no option changes; waits, sessions and family codes depend on them.
  ///   - acting: the signed-in person; nil when no person is signed in.
  public convenience init(
    path: String, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    machine: @escaping @Sendable () -> MachineMoment,
    acting: @escaping @Sendable () async throws(Problem) -> ActingPerson?
  ) {
    self.init(
      file: Self.file(at: path) { calendar.now() }, calendar: calendar, ids: ids, random: random,
      machine: machine, acting: acting)
  }

  /// Creates the file for use in one process. Several backends may share it, each acting for another person.
  ///
  /// - Parameter readers: how many reads may run at once; nil for a single command.
  public static func file(
    at path: String, readers: Int? = nil, now: @escaping @Sendable () -> Instant
  ) -> DataFile {
    DataFile(path: path, schema: CompassSchema.schema, now: now, readers: readers)
  }

  /// Creates a backend for a person whom the caller vouches for. All times come from the calendar.
  public convenience init(
    path: String, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    acting: @escaping @Sendable () async throws(Problem) -> RecordID?
  ) {
    self.init(
      path: path, calendar: calendar, ids: ids, random: random,
      machine: { MachineMoment(wall: calendar.now()) },
      acting: { () throws(Problem) in try await acting().map { ActingPerson($0) } })
  }

  /// Creates a backend over a file in memory, which is deleted with the backend. Tests and previews use it.
  ///
  /// - Parameter tasks: the templates of the timeline, in their order.
  package convenience init(
    inMemoryWith tasks: [TimelineTask], calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    acting: @escaping @Sendable () async throws(Problem) -> RecordID?
  ) {
    self.init(
      file: DataFile(
        path: DatabaseConnection.inMemoryPath, schema: CompassSchema.schema(planting: tasks),
        now: { calendar.now() }), calendar: calendar, ids: ids, random: random, acting: acting)
  }

  /// Creates a backend over a file in memory that starts as a copy of another one.
  package convenience init(
    inMemoryAs model: SQLBackend, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    acting: @escaping @Sendable () async throws(Problem) -> RecordID?
  ) {
    self.init(
      file: DataFile(inMemoryAs: model.file, now: { calendar.now() }), calendar: calendar, ids: ids,
      random: random, acting: acting)
  }

  private convenience init(
    file: DataFile, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    acting: @escaping @Sendable () async throws(Problem) -> RecordID?
  ) {
    self.init(
      file: file, calendar: calendar, ids: ids, random: random,
      machine: { MachineMoment(wall: calendar.now()) },
      acting: { () throws(Problem) in try await acting().map { ActingPerson($0) } })
  }

  /// Creates a backend with another schema, for tests of migrations.
  convenience init(
    path: String, schema: Schema, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    machine: @escaping @Sendable () -> MachineMoment,
    acting: @escaping @Sendable () async throws(Problem) -> ActingPerson?
  ) {
    self.init(
      file: DataFile(path: path, schema: schema, now: { calendar.now() }), calendar: calendar,
      ids: ids, random: random, machine: machine, acting: acting)
  }

  /// Creates a backend over a file that several backends may share.
  public init(
    file: DataFile, calendar: LocalCalendar, ids: IDSource,
    random: @escaping @Sendable () throws(Problem) -> UInt64,
    machine: @escaping @Sendable () -> MachineMoment,
    acting: @escaping @Sendable () async throws(Problem) -> ActingPerson?
  ) {
    self.file = file
    let newest = newest
    journal = Journal(
      file, afterTurn: SuggestionRows.deleteOrphans, recorded: { newest.set($0) }
    ) { connection, act, phase in
      // A step that runs for the first time has already checked its own authority in more detail.
      if phase != .doing { try TurningAuthority.require(act, phase, in: connection) }
    }
    self.calendar = calendar
    self.ids = ids
    self.random = random
    self.machine = machine
    self.acting = acting
  }

  public var dataFile: DataFile { file }

  /// The journal for steps that no endpoint makes, for example for a change that a server refused.
  package var stepJournal: Journal { journal }

  /// The last undo step that this backend made, regardless of other changes to the file; nil before the first one.
  public var newestStep: JournalEntry? { newest.entry }
}

/// Stores the newest step, so that a page can offer to undo exactly that step.
private final class NewestStep: Sendable {
  private let kept = Mutex<JournalEntry?>(nil)

  var entry: JournalEntry? { kept.withLock { $0 } }

  func set(_ entry: JournalEntry) { kept.withLock { $0 = entry } }
}

/// One transaction of an endpoint: its connection, the caller, and its time.
struct Scope {
  let connection: DatabaseConnection
  let caller: Caller
  var now: Instant
  /// The calendar, whose zone is read only where a moment becomes a day.
  let calendar: LocalCalendar
  /// The machine's clocks, for decisions that depend on them (rule 10.12). They are read only when needed.
  let machine: @Sendable () -> MachineMoment
  let ids: IDSource
  /// The rows that lists and figures leave out, because they are unreadable.
  var unreadable = UnreadableRows()

  func read(by caller: Caller) -> Scope {
    Scope(
      connection: connection, caller: caller, now: now, calendar: calendar, machine: machine,
      ids: ids, unreadable: unreadable)
  }
}

/// Thrown to roll a rehearsed transaction back. It carries the result out of the transaction.
private struct Rehearsed<Answer: Sendable>: Error {
  let answer: Answer
}

extension SQLBackend {
  /// Runs `body` in one read transaction for the signed-in person.
  func read<Answer: Sendable>(
    _ body: (Scope) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try await file.reading { () throws(Problem) in
      try answering { try steppingOver { try file.read { try body(scope($0, person)) } } }
    }
  }

  /// Throws "Your session has expired" unless the person may still act.
  public func confirm(_ person: ActingPerson) throws(Problem) {
    try answering { try file.read { _ = try scope($0, person) } }
  }

  /// Runs a write that is one undo step. `body` checks authority first and sets a one-line summary.
  ///
  /// - Parameters:
  ///   - athlete: the athlete whose data changes; nil for the person's own data.
  ///   - batch: identifies a command that makes several such writes.
  ///   - local: local tables of this file that the step also records.
  func write<Answer: Sendable>(
    _ operation: String, for athlete: RecordID? = nil, batch: RecordID? = nil,
    recording local: [String] = [], _ body: (Scope, Journal.Step) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try await file.writing { () throws(Problem) in
      try step(operation, by: person, for: athlete, batch: batch, recording: local, body)
    }
  }

  /// Runs a step for a given person, such as one whose profile the step creates.
  func step<Answer: Sendable>(
    _ operation: String, by person: ActingPerson, for athlete: RecordID? = nil,
    batch: RecordID? = nil, recording local: [String] = [],
    _ body: (Scope, Journal.Step) throws -> Answer
  ) throws(Problem) -> Answer {
    return try answering {
      try steppingOver {
        let act = Act(
          person: person.id, athlete: athlete, operation: operation, summary: "",
          at: try moment(of: operation), batch: batch)
        return try journal.step(act, recording: local) { step in
          let scope = try scope(step.connection, person)
          if let athlete {
            try scope.caller.requireToChangeData(of: athlete, doing: operation)
          }
          return try body(scope, step)
        }
      }
    }
  }

  /// Returns the time of a step. A step about a membership uses the machine's time, because undo and redo compare it with the age of the
  /// family's code.
  private func moment(of operation: String) throws -> Instant {
    guard FamilyOperation.isAboutMembership(operation) else { return calendar.now() }
    return try file.read { try $0.securityTime(at: machine()) }
  }

  /// Runs a write that is not an undo step, such as a remembered choice or the view log.
  func remember<Answer: Sendable>(
    _ body: (Scope) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try await file.writing { () throws(Problem) in
      try answering {
        try steppingOver {
          let act = Act(
            person: person.id, athlete: nil, operation: "", summary: "", at: calendar.now())
          return try file.write(as: act) { try body(scope($0, person)) }
        }
      }
    }
  }

  /// Runs a write and rolls it back, to learn its result or why it is refused.
  func rehearse<Answer: Sendable>(
    _ body: (Scope) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try await file.writing { () throws(Problem) in
      try answering {
        try steppingOver {
          do {
            return try file.write { throw Rehearsed(answer: try body(scope($0, person))) }
          } catch let rehearsed as Rehearsed<Answer> {
            return rehearsed.answer
          }
        }
      }
    }
  }

  /// Runs `body` without looking at the signed-in person, and turns its failures into problems.
  func answering<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  func person() async throws(Problem) -> ActingPerson {
    guard let person = try await acting() else { throw .signInNeeded }
    return person
  }

  /// Creates the scope of a transaction. Every transaction calls it, because it checks the acting person.
  func scope(_ connection: DatabaseConnection, _ person: ActingPerson) throws -> Scope {
    try unreadable.refresh(connection)
    let caller = try CallerQuery.caller(person, in: connection) {
      try connection.securityTime(at: machine())
    }
    return Scope(
      connection: connection, caller: caller, now: calendar.now(), calendar: calendar,
      machine: machine,
      ids: ids, unreadable: unreadable)
  }
}
