import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLBackend
import SQLite
import Synchronization

/// An empty data file in memory on 10 February 2026. A test sets the clock and the acting person.
///
/// The tests use only the gateways of its backend, so that they could run against any backend.
final class Stage: Sendable {
  private struct State {
    var person: RecordID?
    var now = Instant(seconds: 1_770_724_800)
    var lastID: UInt64 = 0
    var dice: UInt64 = 7
    var backend: SQLBackend?
  }

  private let state: Mutex<State>

  init() {
    state = Mutex(State())
    begin(as: Self.empty)
  }

  /// Makes a stage that continues where `model` is now. `model` must not change afterwards.
  init(copying model: Stage) throws {
    let backend = try model.backend
    state = Mutex(model.state.withLock { $0 })
    begin(as: backend)
  }

  /// An empty data file, of which each stage gets a copy. Making the tables and the tasks takes most
  /// of the time of a short test.
  private static let empty = SQLBackend(
    path: DatabaseConnection.inMemoryPath, calendar: .fixed(State().now),
    ids: IDSource { .version4(high: 0, low: 0) }, random: { 0 }, acting: { nil })

  private func begin(as model: SQLBackend) {
    let backend = SQLBackend(
      inMemoryAs: model, calendar: calendar, ids: ids, random: { self.draw() },
      acting: { self.person })
    state.withLock { $0.backend = backend }
  }

  var person: RecordID? { state.withLock { $0.person } }

  /// Makes this person the acting person until the next call, and returns the gateways; nil stands
  /// for no person.
  func acting(_ person: RecordID?) throws -> SQLBackend {
    state.withLock { $0.person = person }
    return try backend
  }

  func acting(_ person: Reference) throws -> SQLBackend { try acting(person.id) }

  private var backend: SQLBackend {
    get throws {
      guard let backend = state.withLock({ $0.backend }) else { throw NothingBuilt() }
      return backend
    }
  }

  struct NothingBuilt: Error {}

  /// Advances the clock of the tests.
  ///
  /// At all other times the clock stands still, so all calls between two waits happen at the same
  /// moment.
  func wait(seconds: Int64 = 60) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

  var now: Instant { state.withLock { $0.now } }
  var today: CalendarDay { calendar.today() }

  var calendar: LocalCalendar { LocalCalendar(now: { self.now }, zone: { .utc }) }

  var ids: IDSource {
    IDSource {
      self.state.withLock { state in
        state.lastID += 1
        return .version4(high: 0x57A6E, low: state.lastID)
      }
    }
  }

  func draw() -> UInt64 {
    state.withLock { state in
      state.dice = state.dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state.dice ^ (state.dice >> 29)
    }
  }
}

/// The people of the tests: Sam, class of 2028, with parent Dana in one family; Mia, class of 2026,
/// in another; and Lee, a parent without a family.
struct Cast {
  let sam: Reference
  let dana: Reference
  let mia: Reference
  let lee: Reference
  let family: FamilyUnit
  let miasFamily: FamilyUnit

  init(on stage: Stage) async throws {
    let nobody = try stage.acting(nil as RecordID?)
    sam = try await nobody.people.createAccount(
      NewAccount(role: .player, name: "Sam Lee", graduationYear: 2028)
    ).person
    dana = try await nobody.people.createAccount(
      NewAccount(role: .parent, name: "Dana Lee", email: "dana@example.org")
    ).person
    mia = try await nobody.people.createAccount(
      NewAccount(role: .player, name: "Mia Ortiz", graduationYear: 2026)
    ).person
    lee = try await nobody.people.createAccount(NewAccount(role: .parent, name: "Lee Moss")).person
    family = try await stage.acting(sam).families.create(named: "Lee Family").family
    miasFamily = try await stage.acting(mia).families.create(named: nil).family
    stage.wait()
    _ = try await stage.acting(dana).families.join(code: family.code ?? "")
    stage.wait()
  }
}

extension Stage {
  /// Returns an empty data file in which these people have created their accounts.
  static func cast() async throws -> (Stage, Cast) {
    let (stage, cast) = try await settled.value
    return (try Stage(copying: stage), cast)
  }

  private static let settled = Task {
    let stage = Stage()
    return (stage, try await Cast(on: stage))
  }

  /// Writes a task status that this version of the program does not know. A newer server could send
  /// such a status.
  func plant(status: String, of task: RecordID, athlete: RecordID) throws {
    try backend.dataFile.write { connection in
      try connection.execute(
        """
        INSERT INTO athlete_task (id, athlete_id, task_id, status) VALUES (?1, ?2, ?1, ?3)
        """, task.description, athlete.description, status)
    }
  }

  /// Writes the stored text of a preference directly, in a form that a server may have sent.
  func plant(_ category: PreferenceCategory, text: String, of person: RecordID) throws {
    try backend.dataFile.write { connection in
      try connection.execute(
        """
        INSERT INTO user_preferences (id, user_id, category, data, created_at, updated_at)
        VALUES (?1, ?1, ?2, ?3, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')
        """, person.description, category.rawValue, text)
    }
  }
}

/// Returns the cause of the problem that `body` throws; nil when it succeeds.
func cause(_ body: () async throws -> Void) async -> Cause? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? Problem)?.cause
  }
}

/// Returns the id of the catalog's task with this key, such as `9-02`.
func task(_ key: String) -> RecordID { CatalogueTask.id(forKey: key) }
