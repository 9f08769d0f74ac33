public import Basics
public import CivilTime
import JSON

/// The changes that an evaluation of the rules makes to the stored suggestions (rule 4.12). A
/// second evaluation changes nothing.
public struct SuggestionMerge: Equatable, Sendable {
  public var created: [SuggestionDraft] = []
  /// Stored suggestions whose message, urgency or facts have changed.
  public var updated: [RecruitingSuggestion] = []
  /// Open suggestions that become completed, because they have no reason any more or are
  /// duplicates.
  public var retired: [RecruitingSuggestion] = []

  /// The number of days for which a closed suggestion is not made again.
  public static let quietDays = 7
  /// The number of days for which a suggestion is not made again after it was dismissed a second
  /// time (rule 10.6).
  public static let restDays = 180
  /// The number of days after which a dismissed suggestion about a contact gap may return, and by
  /// which the gap has to have grown.
  public static let reappearDays = 14

  /// - Parameter stored: the athlete's suggestions: all open ones, and for each key at least the
  ///   last closed one.
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
        // A suggestion that pages already show stays, and its duplicates are completed.
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

  /// Returns the open suggestions as a page shows them: each with the current result of its rule,
  /// without those that no longer have a reason. The next evaluation of the rules stores the same
  /// (decision 40).
  public static func read(
    _ open: [RecruitingSuggestion], by evaluation: SuggestionEvaluation, now: Instant
  ) -> [RecruitingSuggestion] {
    let merge = SuggestionMerge(evaluation, into: open, now: now)
    let updated = Dictionary(merge.updated.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let retired = Set(merge.retired.map(\.id))
    return open.filter { !retired.contains($0.id) }.map { updated[$0.id] ?? $0 }
  }
}

/// A suggestion to store, which is new or returns after it was dismissed.
public struct SuggestionDraft: Equatable, Sendable {
  public var finding: SuggestionFinding
  public var urgency: SuggestionUrgency
  /// The dismissed suggestion that this one repeats. That one then counts as followed up.
  public var previousID: RecordID?
  /// True if the suggestion returns because the contact gap has become worse. Its urgency is then
  /// raised.
  public var hasReappeared = false

  /// Creates the suggestion for a finding; nil while its key must not be suggested.
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
      // A suggestion that was made twice and dismissed twice counts as new after a long time.
      guard last.closedAt.adding(days: SuggestionMerge.restDays) <= now else { return nil }
      return
    }
    guard finding.rule == .interactionGap else {
      previousID = last.id
      return
    }
    // A dismissed suggestion about a contact gap returns only if the gap has become worse.
    guard last.closedAt.adding(days: SuggestionMerge.reappearDays) <= now,
      !followedUp.contains(last.id), let before = GapSnapshot(last.conditionSnapshot),
      let after = GapSnapshot(.object(finding.snapshot)), after.isWorse(than: before)
    else { return nil }
    previousID = last.id
    hasReappeared = true
    urgency = max(finding.urgency, (last.urgency.known ?? finding.urgency).raised)
  }

  /// Returns the row that is inserted.
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

/// The facts about a contact gap at the time of the suggestion.
struct GapSnapshot: Equatable {
  var days: Int
  var tier: String?

  init?(_ snapshot: JSONValue?) {
    guard let days = snapshot?[FactName.daysSinceContact.rawValue]?.int else { return nil }
    self.days = days
    tier = snapshot?[FactName.schoolPriority.rawValue]?.string
  }

  /// Returns the number of days without contact at which the gap is suggested again. If the first
  /// contact came after the suggestion, the days are counted from 0 and not from the 999 days that
  /// represent "never".
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
  /// The next higher urgency; the highest one itself for the highest.
  public var raised: SuggestionUrgency {
    switch self {
    case .low: .medium
    case .medium, .high: .high
    }
  }
}

extension RecruitingSuggestion {
  /// Returns the suggestion with the current result of its rule. A suggestion that returned keeps
  /// its higher urgency.
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
