public import Basics
public import CivilTime
import JSON

/// The changes that a run of the rules makes to the stored suggestions (rule 4.12); a second run changes nothing.
public struct SuggestionMerge: Equatable, Sendable {
  public var created: [SuggestionDraft] = []
  /// Rows whose message, urgency or facts have changed.
  public var updated: [RecruitingSuggestion] = []
  /// Rows without a reason any more, which become completed, and duplicates.
  public var retired: [RecruitingSuggestion] = []

  /// Days for which a closed key is not suggested again.
  public static let quietDays = 7
  /// Days for which a key is not suggested after it returned once and was dismissed again (rule 10.6).
  public static let restDays = 180
  /// Days after which a dismissed gap may return, and by which it has to have grown.
  public static let reappearDays = 14

  /// - Parameter stored: the athlete's rows: all open ones, and for each key at least the last closed one.
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
        // A row that people see already stays; a duplicate is retired.
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

  /// The open rows as a page shows them: each with what its rule says now, and without those that have no reason any more. The
  /// next run of the rules stores the same (decision 40).
  public static func read(
    _ open: [RecruitingSuggestion], by evaluation: SuggestionEvaluation, now: Instant
  ) -> [RecruitingSuggestion] {
    let merge = SuggestionMerge(evaluation, into: open, now: now)
    let updated = Dictionary(merge.updated.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let retired = Set(merge.retired.map(\.id))
    return open.filter { !retired.contains($0.id) }.map { updated[$0.id] ?? $0 }
  }
}

/// A suggestion to store: a new one, or one that returns after it was dismissed.
public struct SuggestionDraft: Equatable, Sendable {
  public var finding: SuggestionFinding
  public var urgency: SuggestionUrgency
  /// The dismissed row that it continues; having one marks that row as followed up.
  public var previousID: RecordID?
  /// Whether it returns because the gap got worse, and with a higher urgency.
  public var hasReappeared = false

  /// Nil while the key must not be suggested.
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
      // Suggested twice and dismissed twice: after a long time, it counts as new.
      guard last.closedAt.adding(days: SuggestionMerge.restDays) <= now else { return nil }
      return
    }
    guard finding.rule == .interactionGap else {
      previousID = last.id
      return
    }
    // A dismissed gap returns only if it got worse.
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

/// The facts of a gap when it was suggested.
struct GapSnapshot: Equatable {
  var days: Int
  var tier: String?

  init?(_ snapshot: JSONValue?) {
    guard let days = snapshot?[FactName.daysSinceContact.rawValue]?.int else { return nil }
    self.days = days
    tier = snapshot?[FactName.schoolPriority.rawValue]?.string
  }

  /// The number of days without contact at which the gap is worth suggesting again. For a school whose first contact came after the
  /// suggestion, counting starts at 0, and not at the 999 days that stand for never.
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
  /// The next higher urgency; the highest one stays as it is.
  public var raised: SuggestionUrgency {
    switch self {
    case .low: .medium
    case .medium, .high: .high
    }
  }
}

extension RecruitingSuggestion {
  /// Returns the row with the rule's current result. A row that returned keeps its higher urgency.
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
