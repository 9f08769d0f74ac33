/// The categories of `user_preferences`, named once: a name that drifts makes readers see nothing.
public enum PreferenceCategory: String, CaseIterable, Hashable, Sendable {
  case notifications, location, player, school, dashboard, reports
}
