import Basics
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var linkHealth: LinkHealthGateway {
    LinkHealthGateway {
      $0.record.implement { trials, athlete throws(Problem) in
        guard !trials.isEmpty else { return [] }
        return try await self.write("checkLinks", for: athlete) { scope, step in
          try Self.note(trials, in: RecordScope(scope, of: athlete), step)
        }
      }
    }
  }

  private static func note(
    _ trials: [LinkTrial], in records: RecordScope, _ step: Journal.Step
  ) throws -> [DocumentRow] {
    var noted: [Document] = []
    let visible = try Document.visible(in: records)
    for trial in trials {
      var conditions = visible
      conditions.require("documents.id = ?", .id(trial.document))
      guard let before = try records.find(Document.self, conditions).first,
        before.fileURL == trial.address
      else { continue }
      let decision = Authority.decideUpdate(
        Document.table.area, from: Document.table.scope(of: before),
        to: Document.table.scope(of: before), by: records.scope.caller)
      if let problem = Problem(decision, on: Document.kind) { throw problem }
      var after = before
      after.healthStatus = .known(trial.health)
      after.lastHealthCheck = records.scope.now
      Document.table.column(.updatedBy)?.note(records.scope.caller.id, in: &after)
      _ = try Document.form.update(from: before, to: after, in: records.connection)
      noted.append(after)
    }
    step.summary = "Tried \(noted.count == 1 ? "1 link" : "\(noted.count) links")"
    return try Document.rows(noted, in: records)
  }
}
