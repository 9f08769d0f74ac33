public import Basics
public import CivilTime
import JSON

/// The changes to an athlete's stored suggestions after an evaluation of the suggestion rules, such
/// as "21 days without contact" (domain.md 4.12). After a caller has stored the changes, a second
/// evaluation of the same facts results in no changes.
public struct SuggestionMerge: Equatable, Sendable {
  public var created: [SuggestionDraft] = []
  /// Stored suggestions that get a new message, urgency or facts, because their rule now has
  /// another result.
  public var updated: [RecruitingSuggestion] = []
  /// Open suggestions that are changed to completed, because their reason no longer applies or
  /// because they are duplicates.
  public var retired: [RecruitingSuggestion] = []

  /// A closed suggestion (one that was completed or dismissed) is not made again during this number
  /// of days after it was closed.
  public static let quietDays = 7
  /// A suggestion that was dismissed for the second time is not made again during this number of
  /// days (domain.md 10.6).
  public static let restDays = 180
  /// A dismissed suggestion about a school without contact is not repeated during this number of
  /// days. After that, it is repeated only if the number of days without contact has grown by at
  /// least this number, or if the school's tier (priority) has changed.
  public static let reappearDays = 14

  /// Compares the results of an evaluation with the stored suggestions.
  ///
  /// - Parameter stored: the athlete's suggestions: all open ones, and for each key (the rule and
  ///   its record) at least the one that was closed last.
  public init(
    _ evaluation: SuggestionEvaluation, into stored: [RecruitingSuggestion], now: Instant
  ) {
    let closed = Dictionary(grouping: stored.filter { !$0.isOpen && $0.key != nil }, by: \.key)
    let followedUp = Set(stored.compactMap(\.previousID))
    var open = Dictionary(
      grouping: SuggestionOrder.sorted(stored.filter { $0.isOpen && $0.key != nil }), by: \.key)
    var found: Set<SuggestionKey> = []
    for finding in evaluation.findings where found.insert(finding.key).inserted {
      let key = finding.key
      if let same = open.removeValue(forKey: key) {
        // If several open suggestions have the same key (the rule and its record), all but one are
        // duplicates and are changed to completed. A visible one is kept, so that it does not
        // disappear from a page.
        let kept = same.first(where: \.isVisible) ?? same[0]
        let renewed = kept.renewed(finding, now: now)
        if renewed != kept { updated.append(renewed) }
        retired += same.filter { $0.id != kept.id }.map { $0.completed(at: now) }
      } else if let draft = SuggestionDraft(
        finding, after: closed[key] ?? [], followedUp: followedUp, now: now)
      {
        created.append(draft)
      }
    }
    let gone = stored.filter { row in
      guard row.isOpen, let key = row.key else { return false }
      return evaluation.ran.contains(key.rule) && !found.contains(key)
    }
    retired += gone.map { $0.completed(at: now) }
  }

  /// Returns the open suggestions with the current results of their rules. Suggestions whose reason
  /// no longer applies are left out.
  ///
  /// Pages use this function to show current suggestions without writing anything. The next
  /// evaluation of the rules stores the same changes (decision 40).
  public static func read(
    _ open: [RecruitingSuggestion], by evaluation: SuggestionEvaluation, now: Instant
  ) -> [RecruitingSuggestion] {
    let merge = SuggestionMerge(evaluation, into: open, now: now)
    let updated = Dictionary(merge.updated.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let retired = Set(merge.retired.map(\.id))
    return open.filter { !retired.contains($0.id) }.map { updated[$0.id] ?? $0 }
  }
}

/// A suggestion to insert. It is new, or it repeats an earlier one that was closed (completed or
/// dismissed).
public struct SuggestionDraft: Equatable, Sendable {
  public var finding: SuggestionFinding
  public var urgency: SuggestionUrgency
  /// The id of the dismissed suggestion that this one repeats; nil for a new suggestion. A
  /// dismissed suggestion about a school without contact is repeated at most once.
  public var previousID: RecordID?
  /// Whether this suggestion repeats a dismissed one because the school was not contacted for even
  /// longer, or because its tier (priority) has changed. Its urgency is then higher than that of
  /// the dismissed suggestion, unless the dismissed one had the highest urgency.
  public var hasReappeared = false

  /// Creates the suggestion that a rule makes from the current data. Nil if it would repeat a
  /// closed suggestion too early, for example less than seven days after that one was closed.
  ///
  /// - Parameters:
  ///   - closed: the closed suggestions with the same key (the rule and its record).
  ///   - followedUp: the ids of dismissed suggestions that were already repeated.
  init?(
    _ finding: SuggestionFinding, after closed: [RecruitingSuggestion], followedUp: Set<RecordID>,
    now: Instant
  ) {
    self.finding = finding
    urgency = finding.urgency
    guard let last = closed.max(by: { ($0.closedAt, $0.id) < ($1.closedAt, $1.id) }) else { return }
    guard last.closedAt.adding(days: SuggestionMerge.quietDays) <= now else { return nil }
    guard last.isWavedOff else { return }
    if last.hasReturned {
      // After a repeated suggestion was dismissed too, the rule makes no suggestion for `restDays`
      // days. The first one after them counts as new.
      guard last.closedAt.adding(days: SuggestionMerge.restDays) <= now else { return nil }
      return
    }
    guard finding.rule == .interactionGap else {
      previousID = last.id
      return
    }
    // A dismissed suggestion about a school without contact is repeated only if the situation has
    // become worse.
    guard last.closedAt.adding(days: SuggestionMerge.reappearDays) <= now,
      !followedUp.contains(last.id), let before = GapSnapshot(last.conditionSnapshot),
      let after = GapSnapshot(.object(finding.snapshot)), after.isWorse(than: before)
    else { return nil }
    previousID = last.id
    hasReappeared = true
    urgency = max(finding.urgency, (last.urgency.known ?? finding.urgency).raised)
  }

  /// Returns the row to insert into the database.
  public func row(id: RecordID, athlete: RecordID, now: Instant) -> RecruitingSuggestion {
    var row = RecruitingSuggestion(
      id: id, athleteID: athlete, rule: finding.rule, urgency: urgency, message: finding.message,
      action: finding.action, createdAt: now)
    row.relatedSchoolID = finding.school
    row.relatedTaskID = finding.task
    row.conditionSnapshot = .object(finding.snapshot)
    row.hasReappeared = hasReappeared
    row.previousID = previousID
    return row
  }
}

/// The stored facts of a suggestion about a school without contact: the number of days without
/// contact and the school's tier (priority).
struct GapSnapshot: Equatable {
  var days: Int
  var tier: String?

  init?(_ snapshot: JSONValue?) {
    guard let days = snapshot?[FactName.daysSinceContact.rawValue]?.int else { return nil }
    self.days = days
    tier = snapshot?[FactName.schoolPriority.rawValue]?.string
  }

  /// Returns the number of days without contact at which the suggestion is made again.
  ///
  /// The 999 days that represent "never contacted" are replaced by 0 if there has been a contact
  /// since. Otherwise the suggestion could not return for years.
  ///
  /// - Parameter now: the current number of days without contact.
  func days(toReturnAt now: Int) -> Int {
    (days == SuggestionRules.never && now != SuggestionRules.never ? 0 : days)
      + SuggestionMerge.reappearDays
  }

  func isWorse(than before: GapSnapshot) -> Bool {
    let hasNewTier = before.tier != nil && tier != nil && before.tier != tier
    return hasNewTier || days >= before.days(toReturnAt: days)
  }
}

extension SuggestionUrgency {
  /// The next higher urgency; `high` stays `high`.
  public var raised: SuggestionUrgency {
    switch self {
    case .low: .medium
    case .medium, .high: .high
    }
  }
}

extension RecruitingSuggestion {
  /// Returns the stored suggestion with the current message, urgency and facts of its rule. If the
  /// suggestion came back after a dismissal (`hasReappeared`), the program had raised its urgency,
  /// and a lower urgency of the rule does not replace it.
  fileprivate func renewed(_ finding: SuggestionFinding, now: Instant) -> RecruitingSuggestion {
    var row = self
    let urgency =
      hasReappeared ? max(finding.urgency, self.urgency.known ?? finding.urgency) : finding.urgency
    row.urgency = .known(urgency)
    row.message = finding.message
    row.action = finding.action.map(Open.known)
    row.relatedTaskID = finding.task
    row.conditionSnapshot = .object(finding.snapshot)
    if row != self { row.updatedAt = now }
    return row
  }
}
