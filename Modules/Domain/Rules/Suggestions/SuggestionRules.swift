import CivilTime

/// The rules that come up with suggestions, each a function of the facts (rule 4.12).
public enum SuggestionRules {
  /// The number of days that stands for a school never contacted.
  public static let never = 999
  /// Days after an event in which a follow-up is asked for.
  public static let followUpDays = 7

  /// Runs every rule in order.
  ///
  /// - Parameter unavailable: rules whose facts could not be loaded; they are skipped and retire nothing.
  public static func evaluate(
    _ facts: SuggestionFacts, skipping unavailable: Set<SuggestionRule> = []
  ) -> SuggestionEvaluation {
    let deadPeriod = facts.deadPeriod
    let ran = SuggestionRule.allCases.filter { rule in
      !unavailable.contains(rule) && (deadPeriod == nil || !rule.asksForContact)
    }
    return SuggestionEvaluation(
      findings: ran.flatMap { findings(of: $0, facts) }, ran: Set(ran), deadPeriod: deadPeriod)
  }

  public static func findings(
    of rule: SuggestionRule, _ facts: SuggestionFacts
  ) -> [SuggestionFinding] {
    switch rule {
    case .ncaaRegistration: ncaaRegistration(facts)
    case .schoolListBuilding: schoolListBuilding(facts)
    case .officialVisit: officialVisit(facts)
    case .formalOutreach: formalOutreach(facts)
    case .showcaseAttendance: showcaseAttendance(facts)
    case .interactionGap: interactionGap(facts)
    case .missingVideo: missingVideo(facts)
    case .eventFollowUp: eventFollowUp(facts)
    case .videoLinkHealth: videoLinkHealth(facts)
    case .portfolioHealth: portfolioHealth(facts)
    case .prioritySchoolReminder: prioritySchoolReminder(facts)
    }
  }
}

/// The result of a run of the rules.
public struct SuggestionEvaluation: Equatable, Sendable {
  public var findings: [SuggestionFinding]
  /// The rules that ran: only they can retire a suggestion.
  public var ran: Set<SuggestionRule>
  /// Set while rules that ask for contact are skipped.
  public var deadPeriod: DeadPeriod?
}

extension SuggestionRule {
  /// Whether the rule asks for a contact; such rules are skipped during a dead period.
  public var asksForContact: Bool {
    switch self {
    case .interactionGap, .prioritySchoolReminder, .eventFollowUp: true
    case .ncaaRegistration, .schoolListBuilding, .officialVisit, .formalOutreach,
      .showcaseAttendance, .missingVideo, .videoLinkHealth, .portfolioHealth:
      false
    }
  }
}
