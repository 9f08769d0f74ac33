import CivilTime
import Domain
import FeatureKit
import InMemoryBackend
import JSON
import Persistence
import SQLBackend
import SQLite
import Testing

/// Every backend that keeps the contracts. One that joins adds a case here and a line to `stage()`.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
  case sql, memory

  var testDescription: String { rawValue }

  /// An empty world on 10 February 2026, where nobody is signed in.
  func stage() -> Stage {
    let stage = Stage()
    switch self {
    case .sql: stage.build(SQLStage(stage))
    case .memory: stage.build(MemoryStage(stage))
    }
    return stage
  }
}

/// What a backend offers, whichever it is.
protocol Gateways: Sendable {
  var people: PeopleGateway { get }
  var families: FamiliesGateway { get }
  var timeline: TimelineGateway { get }
  var preferences: PreferencesGateway { get }
  var devicePreferences: DevicePreferencesGateway { get }
  var quickTasks: QuickTasksGateway { get }
  var viewLog: ViewLogGateway { get }
  var undo: UndoGateway { get }
  var recordIndex: RecordIndexGateway { get }
  var metrics: MetricsGateway { get }
  var reports: ReportsGateway { get }
}

extension SQLBackend: RecordKeeping {}
extension InMemoryBackend: Gateways {}

/// A backend on a stage of its own, and what a test does behind its back.
protocol Built: Sendable {
  var gateways: any Gateways { get }
  /// Writes a status that only a newer server knows.
  func plant(status: String, of task: RecordID, athlete: RecordID) throws
  /// Writes a preference as a server may have left it.
  func plant(_ category: PreferenceCategory, text: String, of person: RecordID) throws
}

struct SQLStage: Built {
  private let backend: SQLBackend

  init(_ stage: Stage) {
    backend = SQLBackend(
      path: Connection.inMemoryPath, calendar: stage.calendar, ids: stage.ids,
      random: { stage.draw() }, acting: { stage.person })
  }

  var gateways: any Gateways { backend }

  func plant(status: String, of task: RecordID, athlete: RecordID) throws {
    try backend.dataFile.write { connection in
      try connection.execute(
        """
        INSERT INTO athlete_task (id, athlete_id, task_id, status) VALUES (?1, ?2, ?1, ?3)
        """, task.description, athlete.description, status)
    }
  }

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

struct MemoryStage: Built {
  private let backend: InMemoryBackend

  init(_ stage: Stage) {
    backend = InMemoryBackend(
      World(), calendar: stage.calendar, ids: stage.ids, acting: { stage.person })
  }

  var gateways: any Gateways { backend }

  func plant(status: String, of task: RecordID, athlete: RecordID) {
    backend.change { world in
      var progress = AthleteTask(id: task, athleteID: athlete, taskID: task)
      progress.status = Open(status)
      world.setProgress(progress, task: task, athlete: athlete)
    }
  }

  func plant(_ category: PreferenceCategory, text: String, of person: RecordID) {
    backend.change { world in
      world.setPreference(category, of: person, to: try? JSONValue.parse(text))
    }
  }
}
