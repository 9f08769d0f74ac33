public import Basics
public import CivilTime

/// Sorts suggestions for display: the most urgent ones first, then the oldest (rule 4.12).
public enum SuggestionOrder {
  public static func sorted(_ rows: [RecruitingSuggestion]) -> [RecruitingSuggestion] {
    rows.sorted { key($0) < key($1) }
  }

  /// Returns the sort key. It contains a rank, because the alphabetical order of the words is
  /// another one. An unknown urgency comes last.
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

/// Selects the suggestions that a page shows, and counts the others (rule 4.12).
public enum SuggestionLists {
  public static let shownOnDashboard = 3
  public static let shownOnSchool = 2
  /// The number of waiting suggestions that become visible at a time.
  public static let batch = 3
  /// The largest number of open suggestions that are checked against the rules when a page is read.
  /// Others are counted as they are stored.
  public static let examined = 200

  /// Returns the visible suggestions, or only those about one school.
  public static func visible(
    _ rows: [RecruitingSuggestion], school: RecordID? = nil, limit: Int = shownOnDashboard
  ) -> [RecruitingSuggestion] {
    let visible = rows.filter { $0.isVisible && (school == nil || $0.relatedSchoolID == school) }
    return Array(SuggestionOrder.sorted(visible).prefix(max(0, limit)))
  }

  /// Returns the number of open suggestions, including those that pages do not show yet.
  public static func pendingCount(
    _ rows: [RecruitingSuggestion], school: RecordID? = nil
  ) -> Int {
    rows.count { $0.isOpen && (school == nil || $0.relatedSchoolID == school) }
  }

  /// Returns the next waiting suggestions in the state after they became visible.
  public static func surfacing(
    _ rows: [RecruitingSuggestion], now: Instant, limit: Int = batch
  ) -> [RecruitingSuggestion] {
    let waiting = rows.filter { $0.isOpen && $0.isPendingSurface }
    return SuggestionOrder.sorted(waiting).prefix(max(0, limit)).map { $0.surfaced(at: now) }
  }

  /// Returns the suggestions that become visible after an evaluation of the rules: every waiting
  /// one among the first `limit` of all open ones. So a list that is not full is filled, and an
  /// urgent suggestion never waits behind a less urgent one.
  public static func surfacedByRules(
    _ rows: [RecruitingSuggestion], now: Instant, limit: Int = batch
  ) -> [RecruitingSuggestion] {
    SuggestionOrder.sorted(rows.filter(\.isOpen)).prefix(max(0, limit))
      .filter(\.isPendingSurface).map { $0.surfaced(at: now) }
  }

  /// Returns the open suggestions that ask for an interaction with a school, as completed. Logging
  /// an interaction completes them.
  public static func completed(
    byInteractionWith school: RecordID, _ rows: [RecruitingSuggestion], now: Instant
  ) -> [RecruitingSuggestion] {
    rows.filter { $0.isOpen && $0.relatedSchoolID == school && $0.action == .logInteraction }
      .map { $0.completed(at: now) }
  }
}

extension RecruitingSuggestion {
  /// Returns the suggestion as dismissed. A closed one stays as it is.
  public func dismissed(at now: Instant) -> RecruitingSuggestion {
    guard isOpen else { return self }
    return changed(at: now) {
      $0.isDismissed = true
      $0.dismissedAt = now
    }
  }

  /// Returns the suggestion as completed. A closed one stays as it is.
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

  /// True if the suggestion was dismissed and not completed.
  var isWavedOff: Bool { isDismissed && !isCompleted }

  /// True if the suggestion repeats an earlier one that was dismissed.
  var hasReturned: Bool { hasReappeared || previousID != nil }

  /// The time at which the suggestion was last closed, or of its last change if that time is
  /// missing.
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
