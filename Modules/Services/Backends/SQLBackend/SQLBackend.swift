public import Auth
public import Basics
public import CivilTime
package import Domain
public import Persistence
import SQLite
import Synchronization

/// Implements all gateways on the family's data file.
///
/// It acts for one person, whom `acting` returns, similar to a bearer token. Each endpoint is one
/// transaction that first checks that person's rights, so access never depends on what a host or a
/// feature assumed (decision 3).
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
  ///   - random: a cryptographic source of random numbers, for family codes.
  ///   - machine: the machine's clocks, which no option changes. Waiting times, sessions and family
  ///     codes depend on them.
  ///   - acting: returns the signed-in person; nil when no person is signed in.
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

  /// Creates the data file for use in one process. Several backends may share it, each acting for
  /// another person.
  ///
  /// - Parameter readers: how many reads may run at the same time; nil for a program that runs one
  ///   command at a time.
  public static func file(
    at path: String, readers: Int? = nil, now: @escaping @Sendable () -> Instant
  ) -> DataFile {
    DataFile(path: path, schema: CompassSchema.schema, now: now, readers: readers)
  }

  /// Creates a backend for a person for whom the caller vouches, without a sign-in. All times come
  /// from the calendar.
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

  /// Creates a backend on a file in memory, which is deleted with the backend. Tests and previews
  /// use it.
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

  /// Creates a backend on a file in memory that starts as a copy of another backend's file.
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

  /// Creates a backend on a data file that other backends may use too.
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
      // A new step has checked its own authority in more detail. Only undo and redo are checked
      // here.
      if phase != .doing { try TurningAuthority.require(act, phase, in: connection) }
    }
    self.calendar = calendar
    self.ids = ids
    self.random = random
    self.machine = machine
    self.acting = acting
  }

  public var dataFile: DataFile { file }

  /// The journal, for undo steps that no endpoint makes, such as the removal of a change that a
  /// server refused.
  package var stepJournal: Journal { journal }

  /// The last undo step that this backend made, regardless of other changes to the file; nil before the first one.
  public var newestStep: JournalEntry? { newest.entry }
}

/// Stores the newest undo step of a backend, so that a page can offer to undo exactly that step.
private final class NewestStep: Sendable {
  private let kept = Mutex<JournalEntry?>(nil)

  var entry: JournalEntry? { kept.withLock { $0 } }

  func set(_ entry: JournalEntry) { kept.withLock { $0 = entry } }
}

/// The context of one transaction: its connection, the caller, and its time.
struct Scope {
  let connection: DatabaseConnection
  let caller: Caller
  var now: Instant
  /// The calendar. Its time zone is read only where a moment becomes a day.
  let calendar: LocalCalendar
  /// The machine's clocks, for decisions that no option may change (rule 10.12). They are read only
  /// when needed.
  let machine: @Sendable () -> MachineMoment
  let ids: IDSource
  /// The unreadable rows, which lists and figures leave out.
  var unreadable = UnreadableRows()

  func read(by caller: Caller) -> Scope {
    Scope(
      connection: connection, caller: caller, now: now, calendar: calendar, machine: machine,
      ids: ids, unreadable: unreadable)
  }
}

/// An error that rolls back a rehearsed transaction and transports its result to the caller.
private struct Rehearsed<Answer: Sendable>: Error {
  let answer: Answer
}

extension SQLBackend {
  /// Runs `body` in one read transaction of the signed-in person.
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

  /// Runs a write that is one undo step of the signed-in person. `body` checks the caller's rights
  /// first and sets the step's summary.
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

  /// Runs an undo step of a given person, such as one whose profile the step creates.
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

  /// Returns the time of an undo step. A step about a membership uses the machine's time, because
  /// undo and redo compare it with the age of the family's code.
  private func moment(of operation: String) throws -> Instant {
    guard FamilyOperation.isAboutMembership(operation) else { return calendar.now() }
    return try file.read { try $0.securityTime(at: machine()) }
  }

  /// Runs a write that is not an undo step, such as a device preference or an entry of the view
  /// log.
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

  /// Runs a write and rolls it back, to find out its result or why it is refused.
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

  /// Runs `body` without checking the signed-in person, and converts its errors into problems.
  func answering<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  func person() async throws(Problem) -> ActingPerson {
    guard let person = try await acting() else { throw .signInNeeded }
    return person
  }

  /// Creates the scope of a transaction. Every transaction calls it first, because it checks the
  /// acting person's session and rights.
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
