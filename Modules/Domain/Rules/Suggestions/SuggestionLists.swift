public import Basics
public import CivilTime

/// The order in which suggestions are surfaced and shown: urgent ones first, then the oldest (rule 4.12).
public enum SuggestionOrder {
  public static func sorted(_ rows: [RecruitingSuggestion]) -> [RecruitingSuggestion] {
    rows.sorted { key($0) < key($1) }
  }

  /// A rank, because the words do not sort; an unknown urgency comes last.
  private static func key(_ row: RecruitingSuggestion) -> (Int, Instant, RecordID) {
    let rank =
      switch row.urgency.known {
      case .high: 0
      case .medium: 1
      case .low: 2
      case nil: 3
      }
    return (rank, row.createdAt, row.id)
  }
}

/// Selects the suggestions of a page, and counts the others (rule 4.12).
public enum SuggestionLists {
  public static let shownOnDashboard = 3
  public static let shownOnSchool = 2
  /// How many waiting suggestions are surfaced at a time.
  public static let batch = 3
  /// How many open suggestions are held against the rules when a page is read; further ones are counted as they are stored.
  public static let examined = 200

  /// The visible ones; of one school, if it is given.
  public static func visible(
    _ rows: [RecruitingSuggestion], school: RecordID? = nil, limit: Int = shownOnDashboard
  ) -> [RecruitingSuggestion] {
    let visible = rows.filter { $0.isVisible && (school == nil || $0.relatedSchoolID == school) }
    return Array(SuggestionOrder.sorted(visible).prefix(max(0, limit)))
  }

  /// The number of open ones, surfaced or not.
  public static func pendingCount(
    _ rows: [RecruitingSuggestion], school: RecordID? = nil
  ) -> Int {
    rows.count { $0.isOpen && (school == nil || $0.relatedSchoolID == school) }
  }

  /// The next waiting ones, as they are once surfaced.
  public static func surfacing(
    _ rows: [RecruitingSuggestion], now: Instant, limit: Int = batch
  ) -> [RecruitingSuggestion] {
    let waiting = rows.filter { $0.isOpen && $0.isPendingSurface }
    return SuggestionOrder.sorted(waiting).prefix(max(0, limit)).map { $0.surfaced(at: now) }
  }

  /// The suggestions that a run of the rules surfaces: every waiting one among the first of all open ones. So a list with free places is
  /// filled, and an urgent suggestion never waits behind a less urgent one.
  public static func surfacedByRules(
    _ rows: [RecruitingSuggestion], now: Instant, limit: Int = batch
  ) -> [RecruitingSuggestion] {
    SuggestionOrder.sorted(rows.filter(\.isOpen)).prefix(max(0, limit))
      .filter(\.isPendingSurface).map { $0.surfaced(at: now) }
  }

  /// The open suggestions of a school that ask for an interaction; logging one completes them.
  public static func completed(
    byInteractionWith school: RecordID, _ rows: [RecruitingSuggestion], now: Instant
  ) -> [RecruitingSuggestion] {
    rows.filter { $0.isOpen && $0.relatedSchoolID == school && $0.action == .logInteraction }
      .map { $0.completed(at: now) }
  }
}

extension RecruitingSuggestion {
  /// The row after it is dismissed; a closed row stays as it is.
  public func dismissed(at now: Instant) -> RecruitingSuggestion {
    guard isOpen else { return self }
    return changed(at: now) {
      $0.isDismissed = true
      $0.dismissedAt = now
    }
  }

  /// The row after it is completed; a closed row stays as it is.
  public func completed(at now: Instant) -> RecruitingSuggestion {
    guard isOpen else { return self }
    return changed(at: now) {
      $0.isCompleted = true
      $0.completedAt = now
    }
  }

  public func surfaced(at now: Instant) -> RecruitingSuggestion {
    guard isPendingSurface else { return self }
    return changed(at: now) {
      $0.isPendingSurface = false
      $0.surfacedAt = now
    }
  }

  /// Whether it is dismissed and not completed.
  var isWavedOff: Bool { isDismissed && !isCompleted }

  /// Whether an earlier suggestion with the same key was dismissed.
  var hasReturned: Bool { hasReappeared || previousID != nil }

  /// The time at which the suggestion was last closed; a row without that time uses its last change.
  var closedAt: Instant { [dismissedAt, completedAt].compactMap { $0 }.max() ?? updatedAt }

  private func changed(
    at now: Instant, _ change: (inout RecruitingSuggestion) -> Void
  ) -> RecruitingSuggestion {
    var row = self
    change(&row)
    row.updatedAt = now
    return row
  }
}
