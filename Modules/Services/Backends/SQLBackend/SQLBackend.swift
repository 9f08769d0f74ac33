public import Auth
public import Basics
public import CivilTime
package import Domain
public import Persistence
import SQLite
import Synchronization

/// The backend of the program: it implements every gateway (the functions with which a feature
/// reads and writes) over the family's data file.
///
/// A backend acts for one person, whose id the closure `acting` returns at every call, as a bearer
/// token does for a web request. Every transaction first checks that person's rights, so access
/// never depends on a check in the shell, the web server or a feature (decision 3).
public final class SQLBackend: Sendable {
  let file: DataFile
  let journal: Journal
  package let calendar: LocalCalendar
  let ids: IDSource
  let random: @Sendable () throws(Problem) -> UInt64
  let machine: @Sendable () -> MachineMoment
  let unreadable = UnreadableRows()
  private let newest = NewestStep()
  private let acting: @Sendable () async throws(Problem) -> ActingPerson?

  /// Creates a backend on the data file at `path`.
  ///
  /// - Parameters:
  ///   - random: a cryptographic source of random numbers, for family codes.
  ///   - machine: reads the machine's clocks, which the option `--now` does not change. Waiting
  ///     times after wrong passphrases, sessions and the age of family codes depend on these
  ///     clocks.
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

  /// Returns the object through which all code of one process uses the data file at `path`.
  ///
  /// Several backends may share it, each of them acting for a different person.
  ///
  /// - Parameter readers: how many reads may run at the same time; nil for a program that runs one
  ///   command at a time.
  public static func file(
    at path: String, readers: Int? = nil, now: @escaping @Sendable () -> Instant
  ) -> DataFile {
    DataFile(path: path, schema: CompassSchema.schema, now: now, readers: readers)
  }

  /// Creates a backend that acts for a person without a sign-in, because the calling program has
  /// already verified the person.
  ///
  /// All times come from `calendar`, including those of security decisions.
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
  /// - Parameter tasks: the task templates that the new file contains, in the order of the
  ///   timeline.
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

  /// Creates a backend on a data file that other backends of the process may use too, each of them
  /// acting for a different person.
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
      // The journal of undo steps calls this closure for new writes, for undo and for redo. A new
      // write has already checked the person's rights in its own code, which knows the changed
      // records, so only an undo or a redo is checked here.
      if phase != .doing { try TurningAuthority.require(act, phase, in: connection) }
      if phase == .undoing, ProfileOperation.makes(act.operation) {
        try GeneratedRows.delete(madeBy: act.person, in: connection)
      }
    }
    self.calendar = calendar
    self.ids = ids
    self.random = random
    self.machine = machine
    self.acting = acting
  }

  public var dataFile: DataFile { file }

  /// The journal of undo steps (recorded changes that `undo` can take back), for code outside of
  /// this backend that makes a step. For example, if a person keeps a change that the server
  /// rejected, the sync applies it again as a new undo step.
  package var stepJournal: Journal { journal }

  /// The newest undo step (a recorded change that `undo` can take back) that this backend made.
  ///
  /// It is nil before the first step, and also after a change of the members of a family that is
  /// shared through a server, because such a step cannot be undone.
  ///
  /// Steps that other backends or programs add to the file do not change this value.
  public var newestStep: JournalEntry? {
    guard let entry = newest.entry, FamilyOperation.changesMembers(entry.act.operation)
    else { return newest.entry }
    let isFinal = try? file.read { try TurningAuthority.isFinal(entry.act, in: $0) }
    return isFinal == true ? nil : entry
  }
}

/// Stores the newest undo step (a recorded change) of a backend, so that a page can offer to undo
/// exactly that step.
private final class NewestStep: Sendable {
  private let kept = Mutex<JournalEntry?>(nil)

  var entry: JournalEntry? { kept.withLock { $0 } }

  func set(_ entry: JournalEntry) { kept.withLock { $0 = entry } }
}

/// The context of one transaction: its connection, the time, and the caller, which is the person
/// who acts.
struct Scope {
  let connection: DatabaseConnection
  let caller: Caller
  var now: Instant
  /// The calendar that converts moments to days. Its time zone is determined only where code asks
  /// for it, because most commands need no time zone.
  let calendar: LocalCalendar
  /// Reads the machine's clocks for security decisions, such as the end of a session, which the
  /// option `--now` must not influence (domain.md 10.12). The clocks are read only when such a
  /// decision is made.
  let machine: @Sendable () -> MachineMoment
  let ids: IDSource
  /// The rows with a malformed value that were found so far. Lists and counts leave these rows out.
  var unreadable = UnreadableRows()

  func read(by caller: Caller) -> Scope {
    Scope(
      connection: connection, caller: caller, now: now, calendar: calendar, machine: machine,
      ids: ids, unreadable: unreadable)
  }
}

/// The error that ends the transaction of `rehearse`, which runs a write only to see its result: it
/// rolls the transaction back and passes the result to the caller.
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

  /// Throws "Your session has expired" if the program may no longer act for this person, for
  /// example after a sign-out in another process.
  public func confirm(_ person: ActingPerson) throws(Problem) {
    try answering { try file.read { _ = try scope($0, person) } }
  }

  /// Runs a write transaction, which becomes one undo step of the signed-in person. `body` first
  /// checks the person's rights to the changed records, and sets the summary of the step for the
  /// history.
  ///
  /// - Parameters:
  ///   - athlete: the athlete whose data changes; nil for the person's own data.
  ///   - batch: the id of a command that makes several writes, which together are one undo step;
  ///     nil for a single write.
  ///   - local: names of tables that stay on this device, whose changes the undo step contains too.
  func write<Answer: Sendable>(
    _ operation: String, for athlete: RecordID? = nil, batch: RecordID? = nil,
    recording local: [String] = [], _ body: (Scope, Journal.Step) throws -> Answer
  ) async throws(Problem) -> Answer {
    let person = try await person()
    return try await file.writing { () throws(Problem) in
      try step(operation, by: person, for: athlete, batch: batch, recording: local, body)
    }
  }

  /// Runs a write transaction, which becomes one undo step (a change that `undo` takes back as a
  /// whole) of this person. That person need not be signed in, for example if the step creates
  /// their profile.
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

  /// Returns the time that an undo step (a recorded change) gets.
  ///
  /// A step about a family membership gets the time of the machine's clocks, which `--now` does not
  /// change. An undo or redo compares it with the time when the code for joining the family was
  /// created, and that time comes from the machine's clocks too.
  private func moment(of operation: String) throws -> Instant {
    guard FamilyOperation.isAboutMembership(operation) else { return calendar.now() }
    return try file.read { try $0.securityTime(at: machine()) }
  }

  /// Runs a write of the signed-in person that is not an undo step, such as a device preference or
  /// an entry in the log of page views.
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

  /// Runs a write and rolls it back, to find out its result, or the reason why it would be refused.
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

  /// Runs `body` without checking the signed-in person, and converts the errors of SQLite and of
  /// the file into problems with a text for the user.
  func answering<Answer>(_ body: () throws -> Answer) throws(Problem) -> Answer {
    try file.inWords(body)
  }

  func person() async throws(Problem) -> ActingPerson {
    guard let person = try await acting() else { throw .signInNeeded }
    return person
  }

  /// Creates the context of a transaction.
  ///
  /// Every transaction calls this method first, because the method checks that the person's sign-in
  /// is still valid and reads the person's rights from the file.
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
