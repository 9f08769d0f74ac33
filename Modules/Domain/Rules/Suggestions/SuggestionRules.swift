import CivilTime

/// Evaluates the rules that make suggestions. Each rule is a function from the facts about an
/// athlete to its suggestions (domain.md 4.12).
public enum SuggestionRules {
  /// The number that is used as the days since the last contact with a school that was never
  /// contacted. It is greater than every limit of the rules.
  public static let never = 999
  /// The number of days after an attended event in which the rules suggest to contact the coaches.
  public static let followUpDays = 7

  /// Returns the results of all rules, in the order of the rules. During a dead period (in which
  /// coaches must not meet recruits), the rules with `asksForContact` are skipped.
  ///
  /// - Parameter unavailable: rules whose facts could not be loaded. They are skipped, so their
  ///   open suggestions stay unchanged.
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

/// The result of an evaluation of the suggestion rules for one athlete.
public struct SuggestionEvaluation: Equatable, Sendable {
  public var findings: [SuggestionFinding]
  /// The rules that were evaluated. An open suggestion of any other rule must not be completed,
  /// because it is not known whether its reason still applies.
  public var ran: Set<SuggestionRule>
  /// The dead period (in which coaches must not meet recruits) because of which rules that ask for
  /// contact were skipped; nil if there was none.
  public var deadPeriod: DeadPeriod?
}

extension SuggestionRule {
  /// True for the three rules that are skipped during a dead period (in which coaches must not meet
  /// recruits), because they ask the athlete to contact a coach (domain.md 4.12). The specification
  /// does not count `formalOutreach` among them, although it asks for contact too.
  public var asksForContact: Bool {
    switch self {
    case .interactionGap, .prioritySchoolReminder, .eventFollowUp: true
    case .ncaaRegistration, .schoolListBuilding, .officialVisit, .formalOutreach,
      .showcaseAttendance, .missingVideo, .videoLinkHealth, .portfolioHealth:
      false
    }
  }
}
