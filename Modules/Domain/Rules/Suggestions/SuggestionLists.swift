public import Basics
public import CivilTime

/// Sorts suggestions for display: the most urgent first, and among equally urgent ones the oldest
/// first (domain.md 4.12).
public enum SuggestionOrder {
  public static func sorted(_ rows: [RecruitingSuggestion]) -> [RecruitingSuggestion] {
    rows.sorted { key($0) < key($1) }
  }

  /// Returns the sort key of a suggestion. The urgency is converted to a number, because its words
  /// do not sort by urgency alphabetically. An unknown urgency comes last.
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

/// Selects the suggestions that a page shows, and counts all open ones (neither completed nor
/// dismissed). New suggestions are stored as waiting to be shown, and only a few become visible at
/// a time (domain.md 4.12).
public enum SuggestionLists {
  public static let shownOnDashboard = 3
  public static let shownOnSchool = 2
  /// The number of suggestions that pages begin to show at the same time. A new suggestion is
  /// stored and waits first, so that a page does not show too many.
  public static let batch = 3
  /// The largest number of open suggestions whose rules are evaluated again when a page is read.
  /// Any further open suggestions are counted without a new evaluation, because reading all of them
  /// would be slow.
  public static let examined = 200

  /// Returns the first `limit` visible suggestions. With a school, only suggestions about
  /// this school are returned.
  public static func visible(
    _ rows: [RecruitingSuggestion], school: RecordID? = nil, limit: Int = shownOnDashboard
  ) -> [RecruitingSuggestion] {
    let visible = rows.filter { $0.isVisible && (school == nil || $0.relatedSchoolID == school) }
    return Array(SuggestionOrder.sorted(visible).prefix(max(0, limit)))
  }

  /// Returns the number of open suggestions, including those that wait to be shown. With a school,
  /// only suggestions about this school are counted.
  public static func pendingCount(
    _ rows: [RecruitingSuggestion], school: RecordID? = nil
  ) -> Int {
    rows.count { $0.isOpen && (school == nil || $0.relatedSchoolID == school) }
  }

  /// Returns the first `limit` suggestions that wait to be shown, marked as visible.
  public static func surfacing(
    _ rows: [RecruitingSuggestion], now: Instant, limit: Int = batch
  ) -> [RecruitingSuggestion] {
    let waiting = rows.filter { $0.isOpen && $0.isPendingSurface }
    return SuggestionOrder.sorted(waiting).prefix(max(0, limit)).map { $0.surfaced(at: now) }
  }

  /// Returns the suggestions that become visible after an evaluation of the rules: of the `limit`
  /// most urgent open suggestions, those that are not visible yet.
  ///
  /// A new suggestion therefore becomes visible if it is urgent enough, even if `limit` less urgent
  /// suggestions are visible already.
  public static func surfacedByRules(
    _ rows: [RecruitingSuggestion], now: Instant, limit: Int = batch
  ) -> [RecruitingSuggestion] {
    SuggestionOrder.sorted(rows.filter(\.isOpen)).prefix(max(0, limit))
      .filter(\.isPendingSurface).map { $0.surfaced(at: now) }
  }

  /// Returns the open suggestions that ask for an interaction with this school, changed to
  /// completed. A caller stores them when an interaction with the school is logged.
  public static func completed(
    byInteractionWith school: RecordID, _ rows: [RecruitingSuggestion], now: Instant
  ) -> [RecruitingSuggestion] {
    rows.filter { $0.isOpen && $0.relatedSchoolID == school && $0.action == .logInteraction }
      .map { $0.completed(at: now) }
  }
}

extension RecruitingSuggestion {
  /// Returns the suggestion marked as dismissed at this time. A suggestion that is not open is
  /// returned unchanged.
  public func dismissed(at now: Instant) -> RecruitingSuggestion {
    guard isOpen else { return self }
    return changed(at: now) {
      $0.isDismissed = true
      $0.dismissedAt = now
    }
  }

  /// Returns the suggestion marked as completed at this time. A suggestion that is not open is
  /// returned unchanged.
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

  /// True if the athlete dismissed the suggestion and did not complete it.
  var isWavedOff: Bool { isDismissed && !isCompleted }

  /// True if a rule made this suggestion again after the athlete had dismissed an earlier one with
  /// the same key (the rule and its record).
  var hasReturned: Bool { hasReappeared || previousID != nil }

  /// The time at which the suggestion was closed (completed or dismissed). If no such time is
  /// stored, it is the time of the last change.
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
