import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Suggestions found and stored")
struct SuggestionMergeTests {
  private let now = SuggestionSample.now

  /// Evaluates the rules for one school that was last contacted this many days ago; nil if it was
  /// never contacted.
  private func gap(
    days: Int? = 40, tier: String = "A", at now: String = SuggestionSample.now,
    skipping: Set<SuggestionRule> = []
  ) throws -> SuggestionEvaluation {
    let facts = try SuggestionSample.facts(at: now) { facts in
      var school = try SuggestionSample.school(tier: tier, status: "contacted", fit: 80)
      school.lastContact = days.map { facts.now.adding(days: -$0) }
      facts.schools = [school]
    }
    return SuggestionRules.evaluate(facts, skipping: skipping.union([.prioritySchoolReminder]))
  }

  private func merge(
    _ evaluation: SuggestionEvaluation, _ stored: [RecruitingSuggestion],
    at now: String = SuggestionSample.now
  ) throws -> SuggestionMerge {
    SuggestionMerge(evaluation, into: stored, now: try Sample.instant(now))
  }

  /// Returns a stored suggestion that was dismissed this many days ago. At that time, the last
  /// contact with the school was `gap` days old.
  private func dismissed(
    _ id: UInt64 = 10, days: Int, hours: Int = 0, gap: Int?, tier: String? = "A",
    urgency: String = "medium"
  ) throws -> RecruitingSuggestion {
    var snapshot: JSONObject = ["school_status": "contacted"]
    snapshot["days_since_contact"] = gap.map { JSONValue($0) }
    snapshot["school_priority"] = tier.map(JSONValue.string)
    let moment = try Sample.instant(now).adding(days: -days).adding(seconds: Int64(-3600 * hours))
    return try SuggestionSample.row(
      id, .interactionGap, urgency, snapshot: gap == nil ? nil : .object(snapshot)
    ) {
      $0.isDismissed = true
      $0.dismissedAt = moment
    }
  }

  @Test("What is new waits to be surfaced, with all it is about")
  func creates() throws {
    let merge = try merge(try gap(), [])
    let draft = try #require(merge.created.first)
    #expect(merge.created.count == 1 && merge.updated.isEmpty && merge.retired.isEmpty)
    let moment = try Sample.instant(now)
    let row = draft.row(id: Sample.id(1), athlete: Sample.id(99), now: moment)
    #expect(row.rule == .interactionGap)
    #expect(row.urgency == .high)
    #expect(row.message == "You have not contacted Cedar Valley in 40 days.")
    #expect(row.action == .logInteraction)
    #expect(row.relatedSchoolID == Sample.id(1))
    #expect(row.conditionSnapshot?["days_since_contact"] == 40)
    #expect(row.isPendingSurface && row.isOpen && !row.hasReappeared)
    #expect(row.createdAt == moment && row.updatedAt == moment)
    #expect(row.key == draft.finding.key)
  }

  @Test("An open row is brought up to date in place, and never doubled")
  func updates() throws {
    let stored = try SuggestionSample.row(10) { $0.isPendingSurface = false }
    let merge = try merge(try gap(), [stored])
    #expect(merge.created.isEmpty && merge.retired.isEmpty)
    let row = try #require(merge.updated.first)
    #expect(row.id == stored.id)
    #expect(row.message == "You have not contacted Cedar Valley in 40 days.")
    #expect(row.urgency == .high)
    #expect(row.conditionSnapshot?["days_since_contact"] == 40)
    #expect(row.createdAt == stored.createdAt && !row.isPendingSurface)
    #expect(row.updatedAt == (try Sample.instant(now)))
  }

  @Test("A second run changes nothing")
  func twice() throws {
    let evaluation = try gap()
    let moment = try Sample.instant(now)
    let rows = try merge(evaluation, []).created.map {
      $0.row(id: Sample.id(1), athlete: Sample.id(99), now: moment)
    }
    let again = try merge(evaluation, rows)
    #expect(again.created.isEmpty && again.updated.isEmpty && again.retired.isEmpty)
  }

  @Test("Doubles that slipped in are reduced to the one people see, else the oldest")
  func doubles() throws {
    let older = try SuggestionSample.row(10, created: "2026-01-01T00:00:00Z")
    let newer = try SuggestionSample.row(11, created: "2026-01-02T00:00:00Z")
    var seen = try SuggestionSample.row(12, created: "2026-01-03T00:00:00Z")
    seen.isPendingSurface = false
    let unseen = try merge(try gap(), [newer, older])
    #expect(unseen.updated.map(\.id) == [Sample.id(10)])
    #expect(unseen.retired.map(\.id) == [Sample.id(11)])
    let all = try merge(try gap(), [newer, older, seen])
    #expect(all.updated.map(\.id) == [Sample.id(12)])
    #expect(Set(all.retired.map(\.id)) == [Sample.id(10), Sample.id(11)])
  }

  @Test("Another school, event or video is another key")
  func keys() throws {
    let other = try SuggestionSample.row(10, school: 2)
    let merge = try merge(try gap(), [other])
    #expect(merge.created.count == 1)
    #expect(merge.retired.map(\.id) == [Sample.id(10)])
    func key(_ snapshot: JSONValue?) throws -> SuggestionKey? {
      try SuggestionSample.row(1, .eventFollowUp, snapshot: snapshot).key
    }
    #expect(try key(["event_id": "a"]) != key(["event_id": "b"]))
    #expect(try key(["event_id": "a", "days_since_event": 1]) == key(["event_id": "a"]))
    #expect(try key(["video_id": "a"]) != key(nil))
  }

  @Test("A row whose reason is gone is completed; one whose rule did not look stays")
  func retires() throws {
    let stored = try SuggestionSample.row(10)
    let contacted = try merge(try gap(days: 1), [stored])
    #expect(contacted.retired.map(\.id) == [Sample.id(10)])
    #expect(contacted.retired.allSatisfy { $0.isCompleted && !$0.isOpen })
    #expect(contacted.retired.first?.completedAt == (try Sample.instant(now)))
    let skipped = try merge(try gap(days: 1, skipping: [.interactionGap]), [stored])
    #expect(skipped.retired.isEmpty && skipped.updated.isEmpty)
  }

  @Test("Closed rows and rows of rules nobody here knows are left alone")
  func leavesAlone() throws {
    var unknown = try SuggestionSample.row(10)
    unknown.rule = .unknown("moon-phase")
    let closed = try SuggestionSample.row(11, .missingVideo, school: nil) {
      $0.isDismissed = true
      $0.dismissedAt = $0.createdAt
    }
    let merge = try merge(try gap(days: 1), [unknown, closed])
    #expect(merge == (try self.merge(try gap(days: 1), [])))
    #expect(merge.retired.isEmpty)
  }

  @Test(
    "A closed key is left in peace for seven days",
    arguments: [
      (6, 23, "completed", 0), (7, 0, "completed", 1), (8, 0, "completed", 1),
      (6, 23, "dismissed", 0), (7, 0, "dismissed", 1),
    ])
  func quiet(days: Int, hours: Int, how: String, count: Int) throws {
    let moment = try Sample.instant(now).adding(days: -days).adding(seconds: Int64(-3600 * hours))
    let closed = try SuggestionSample.row(10, .portfolioHealth, "high", school: nil) {
      $0.isCompleted = how == "completed"
      $0.isDismissed = how == "dismissed"
      $0.completedAt = $0.isCompleted ? moment : nil
      $0.dismissedAt = $0.isDismissed ? moment : nil
    }
    let facts = try SuggestionSample.facts { $0.schools = [try SuggestionSample.school()] }
    let merge = try merge(SuggestionRules.evaluate(facts), [closed])
    #expect(merge.created.count == count)
    #expect(merge.created.allSatisfy { !$0.hasReappeared })
  }

  @Test("The last closing counts, a row without a time by its last change")
  func lastClosing() throws {
    let long = try SuggestionSample.row(10) {
      $0.isCompleted = true
      $0.completedAt = try Sample.instant("2025-12-01T00:00:00Z")
    }
    let short = try SuggestionSample.row(11) {
      $0.isCompleted = true
      $0.updatedAt = try Sample.instant("2026-02-09T00:00:00Z")
    }
    #expect(try merge(try gap(), [long]).created.count == 1)
    #expect(try merge(try gap(), [short, long]).created.isEmpty)
  }

  @Test(
    "A dismissed gap returns after 14 full days, once it grew by 14 or the tier changed",
    arguments: [
      // In all cases, the last contact with the school is now 40 days ago and the school is in
      // priority tier A. Each case: the days and hours since the suggestion was dismissed; the age
      // of the last contact and the tier at the time of the dismissal; and whether the suggestion
      // returns.
      (14, 0, 26, "A", true), (13, 23, 26, "A", false), (14, 0, 27, "A", false),
      (30, 0, 25, "A", true), (14, 0, 40, "B", true), (13, 0, 40, "B", false),
      (14, 0, 39, "A", false), (14, 0, 39, nil, false),
    ] as [(Int, Int, Int, String?, Bool)])
  func reappears(days: Int, hours: Int, gap: Int, tier: String?, returns: Bool) throws {
    let old = try dismissed(days: days, hours: hours, gap: gap, tier: tier)
    let merge = try merge(try self.gap(), [old])
    #expect(merge.created.map(\.previousID) == (returns ? [old.id] : []))
    #expect(merge.created.allSatisfy { $0.hasReappeared && $0.urgency == .high })
    #expect(merge.updated.isEmpty && merge.retired.isEmpty)
  }

  @Test("A dismissed gap without a snapshot does not return; a completed one does, as new")
  func withoutSnapshot() throws {
    #expect(try merge(try gap(), [try dismissed(days: 100, gap: nil)]).created.isEmpty)
    var done = try dismissed(days: 100, gap: 40)
    done.isCompleted = true
    done.completedAt = done.dismissedAt
    #expect(try merge(try gap(), [done]).created.map(\.hasReappeared) == [false])
  }

  @Test(
    "A gap that returned and was dismissed again rests 180 days, and then begins anew",
    arguments: [(14, 0, 0), (20, 0, 0), (179, 23, 0), (180, 0, 1), (400, 0, 1)])
  func rests(days: Int, hours: Int, count: Int) throws {
    let old = try dismissed(days: days + 30, gap: 21)
    var returned = try dismissed(11, days: days, hours: hours, gap: 26, urgency: "high")
    returned.hasReappeared = true
    returned.previousID = old.id
    let created = try merge(try gap(), [old, returned]).created
    #expect(created.count == count)
    #expect(created.allSatisfy { $0.previousID == nil && !$0.hasReappeared })
  }

  @Test(
    "Any other suggestion that was dismissed returns once, and rests 180 days after the second time",
    arguments: [(7, false, 1), (7, true, 0), (179, true, 0), (180, true, 1)])
  func returnsOnce(days: Int, hasReturned: Bool, count: Int) throws {
    let moment = try Sample.instant(now).adding(days: -days)
    let closed = try SuggestionSample.row(10, .portfolioHealth, "high", school: nil) {
      $0.isDismissed = true
      $0.dismissedAt = moment
      $0.previousID = hasReturned ? Sample.id(9) : nil
    }
    let facts = try SuggestionSample.facts { $0.schools = [try SuggestionSample.school()] }
    let created = try merge(SuggestionRules.evaluate(facts), [closed]).created
    #expect(created.count == count)
    #expect(created.allSatisfy { $0.previousID == (hasReturned ? nil : closed.id) })
    #expect(created.allSatisfy { !$0.hasReappeared })
  }

  @Test("Run every fortnight, a rule asks twice about what is waved off each time, then rests")
  func fortnights() throws {
    let start = try Sample.instant(now)
    var rows: [RecruitingSuggestion] = []
    var asked: [Int] = []
    for run in 0..<14 {
      let moment = start.adding(days: 14 * run)
      let facts = try SuggestionSample.facts(at: moment.description) {
        $0.schools = [try SuggestionSample.school(tier: "A", days: nil)]
      }
      let found = SuggestionRules.evaluate(facts)
      guard found.ran.contains(.prioritySchoolReminder) else { continue }
      let merge = SuggestionMerge(found, into: rows, now: moment)
      for draft in merge.created where draft.finding.rule == .prioritySchoolReminder {
        asked.append(run)
        rows.append(
          draft.row(id: Sample.id(UInt64(100 + run)), athlete: Sample.id(99), now: moment)
            .dismissed(at: moment))
      }
    }
    #expect(asked == [0, 1])
  }

  @Test(
    "Urgency goes up one step on return, and is no less than the rule says",
    arguments: [("low", "medium"), ("medium", "high"), ("high", "high"), ("odd", "high")])
  func urgency(old: String, new: String) throws {
    // For 25 days without contact the rule says medium, which is less than a raised medium. The
    // suggestion returns because the school was in another tier.
    let merge = try merge(
      try gap(days: 25, tier: "B"), [try dismissed(days: 20, gap: 21, urgency: old)])
    #expect(merge.created.map(\.finding.urgency) == [.medium])
    #expect(merge.created.map(\.urgency.rawValue) == [new])
    let longer = try self.merge(try gap(), [try dismissed(days: 20, gap: 20, urgency: old)])
    #expect(longer.created.map(\.urgency) == [.high])
  }

  @Test("A returned row keeps its raised urgency while the rule would say less")
  func staysRaised() throws {
    // For a school in priority tier B, 25 days without contact are of medium urgency. The
    // suggestion was dismissed while the school was in another tier, so it returns with the next
    // higher urgency.
    let evaluation = try gap(days: 25, tier: "B")
    let first = try merge(evaluation, [try dismissed(days: 20, gap: 21)])
    let draft = try #require(first.created.first)
    #expect(draft.finding.urgency == .medium && draft.urgency == .high)
    let row = draft.row(
      id: Sample.id(20), athlete: Sample.id(99), now: try Sample.instant(now))
    let second = try merge(try gap(days: 26, tier: "B"), [row])
    #expect(second.updated.map(\.urgency) == [.known(.high)])
    #expect(second.updated.map(\.message) == ["You have not contacted Cedar Valley in 26 days."])
  }

  @Test(
    "Never contacted is no number to grow from",
    arguments: [
      // When the suggestion was dismissed, the school had never been contacted, which is stored as
      // 999 days. The school still has no contact, so the suggestion does not return.
      (nil, false),
      // The school was contacted after the dismissal, 21 or 40 days ago. The stored 999 days then
      // count as 0. The time without contact has grown by at least 14 days since, so the suggestion
      // returns.
      (21, true), (40, true),
    ] as [(Int?, Bool)])
  func neverContacted(days: Int?, returns: Bool) throws {
    let old = try dismissed(days: 60, gap: 999)
    #expect(try merge(try gap(days: days), [old]).created.isEmpty == !returns)
  }

  @Test("One step up", arguments: [("low", "medium"), ("medium", "high"), ("high", "high")])
  func raised(old: String, new: String) throws {
    #expect(SuggestionUrgency(rawValue: old)?.raised.rawValue == new)
  }
}
