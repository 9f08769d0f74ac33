import CivilTime

/// Evaluates the rules that make suggestions. Each rule is a function of the facts (rule 4.12).
public enum SuggestionRules {
  /// The number of days that represents a school that was never contacted.
  public static let never = 999
  /// The number of days after an event in which the rules suggest a follow-up.
  public static let followUpDays = 7

  /// Evaluates every rule in order.
  ///
  /// - Parameter unavailable: rules whose facts could not be loaded. They are skipped, and their
  ///   open suggestions stay.
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

/// The result of an evaluation of the rules.
public struct SuggestionEvaluation: Equatable, Sendable {
  public var findings: [SuggestionFinding]
  /// The rules that were evaluated. Only these can complete a suggestion whose reason no longer
  /// applies.
  public var ran: Set<SuggestionRule>
  /// The current dead period, during which rules that ask for contact are skipped; nil if there is
  /// none.
  public var deadPeriod: DeadPeriod?
}

extension SuggestionRule {
  /// True if the rule asks for a contact with a coach. Such rules are skipped during a dead period.
  public var asksForContact: Bool {
    switch self {
    case .interactionGap, .prioritySchoolReminder, .eventFollowUp: true
    case .ncaaRegistration, .schoolListBuilding, .officialVisit, .formalOutreach,
      .showcaseAttendance, .missingVideo, .videoLinkHealth, .portfolioHealth:
      false
    }
  }
}
