public import Basics
public import CivilTime

/// The operations on the suggestions that the program's rules make for an athlete (domain.md 4.12).
/// A parent can only read the suggestions.
public struct SuggestionsGateway: Gateway {
  public var visible = Endpoint<
    (athlete: RecordID, school: RecordID?, limit: Int), SuggestionsData
  >("visible")
  public var surface = Endpoint<RecordID, Int>("surface")
  public var dismiss = Endpoint<(id: RecordID, athlete: RecordID), SuggestionRow>("dismiss")
  public var complete = Endpoint<(id: RecordID, athlete: RecordID), SuggestionRow>("complete")
  public var show = Endpoint<(id: RecordID, athlete: RecordID), SuggestionHistory>("show")
  public var evaluate = Endpoint<
    (athlete: RecordID, now: Instant, zone: Zone), EvaluatedSuggestions
  >("evaluate")

  public init() {}
}

extension SuggestionsGateway {
  /// Returns the suggestions that pages show, the most urgent first, and the older one first if two
  /// are equally urgent.
  public func visible(
    of athlete: RecordID, school: RecordID? = nil, limit: Int = 3
  ) async throws(Problem) -> SuggestionsData {
    try await visible((athlete, school, limit))
  }

  /// Releases up to three suggestions that the program has held back, so that pages show them from
  /// now on. Returns how many were released.
  public func surface(of athlete: RecordID) async throws(Problem) -> Int {
    try await surface(athlete)
  }

  public func dismiss(_ id: RecordID, of athlete: RecordID) async throws(Problem) -> SuggestionRow {
    try await dismiss((id, athlete))
  }

  public func complete(
    _ id: RecordID, of athlete: RecordID
  ) async throws(Problem) -> SuggestionRow {
    try await complete((id, athlete))
  }

  /// Returns a suggestion, the facts from which its rule concluded it, and the earlier suggestions
  /// that it repeats. The command `suggestions why` shows them.
  public func show(
    _ id: RecordID, of athlete: RecordID
  ) async throws(Problem) -> SuggestionHistory {
    try await show((id, athlete))
  }

  /// Applies all rules to the athlete's data, adds new suggestions, updates open ones, and
  /// completes those whose reason no longer applies. `undo` cannot revert these changes.
  public func evaluate(
    for athlete: RecordID, now: Instant, zone: Zone
  ) async throws(Problem) -> EvaluatedSuggestions {
    try await evaluate((athlete, now, zone))
  }
}

/// A suggestion with the school and the task that it is about.
public struct SuggestionRow: Equatable, Sendable {
  public var reference: Reference
  public var suggestion: RecruitingSuggestion
  public var school: Reference?
  public var task: Reference?

  public init(
    reference: Reference, suggestion: RecruitingSuggestion, school: Reference? = nil,
    task: Reference? = nil
  ) {
    self.reference = reference
    self.suggestion = suggestion
    self.school = school
    self.task = task
  }
}

public struct SuggestionsData: Equatable, Sendable {
  public var rows: [SuggestionRow]
  /// The number of open suggestions, including those that pages do not show yet (domain.md 4.12).
  public var pendingCount: Int
  /// The number of open suggestions that the program holds back, so that pages do not show them
  /// yet.
  public var waitingCount: Int

  public init(rows: [SuggestionRow], pendingCount: Int, waitingCount: Int = 0) {
    self.rows = rows
    self.pendingCount = pendingCount
    self.waitingCount = waitingCount
  }

  public var moreCount: Int { max(0, pendingCount - rows.count) }
}

/// A suggestion and the earlier suggestions that it repeats, with the newest first.
public struct SuggestionHistory: Equatable, Sendable {
  public var row: SuggestionRow
  public var earlier: [RecruitingSuggestion]

  public init(row: SuggestionRow, earlier: [RecruitingSuggestion] = []) {
    self.row = row
    self.earlier = earlier
  }
}

/// The result of applying the rules: the new suggestions, and the numbers of those that were
/// updated, completed because their reason no longer applies (`retired`), and shown for the first
/// time.
public struct EvaluatedSuggestions: Equatable, Sendable {
  public var created: [SuggestionRow]
  public var updated: Int
  public var retired: Int
  public var surfaced: Int

  public init(created: [SuggestionRow] = [], updated: Int = 0, retired: Int = 0, surfaced: Int = 0)
  {
    self.created = created
    self.updated = updated
    self.retired = retired
    self.surfaced = surfaced
  }
}
