import Auth
import Basics
import CivilTime
import DemoFamily
import Domain
import Foundation
import Persistence
import SQLite
import Synchronization

@testable import SQLBackend

/// Represents a process that uses a data file: the acting person, a clock that tests set, and a
/// source of ids and random numbers.
///
/// The ids and numbers are the same in every run, so that a failure can be repeated.
final class ActingProcess: Sendable {
  private struct State {
    var person: RecordID?
    var ground = ActingPerson.Ground.vouchedFor
    var now: Instant
    var lastID: UInt64
    var dice: UInt64
  }

  private let state: Mutex<State>

  static let start = Instant("2026-02-10T12:00:00.000Z")!

  /// - Parameter process: a number for the process; processes with different numbers create
  ///   different ids and codes.
  init(process: UInt64 = 1, now: Instant = start, acting person: RecordID? = nil) {
    state = Mutex(State(person: person, now: now, lastID: process << 32, dice: process))
  }

  var person: RecordID? {
    get { state.withLock { $0.person } }
    set { state.withLock { $0.person = newValue } }
  }

  var now: Instant {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// Makes a new data file with the made-up demo family, and makes its athlete the acting person.
  func demo(in folder: TemporaryFolder) throws -> (SQLBackend, MadeUpFamily) {
    let original = try Self.filled.get()
    for name in try FileManager.default.contentsOfDirectory(atPath: original) {
      try FileManager.default.copyItem(
        atPath: "\(original)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    person = Self.demoFamily.athlete.id
    return (backend("\(folder.path)/compass.sqlite"), Self.demoFamily)
  }

  private static let demoFamily = DemoFamily.make(now: start, zone: .utc)

  private static let filledFolder = NSTemporaryDirectory() + "/compass-filled-\(getpid())"

  /// The folder of a data file with the demo family. The file is filled once and copied for each
  /// test, because filling it takes most of the time of a test.
  private static let filled = Result {
    try? FileManager.default.removeItem(atPath: filledFolder)
    try FileManager.default.createDirectory(
      atPath: filledFolder, withIntermediateDirectories: true)
    let backend = ActingProcess().backend("\(filledFolder)/compass.sqlite")
    try backend.fill(from: ExportSource(demoFamily))
    backend.dataFile.close()
    atexit { try? FileManager.default.removeItem(atPath: ActingProcess.filledFolder) }
    return filledFolder
  }

  var ground: ActingPerson.Ground {
    get { state.withLock { $0.ground } }
    set { state.withLock { $0.ground = newValue } }
  }

  func wait(seconds: Int64 = 60) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

  /// - Parameters:
  ///   - schema: the schema of another program; nil for the program's own.
  ///   - readers: the number of connections that read at the same time, as in a server. Nil lets one
  ///     connection read and write.
  func backend(
    _ path: String, schema: Schema? = nil, readers: Int? = nil
  ) -> SQLBackend {
    if path == DatabaseConnection.inMemoryPath, schema == nil {
      return backend(copying: Self.empty)
    }
    return backend(
      over: DataFile(
        path: path, schema: schema ?? CompassSchema.schema, now: { self.now }, readers: readers))
  }

  /// An empty data file in memory. Making its tables and tasks takes longer than a copy.
  private static let empty: SQLBackend = {
    let process = ActingProcess()
    return process.backend(
      over: DataFile(
        path: DatabaseConnection.inMemoryPath, schema: CompassSchema.schema, now: { process.now }))
  }()

  /// Returns a backend over a data file in memory that begins as a copy of another one.
  func backend(copying model: SQLBackend) -> SQLBackend {
    backend(over: DataFile(inMemoryAs: model.dataFile, now: { self.now }))
  }

  private func backend(over file: DataFile) -> SQLBackend {
    SQLBackend(
      file: file,
      calendar: LocalCalendar(now: { self.state.withLock { $0.now } }, zone: { .utc }),
      ids: IDSource {
        self.state.withLock { state in
          state.lastID += 1
          return .version4(high: 0xDE5C, low: state.lastID)
        }
      },
      random: {
        self.state.withLock { state in
          state.dice = state.dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return state.dice ^ (state.dice >> 29)
        }
      },
      machine: { self.state.withLock { MachineMoment(wall: $0.now) } },
      acting: {
        self.state.withLock { state in state.person.map { ActingPerson($0, on: state.ground) } }
      })
  }
}

/// Made-up families, each with a data file in memory that contains it.
///
/// Making a family and filling its file takes longer than most tests of it, so it is done once for
/// each name; each test gets a copy of the file.
final class FilledFamilies: Sendable {
  private let made = Mutex<[String: (backend: SQLBackend, family: MadeUpFamily)]>([:])

  /// - Parameter make: makes the family that has this name.
  func family(
    _ name: String, now: Instant, _ make: () -> MadeUpFamily
  ) throws -> (SQLBackend, MadeUpFamily) {
    let (model, family) = try made.withLock { $0[name] } ?? filled(name, now, make())
    let process = ActingProcess(process: 2, now: now, acting: family.athlete.id)
    return (process.backend(copying: model), family)
  }

  private func filled(
    _ name: String, _ now: Instant, _ family: MadeUpFamily
  ) throws -> (backend: SQLBackend, family: MadeUpFamily) {
    let backend = ActingProcess(now: now).backend(DatabaseConnection.inMemoryPath)
    try backend.fill(from: ExportSource(family))
    made.withLock { $0[name] = (backend, family) }
    return (backend, family)
  }
}

extension Schema {
  /// The schema of a later version of the program, which has a new column for a person's motto.
  static let withMottoes = Schema(
    applicationID: CompassSchema.schema.applicationID,
    migrations: CompassSchema.schema.migrations + [
      Migration(
        CompassSchema.schema.version + 1, "A motto", sql: "ALTER TABLE users ADD COLUMN motto TEXT")
    ],
    sharedTables: CompassSchema.schema.sharedTables, sharedLogs: CompassSchema.schema.sharedLogs,
    functions: CompassSchema.schema.functions)
}

/// A random number generator that gives the same numbers for the same seed on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }
}

extension SQLBackend {
  func athlete(_ name: String, graduationYear: Int? = 2028) async throws -> RecordID {
    try await people.createAccount(
      NewAccount(role: .player, name: name, graduationYear: graduationYear)
    ).person.id
  }

  func parent(_ name: String) async throws -> RecordID {
    try await people.createAccount(NewAccount(role: .parent, name: name)).person.id
  }
}

/// Returns the cause of the problem that the closure throws; nil if it throws none.
func cause(_ body: () async throws -> Void) async -> Cause? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? Problem)?.cause
  }
}

func task(_ key: String) -> RecordID { CatalogueTask.id(forKey: key) }
func day(_ text: String) -> CalendarDay { CalendarDay(text)! }
