import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// An athlete's suggestions, for any transaction (rule 4.12).
struct SuggestionRows {
  let records: RecordScope
  let form = TableForm<RecruitingSuggestion>.suggestions

  init(_ records: RecordScope) {
    self.records = records
  }

  /// Deletes suggestions whose school no longer exists. The rules wrote them outside of any step, so an undo of the school leaves them.
  @Sendable static func deleteOrphans(_ connection: DatabaseConnection) throws {
    try connection.execute(
      """
      DELETE FROM suggestion WHERE related_school_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM schools WHERE schools.id = suggestion.related_school_id)
      """)
    try connection.execute(
      """
      UPDATE suggestion SET previous_suggestion_id = NULL WHERE previous_suggestion_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM suggestion AS before
          WHERE before.id = suggestion.previous_suggestion_id)
      """)
  }

  /// Sorts by rank, because the words have another alphabetical order.
  private static let urgency = """
    CASE suggestion.urgency WHEN 'high' THEN 0 WHEN 'medium' THEN 1 WHEN 'low' THEN 2 ELSE 3 END
    """

  /// Neither dismissed nor completed.
  private func open() throws -> Conditions {
    var open = try records.owned(in: .suggestions, owner: "athlete_id")
    open.require("suggestion.dismissed = 0 AND suggestion.completed = 0")
    return open
  }

  /// Surfaced suggestions, most urgent first, then oldest.
  func visible(school: RecordID? = nil, limit: Int) throws -> [SuggestionRow] {
    var wanted = try open()
    wanted.require("suggestion.pending_surface = 0")
    wanted.match("suggestion.related_school_id", school.map(Value.id))
    return try rows(find(wanted, limit: limit))
  }

  /// The number of all open suggestions, surfaced or not.
  func pendingCount(school: RecordID? = nil) throws -> Int {
    var wanted = try open()
    wanted.match("suggestion.related_school_id", school.map(Value.id))
    return try records.count(.suggestions, wanted)
  }

  func waitingCount(school: RecordID? = nil) throws -> Int {
    var wanted = try open()
    wanted.require("suggestion.pending_surface = 1")
    wanted.match("suggestion.related_school_id", school.map(Value.id))
    return try records.count(.suggestions, wanted)
  }

  /// The first of all open suggestions, surfaced or not.
  func first(_ limit: Int) throws -> [RecruitingSuggestion] { try find(try open(), limit: limit) }

  func waiting(limit: Int) throws -> [RecruitingSuggestion] {
    var wanted = try open()
    wanted.require("suggestion.pending_surface = 1")
    return try find(wanted, limit: limit)
  }

  func require(_ id: RecordID) throws -> RecruitingSuggestion {
    try records.scope.requireReadable(id, in: form.table, .suggestion)
    guard let found = try form.find(id, in: records.connection), found.athleteID == records.athlete
    else { throw Problem.noSuch(.suggestion) }
    return found
  }

  func row(_ suggestion: RecruitingSuggestion) throws -> SuggestionRow {
    guard let row = try rows([suggestion]).first else { throw Problem.noSuch(.suggestion) }
    return row
  }

  func rows(_ found: [RecruitingSuggestion]) throws -> [SuggestionRow] {
    let references = try records.references(.suggestion, found.map(\.id))
    let schools = try records.references(.school, found.compactMap(\.relatedSchoolID))
    let tasks = try records.references(.task, found.compactMap(\.relatedTaskID))
    return found.map { suggestion in
      SuggestionRow(
        reference: references.of(suggestion.id, .suggestion), suggestion: suggestion,
        school: suggestion.relatedSchoolID.flatMap { schools[$0] },
        task: suggestion.relatedTaskID.flatMap { tasks[$0] })
    }
  }

  private func find(_ conditions: Conditions, limit: Int) throws -> [RecruitingSuggestion] {
    let order = [OrderTerm.ascending(Self.urgency), .ascending("suggestion.created_at")]
      .clause(of: form.table, reversed: false)
    return try records.connection.query(
      """
      SELECT \(form.list) FROM suggestion WHERE \(conditions.clause) ORDER BY \(order) LIMIT ?
      """, values: conditions.values + [.integer(Int64(max(0, limit)))]
    ) { row in try form.read(row) }
  }
}
