import Domain
import FeatureKit
import FeatureTesting
import Synchronization

/// A gateway that answers what a test put there, and remembers what it was asked.
final class Spy<Record: FamilyRecord>: Sendable {
  struct Asked {
    var queries: [ListQuery<Record>] = []
    var shown: [RecordID] = []
    /// What became of a new record, and of the one that is shown.
    var added: [Record] = []
    var edited: [Record] = []
    var changes: [RecordChange<Record>] = []
    var deleted: [RecordID] = []
    var athletes: Set<RecordID> = []
  }

  struct Answers: Sendable {
    var rows: [Record.Row] = []
    var matching: Int?
    var total: Int?
    var details: Record.Details?
    var saved: Saved<Record.Row>?
    var deletion: DeletedRecord?
    /// What every call fails with.
    var problem: Problem?
  }

  private let state = Mutex(Asked())
  private let answers: Mutex<Answers>

  init(_ answers: Answers = Answers()) {
    self.answers = Mutex(answers)
  }

  var asked: Asked { state.withLock { $0 } }

  func answer(_ change: (inout Answers) -> Void) {
    answers.withLock { change(&$0) }
  }

  var gateway: RecordsGateway<Record> {
    RecordsGateway(
      list: { query, athlete throws(Problem) in
        let answers = try self.note(athlete) { $0.queries.append(query) }
        let rows = query.limit.map { Array(answers.rows.prefix($0)) } ?? answers.rows
        let matching = answers.matching ?? answers.rows.count
        return Listing(rows: rows, matching: matching, total: answers.total ?? matching)
      },
      show: { id, athlete throws(Problem) in
        try self.found(try self.note(athlete) { $0.shown.append(id) }.details)
      },
      add: { change, athlete throws(Problem) in
        var record = Record(id: .numbered(1_000))
        change.apply(&record)
        return try self.found(
          try self.note(athlete) {
            $0.added.append(record)
            $0.changes.append(change)
          }.saved)
      },
      edit: { ids, change, athlete throws(Problem) in
        var saved: [Saved<Record.Row>] = []
        for id in ids {
          let stored = self.answers.withLock { $0.rows.first { $0.reference.id == id } }
          var record = stored?.record ?? Record(id: id)
          change.apply(&record)
          saved.append(
            try self.found(
              try self.note(athlete) {
                $0.edited.append(record)
                $0.changes.append(change)
              }.saved))
        }
        return saved
      },
      deletionPreview: { ids, athlete throws(Problem) in
        let deletion = try self.found(try self.note(athlete) { _ in }.deletion)
        return ids.map { _ in deletion }
      },
      delete: { ids, athlete throws(Problem) in
        let deletion = try self.found(try self.note(athlete) { $0.deleted += ids }.deletion)
        return ids.map { _ in deletion }
      })
  }

  private func note(
    _ athlete: RecordID, _ change: (inout Asked) -> Void
  ) throws(Problem) -> Answers {
    state.withLock {
      change(&$0)
      $0.athletes.insert(athlete)
    }
    let answers = answers.withLock { $0 }
    if let problem = answers.problem { throw problem }
    return answers
  }

  private func found<Answer>(_ answer: Answer?) throws(Problem) -> Answer {
    guard let answer else { throw Problem.noSuch(Record.kind) }
    return answer
  }
}
