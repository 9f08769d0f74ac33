import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Reads an athlete's suggestions, such as "Email the coach of this school", within a transaction
/// (domain.md 4.12).
struct SuggestionRows {
  let records: RecordScope
  let form = TableForm<RecruitingSuggestion>.suggestions

  init(_ records: RecordScope) {
    self.records = records
  }

  /// After an undo or redo, deletes suggestions whose school no longer exists, and clears links to
  /// deleted suggestions.
  ///
  /// The program writes suggestions without recording them for undo. So undoing the creation of a
  /// school does not delete the suggestions about it, and they would stay without a school.
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

  /// An SQL expression for a number by which suggestions are sorted, the most urgent first. Sorting
  /// by the words `high`, `medium` and `low` would give their alphabetical order.
  private static let urgency = """
    CASE suggestion.urgency WHEN 'high' THEN 0 WHEN 'medium' THEN 1 WHEN 'low' THEN 2 ELSE 3 END
    """

  /// Returns the condition for the athlete's open suggestions, which are neither dismissed nor
  /// completed.
  private func open() throws -> Conditions {
    var open = try records.owned(in: .suggestions, owner: .athleteID)
    open.require("suggestion.dismissed = 0 AND suggestion.completed = 0")
    return open
  }

  /// Returns the suggestions for a page: the most urgent first, then the oldest. It also returns
  /// the number of all open suggestions.
  ///
  /// The page leaves out a suggestion that is not surfaced, which means released for display, and
  /// one for which the current data gives no reason any more.
  func visible(schools: [RecordID]? = nil, limit: Int) throws -> SuggestionsData {
    var wanted = try open()
    wanted.match("suggestion.related_school_id", oneOf: schools)
    let stored = try find(wanted, limit: SuggestionLists.examined, visibleFirst: true)
    let open = try asTheyAreNow(stored)
    let further =
      stored.count < SuggestionLists.examined
      ? 0 : try records.count(.suggestions, wanted) - stored.count
    return SuggestionsData(
      rows: try rows(SuggestionLists.visible(open, limit: limit)),
      pendingCount: SuggestionLists.pendingCount(open) + further,
      waitingCount: open.count { $0.isPendingSurface } + further)
  }

  /// Returns the open suggestions as the suggestion rules would make them from the current data:
  /// with their current texts, and without suggestions for which there is no reason any more
  /// (decision 40). The texts name the athlete if the caller (the person who acts) is a parent.
  private func asTheyAreNow(_ stored: [RecruitingSuggestion]) throws -> [RecruitingSuggestion] {
    guard !stored.isEmpty else { return [] }
    let (now, zone) = (records.scope.now, records.scope.calendar.zone())
    // The suggestion rules always read the records that the athlete may see, even if a parent is
    // the caller. So athlete and parent get the same suggestions.
    var facts = try SuggestionGathering(records.asAthlete(), now, zone).facts(about: stored)
    if !records.isOwner {
      facts.owner = PageOwner(
        athlete: try records.connection.first(
          "SELECT full_name FROM users WHERE id = ?", records.athlete
        ) { row in try row.optionalText(0) } ?? nil)
    }
    let rules = Set(stored.compactMap(\.rule.known))
    let evaluation = SuggestionRules.evaluate(
      facts, skipping: Set(SuggestionRule.allCases).subtracting(rules))
    return SuggestionMerge.read(stored, by: evaluation, now: now)
  }

  /// Returns the suggestion with the text that its rule gives for the current data. If the reason
  /// for the suggestion no longer exists, the result is marked as completed; this mark is stored
  /// only by the next evaluation of the rules.
  func asItIsNow(_ stored: RecruitingSuggestion) throws -> RecruitingSuggestion {
    guard stored.isOpen else { return stored }
    return try asTheyAreNow([stored]).first ?? stored.completed(at: records.scope.now)
  }

  /// Returns the most urgent open suggestions, including those that are not surfaced, which means
  /// that pages do not show them yet.
  func first(_ limit: Int) throws -> [RecruitingSuggestion] { try find(try open(), limit: limit) }

  /// Returns the next suggestions to surface (to show on pages from now on), most urgent first.
  /// They are not shown yet, and there still is a reason for them.
  func waiting(limit: Int) throws -> [RecruitingSuggestion] {
    let stored = try find(open(), limit: SuggestionLists.examined)
    let next = SuggestionLists.surfacing(
      try asTheyAreNow(stored), now: records.scope.now, limit: limit)
    return next.compactMap { row in stored.first { $0.id == row.id } }
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

  private func find(
    _ conditions: Conditions, limit: Int, visibleFirst: Bool = false
  ) throws -> [RecruitingSuggestion] {
    let order =
      ((visibleFirst ? [OrderTerm.ascending("suggestion.pending_surface")] : [])
      + [.ascending(Self.urgency), .ascending("suggestion.created_at")])
      .clause(of: form.table, reversed: false)
    return try records.connection.query(
      """
      SELECT \(form.list) FROM suggestion WHERE \(conditions.clause) ORDER BY \(order) LIMIT ?
      """, values: conditions.values + [.integer(Int64(max(0, limit)))]
    ) { row in try form.read(row) }
  }
}
