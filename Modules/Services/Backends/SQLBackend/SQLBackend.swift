public import Auth
public import Basics
public import CivilTime
package import Domain
public import Persistence
import SQLite
import Synchronization

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
  let machine: @Sendable () -> MachineMoment
  let unreadable = UnreadableRows()
  /// The newest step of undo that this backend made.
  private let newest = NewestStep()
  private let acting: @Sendable () async throws(Problem) -> ActingPerson?

  /// - Parameters:
  ///   - random: a cryptographic source, for family codes.
  ///   - machine: the machine's clocks, which no option moves; waits, sessions and family codes go by them.
  ///   - acting: the signed-in person; nil when nobody is.
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

  /// A family's file as one process has it open. Several backends may share it, each acting for another person.
  ///
  /// - Parameter readers: how many may read at once; nil where a single command has it for itself.
  public static func file(
    at path: String, readers: Int? = nil, now: @escaping @Sendable () -> Instant
  ) -> DataFile {
    DataFile(path: path, schema: CompassSchema.schema, now: now, readers: readers)
  }

  /// The same for somebody whom the caller answers for, with the calendar's time for all that needs one.
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

  /// Over a file in memory, gone with the backend: for tests and previews.
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

  /// Over a file in memory that begins with what is in the file of another.
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

  /// The same over another form of the file; for tests of migrations.
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

  /// The same over a file that others may use, too.
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
      // A step under way has checked its own authority, in more detail, as its first statement.
      if phase != .doing { try TurningAuthority.require(act, phase, in: connection) }
    }
    self.calendar = calendar
    self.ids = ids
    self.random = random
    self.machine = machine
    self.acting = acting
  }

  public var dataFile: DataFile { file }

  /// Makes steps of undo for work that is no endpoint's: what is kept of a change that a server did not take.
  package var stepJournal: Journal { journal }

  /// The step of undo that was made last through this backend, whatever else was done to the file; nil before the first.
  public var newestStep: JournalEntry? { newest.entry }
}

/// Remembers a step for whoever offers to take back that one and no other.
private final class NewestStep: Sendable {
  private let kept = Mutex<JournalEntry?>(nil)

  var entry: JournalEntry? { kept.withLock { $0 } }

  func set(_ entry: JournalEntry) { kept.withLock { $0 = entry } }
}

/// One transaction of one endpoint: where to read and write, who asks, and when it is.
struct Scope {
  let connection: DatabaseConnection
  let caller: Caller
  var now: Instant
  /// The zone is asked of it only where a moment becomes a day.
  let calendar: LocalCalendar
  /// The machine's clocks, for what is judged by them (rule 10.12); read only where something is.
  let machine: @Sendable () -> MachineMoment
  let ids: IDSource
  /// What no list and no figure can be made of.
  var unreadable = UnreadableRows()
}

/// Ends a transaction that is not to be kept, and carries out of it what came of the work.
private struct Rehearsed<Answer: Sendable>: Error {
  let answer: Answer
}

extension SQLBackend {
  /// Reads for the signed-in person, in one transaction.
  func read<Answer: Sendable>(
    _ body: (Scope) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try await file.reading { () throws(Problem) in
      try answering { try steppingOver { try file.read { try body(scope($0, person)) } } }
    }
  }

  /// Throws "Your session has expired" unless what lets this person act still holds.
  public func confirm(_ person: ActingPerson) throws(Problem) {
    try answering { try file.read { _ = try scope($0, person) } }
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
    let person = try await person()
    return try await file.writing { () throws(Problem) in
      try step(operation, by: person, for: athlete, batch: batch, recording: local, body)
    }
  }

  /// The same for a person who is only coming to be.
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

  /// When a step is made. One about a membership is held against the age of the family's code when it is turned, which goes
  /// by the machine's time.
  private func moment(of operation: String) throws -> Instant {
    guard FamilyOperation.isAboutMembership(operation) else { return calendar.now() }
    return try file.read { try $0.securityTime(at: machine()) }
  }

  /// A write that is no step: remembered choices, the view log.
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

  /// Does a write and takes all of it back: what it would come to, or why it is refused.
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

  /// Works on the file whoever is signed in, and turns its failures into words.
  func answering<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  func person() async throws(Problem) -> ActingPerson {
    guard let person = try await acting() else { throw .signInNeeded }
    return person
  }

  /// The one way into a transaction: whoever acts is asked for here.
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
