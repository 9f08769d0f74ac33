import Basics
public import CivilTime
import JSON

/// The explanation of a suggestion, which the command `suggestions why` shows: the rule that made
/// it, the facts at that time, and when the suggestion can be made again.
public struct SuggestionExplanation: Equatable, Sendable {
  /// The condition of the rule that made the suggestion, as a sentence.
  public var rule: String
  public var facts: [Fact]
  /// The text that says how and when the suggestion was closed, such as `Dismissed on Feb 3, 2026`;
  /// nil for an open suggestion.
  public var closed: String?
  public var returns: String

  public struct Fact: Hashable, Sendable {
    public var title: String
    public var value: String

    public init(_ title: String, _ value: String) {
      self.title = title
      self.value = value
    }
  }

  public init(_ suggestion: RecruitingSuggestion, zone: Zone) {
    rule = suggestion.rule.known?.condition ?? "A rule that this version does not know."
    facts = Self.facts(of: suggestion)
    let day = { (moment: Instant) in zone.day(of: moment).text(.shortWithYear) }
    if suggestion.isCompleted {
      closed = "Completed on \(day(suggestion.completedAt ?? suggestion.updatedAt))."
    } else if suggestion.isDismissed {
      closed = "Dismissed on \(day(suggestion.dismissedAt ?? suggestion.updatedAt))."
    } else {
      closed = nil
    }
    returns = SuggestionReturn(suggestion).words(day)
  }

  /// Returns the stored facts as display texts. Ids are left out, because they mean nothing to
  /// people.
  private static func facts(of suggestion: RecruitingSuggestion) -> [Fact] {
    (suggestion.conditionSnapshot?.object?.members ?? []).compactMap { member in
      guard let name = FactName(rawValue: member.key) else {
        return Fact(plainWords(of: member.key), member.value.string ?? member.value.text)
      }
      return name.words.map { Fact($0, name.text(of: member.value)) }
    }
  }
}

/// When the rule of a suggestion can make the same suggestion again.
public enum SuggestionReturn: Hashable, Sendable {
  /// The suggestion is open. An evaluation of the rules closes it once its reason no longer
  /// applies.
  case open
  /// The suggestion is closed (completed or dismissed). Its rule may make it again from this time
  /// on.
  case quiet(until: Instant)
  /// The suggestion was dismissed for the second time. Its rule may make it again only from this
  /// time on, half a year after the second dismissal.
  case resting(until: Instant)
  /// The suggestion that a school was not contacted for too long was dismissed. It can be made
  /// again after this time, if the number of days without contact has grown to `days`, or if the
  /// school's tier (priority) is no longer `tier`. If both are nil, it is not made again.
  case whenWorse(from: Instant, days: Int?, tier: String?)

  public init(_ suggestion: RecruitingSuggestion) {
    if suggestion.isOpen {
      self = .open
    } else if suggestion.isWavedOff, suggestion.hasReturned {
      self = .resting(until: suggestion.closedAt.adding(days: SuggestionMerge.restDays))
    } else if suggestion.isCompleted || suggestion.rule != .interactionGap {
      self = .quiet(until: suggestion.closedAt.adding(days: SuggestionMerge.quietDays))
    } else {
      let gap = GapSnapshot(suggestion.conditionSnapshot)
      // For a school that was never contacted, the stored number of days is only a sign for
      // "never", so it cannot grow.
      let days = gap.flatMap { $0.days == SuggestionRules.never ? nil : $0.days(toReturnAt: 0) }
      self = .whenWorse(
        from: suggestion.closedAt.adding(days: SuggestionMerge.reappearDays), days: days,
        tier: gap?.tier)
    }
  }

  func words(_ day: (Instant) -> String) -> String {
    switch self {
    case .open:
      return "It goes away by itself once this is no longer so. Dismissed or completed, it stays"
        + " away for at least 7 days, and for 180 when it is dismissed a second time."
    case .quiet(let moment):
      return "It can return from \(day(moment)) on, if this is so again."
    case .resting(let moment):
      return "It was dismissed twice. It can return from \(day(moment)) on, if this is so again."
    case .whenWorse(let moment, let days, let tier):
      let reasons = [
        days.map { "\($0) days have gone by without contact" },
        tier.map { "the school is no longer tier \($0)" },
      ].compactMap { $0 }
      guard !reasons.isEmpty else { return "It does not return." }
      return "It can return from \(day(moment)) on, if \(reasons.inSentence("or"))."
    }
  }
}

extension SuggestionRule {
  /// The condition under which the rule makes a suggestion, as a sentence for people.
  public var condition: String {
    switch self {
    case .ncaaRegistration:
      "Grade 11: a Division I or II school is on the list and the NCAA registration is not"
        + " completed."
    case .schoolListBuilding: "Grades 10 and 11: fewer than 20 schools are on the list."
    case .officialVisit: "Grades 11 and 12: fewer than 2 visits, with an A or B school on the list."
    case .formalOutreach:
      "Grades 11 and 12: more than 30 days on average since the last contact with A and B schools,"
        + " or more than 45 with one of them. Never counts as 999 days."
    case .showcaseAttendance: "Grade 10: no event, or none for 210 days."
    case .interactionGap:
      "An A or B school that is interested or contacted: 21 days without contact. Urgent from 30"
        + " on."
    case .missingVideo: "From grade 10 on: no highlight video is among the documents."
    case .eventFollowUp: "An event attended in the last 7 days, and no contact about it or since."
    case .videoLinkHealth: "A highlight video whose link did not work when it was last tried."
    case .portfolioHealth: "Schools on the list, and none with a fit score of 50 or more."
    case .prioritySchoolReminder: "An A school: 14 days without contact."
    }
  }
}

extension FactName {
  /// The name of the fact on pages. It is nil for an id, which pages do not show because it means
  /// nothing to people.
  fileprivate var words: String? {
    switch self {
    case .eventID, .videoID: nil
    case .grade: "Grade"
    case .schoolCount: "Schools on the list"
    case .schoolDivision: "Division"
    case .topSchoolCount: "A and B schools"
    case .visitCount: "Visits logged"
    case .averageDays: "Days since contact, on average"
    case .longestDays: "Days since contact, longest"
    case .neverContacted: "Never contacted"
    case .daysSinceEvent: "Days since the event"
    case .daysSinceContact: "Days since contact"
    case .schoolPriority: "Tier"
    case .schoolStatus: "Status"
    case .eventName: "Event"
    case .videoTitle: "Video"
    case .bestFitScore: "Best fit score"
    }
  }

  fileprivate func text(of value: JSONValue) -> String {
    switch self {
    case .daysSinceContact, .longestDays, .averageDays:
      value.int == SuggestionRules.never ? "never" : value.string ?? value.text
    case .daysSinceEvent: value.isNull ? "no event" : value.text
    case .schoolStatus: value.string.map { Open<SchoolStatus>($0).words } ?? value.text
    default: value.string ?? value.text
    }
  }
}
