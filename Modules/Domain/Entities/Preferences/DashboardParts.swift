/// The six cards with numbers at the top of the dashboard.
public enum DashboardCard: String, Vocabulary {
  case coaches, schools, interactions, offers, accepted, aTier

  public var words: String {
    self == .aTier ? "A-Tier" : plainWords(of: rawValue)
  }
}

/// The parts of the dashboard below the cards. People can hide each of them.
public enum DashboardWidget: String, Vocabulary {
  case actionItems, interactionTrend, schoolStatus, recruitingPacket, performanceMetrics
  case upcomingEvents, recentActivity, quickTasks, atAGlance, contactFrequency, coachFollowUp
  case athleteActivity

  public var words: String {
    switch self {
    case .actionItems: "Action Items"
    case .interactionTrend: "Interaction Trend"
    case .schoolStatus: "Schools by Status"
    case .recruitingPacket: "Recruiting Packet"
    case .performanceMetrics: "Performance Metrics"
    case .upcomingEvents: "Upcoming Events"
    case .recentActivity: "Recent Activity"
    case .quickTasks: "Quick Tasks"
    case .atAGlance: "At a Glance"
    case .contactFrequency: "Contact Frequency"
    case .coachFollowUp: "Coach Follow-up"
    case .athleteActivity: "Athlete Activity"
    }
  }
}

extension DashboardSettings {
  /// Returns whether the dashboard shows the card. A card is shown unless the person has hidden it.
  public func shows(_ card: DashboardCard) -> Bool { shows(card.rawValue, in: .statsCards) }
  public func shows(_ widget: DashboardWidget) -> Bool { shows(widget.rawValue, in: .widgets) }
}
